import { createHmac } from 'node:crypto'
import type { SecretFingerprint } from '../../repositories/tenants/secret-fingerprints.ts'
import { sealedColumns } from '../../repositories/tenants/sealed-columns.ts'
import type { PlatformRepositories, Store } from '../../repositories/store.ts'
import { OperatorError } from '../../shared/operator-error.ts'
import { keyIdOf, type MasterKey, type Sealing } from './sealing.ts'

export interface SecretCheckDeps {
  store: Store
  sealing: Pick<Sealing, 'opens'>
  secrets: { masterKeys: readonly MasterKey[], jwtKeys: readonly MasterKey[], pepper: Buffer }
  /** The operator says that the master key is lost, and that another one takes its place. */
  masterKeyLost: boolean
  /** Where the operator finds the two: paths, or a setting and a database's address. */
  places: { secrets: string, database: string }
}

const masterKeySetting = 'MASTER_KEY'
const pepperSetting = 'KEY_PEPPER'
const tokenSetting = 'JWT_KEYS'

/**
 * Compares the secrets with the fingerprints that earlier starts left in the database. A database without them, from an
 * earlier version, is compared by what it holds.
 */
export function createSecretCheck (
  { store, sealing, secrets, masterKeyLost, places }: SecretCheckDeps
) {
  const given: SecretFingerprint[] = [
    fingerprintOf(pepperSetting, { id: '', key: secrets.pepper }),
    ...secrets.masterKeys.map((key) => fingerprintOf(masterKeySetting, key)),
    ...secrets.jwtKeys.map((key) => fingerprintOf(tokenSetting, key))
  ]
  const where = `The secrets are in ${places.secrets}, the database is ${places.database}`

  async function mustHavePepper (
    repositories: PlatformRepositories, known: readonly SecretFingerprint[]
  ): Promise<void> {
    const verdict = compare(pepperSetting, given, known)
    if (verdict === 'same' || (verdict === 'new' && await findsAccessKeys(repositories))) return
    throw new OperatorError(
      `${pepperSetting}: this database was made with another one, without which nobody can sign in and no key works. ${where}. Restore the ${pepperSetting} that belongs to the database, or start with a new, empty database.`
    )
  }

  async function mustHaveMasterKey (
    repositories: PlatformRepositories, known: readonly SecretFingerprint[]
  ): Promise<void> {
    const keyIds = secrets.masterKeys.map(({ id }) => id)
    if (masterKeyLost) return repositories.secretFingerprints.keepOnly(masterKeySetting, keyIds)
    const verdict = compare(masterKeySetting, given, known)
    if (verdict !== 'other') {
      const sealedUnder = await unopenedKeys(repositories)
      if (sealedUnder === undefined) return
      const missing = sealedUnder.filter((id) => !keyIds.includes(id) &&
        known.some(({ secret, keyId }) => secret === masterKeySetting && keyId === id))
      if (verdict === 'same' && missing.length === 0) return
      if (missing.length > 0) throw retired(missing)
    }
    throw new OperatorError(
      `${masterKeySetting}: this database was sealed under another key, without which no certificate and no folio can be used. ${where}. Restore the ${masterKeySetting} that belongs to the database, or add it after the new one. If it is lost, set MASTER_KEY_LOST=true for one start; tenants then upload their certificates and CAFs again (docs/master-key.md).`
    )
  }

  async function findsAccessKeys ({ secretFingerprints, directory }: PlatformRepositories): Promise<boolean> {
    const keys = await secretFingerprints.sampleAccessKeys(3)
    const found = await Promise.all(keys.map((key) => directory.find('accessKey', key)))
    return keys.length === 0 || found.some((entry) => entry !== null)
  }

  const retired = (missing: readonly string[]): OperatorError => new OperatorError(
    `${masterKeySetting}: the secrets of this database are encrypted under ${missing.join(' and ')}, which is not among the keys given, and none of them opens. ${where}. Put the key that \`timbre keys rotate\` used last first in ${masterKeySetting}. If it is lost, set MASTER_KEY_LOST=true for one start; tenants then upload their certificates and CAFs again (docs/master-key.md).`
  )

  /** The ids of the keys under which some secrets are sealed; undefined if one of them opens, or there is none. */
  async function unopenedKeys ({ sealedColumns: columns }: PlatformRepositories): Promise<string[] | undefined> {
    const samples = await Promise.all(sealedColumns.map(async (column) =>
      (await columns.sample(column, 3)).map((row) => ({ ...row, kind: column.kind }))
    ))
    const all = samples.flat()
    if (all.length === 0 || all.some(({ sealed, ...place }) => sealing.opens(sealed, place))) return undefined
    return [...new Set(all.flatMap(({ sealed }) => keyIdOf(sealed) ?? []))]
  }

  return {
    /**
     * Throws OperatorError when the secrets do not belong to the database. Otherwise notes new ones, and gives
     * sentences that are worth a warning.
     */
    verify: (): Promise<string[]> => store.asPlatform(async (repositories) => {
      const { secretFingerprints } = repositories
      await secretFingerprints.lock()
      const known = await secretFingerprints.list()
      await mustHavePepper(repositories, known)
      await mustHaveMasterKey(repositories, known)
      await secretFingerprints.store(given.filter((one) => !isAmong(one, known)))
      return compare(tokenSetting, given, known) === 'other'
        ? [`${tokenSetting}: none of these keys was used with this database before. Everybody has to sign in again; instances with other keys refuse each other's tokens.`]
        : []
    })
  }
}

/**
 * `new`: nothing is known yet. `other`: no key given is known, or one has the id of a known key and is another key.
 */
function compare (
  setting: string, given: readonly SecretFingerprint[], known: readonly SecretFingerprint[]
): 'same' | 'other' | 'new' {
  const ofSetting = known.filter(({ secret }) => secret === setting)
  if (ofSetting.length === 0) return 'new'
  const mine = given.filter(({ secret }) => secret === setting)
  const isSwapped = mine.some((one) => !isAmong(one, ofSetting) && ofSetting.some(({ keyId }) => keyId === one.keyId))
  return !isSwapped && mine.some((one) => isAmong(one, ofSetting)) ? 'same' : 'other'
}

function isAmong (one: SecretFingerprint, known: readonly SecretFingerprint[]): boolean {
  return known.some(({ secret, keyId, fingerprint }) =>
    secret === one.secret && keyId === one.keyId && fingerprint === one.fingerprint
  )
}

/** A fingerprint of a key. Keys are 32 random bytes, so it reveals nothing. */
function fingerprintOf (secret: string, { id, key }: MasterKey): SecretFingerprint {
  const fingerprint = createHmac('sha256', key).update(`timbre fingerprint of ${secret}`).digest('base64url')
  return { secret, keyId: id, fingerprint }
}
