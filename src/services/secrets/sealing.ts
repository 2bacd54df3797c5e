import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { sealedColumns } from '../../repositories/tenants/sealed-columns.ts'
import { ServiceError } from '../../shared/errors.ts'

/** A key of 32 bytes under an id of the operator's, which is stored beside everything that it seals. */
export interface MasterKey { id: string, key: Buffer }

/** Where a sealed secret lives. It opens there only: a row copied to another row or tenant does not open. */
export interface SealedRowKey {
  tenantId: string
  kind: 'cafKey' | 'certificateKey' | 'notificationSecret' | 'mailToken' | 'mailboxSecret' | 'secondFactor'
  rowId: string
}

/**
 * Clients read the sentence of its code; `message` is the operator's: which secret it is, and what is wrong with it.
 */
export class SealingError extends ServiceError {
  constructor (message: string, options?: { cause?: unknown }) {
    super('SEALED_KEY_UNREADABLE', options)
    this.name = 'SealingError'
    this.message = message
  }
}

/** A secret that did not open, without anything of it. */
export interface UnreadableSecret extends Pick<SealedRowKey, 'tenantId' | 'rowId'> {
  table: string
  /** The master key under which it says it is sealed; undefined when not even that can be read. */
  masterKeyId: string | undefined
  reason: string
}

// NIST SP 800-38D, 8.2.2: random nonces of 96 bits. Each data key seals one secret, and a master key wraps far fewer
// than 2^32.
const nonceBytes = 12
const tagBytes = 16
const keyBytes = 32
const wrappedKeyBytes = nonceBytes + tagBytes + keyBytes
const version = 1

/**
 * Envelope encryption with AES-256-GCM: each secret under a random data key of its own, that key wrapped by a master
 * key. The first master key seals; all of them open, which is how one is retired. Throws SealingError, which names the
 * row, for anything tampered with, moved, or sealed under a key that is not on the ring, and tells `onUnreadable` of
 * it.
 *
 * What is stored: version (1 byte), length of the key's id (1), id, wrapped data key, secret; the last two each as
 * nonce (12), tag (16), ciphertext.
 */
export function createSealing ({ masterKeys, onUnreadable = () => {} }: SealingDependencies) {
  const ring = ringOf(masterKeys)
  const [newest] = masterKeys

  function unsealed (sealed: Uint8Array, place: SealedRowKey): Buffer {
    const { keyId, header, wrapped, secret } = partsOf(Buffer.from(sealed))
    const masterKey = ring.get(keyId)
    if (!masterKey) throw new Error(`The master key ${JSON.stringify(keyId)} is not configured.`)
    const dataKey = decrypt(masterKey, wrapped, bindingOf('key', header, place))
    return decrypt(dataKey, secret, bindingOf('secret', header, place))
  }

  function open (sealed: Uint8Array, place: SealedRowKey): Buffer {
    try {
      return unsealed(sealed, place)
    } catch (cause) {
      const unreadable = unreadableSecret(sealed, place, cause)
      onUnreadable(unreadable)
      throw new SealingError(sentenceOf(unreadable), { cause })
    }
  }

  function opens (sealed: Uint8Array, place: SealedRowKey): boolean {
    try {
      unsealed(sealed, place).fill(0)
      return true
    } catch {
      return false
    }
  }

  function seal (secret: Buffer, place: SealedRowKey): Buffer {
    const header = headerOf(newest.id)
    const dataKey = randomBytes(keyBytes)
    return Buffer.concat([
      header,
      encrypt(newest.key, dataKey, bindingOf('key', header, place)),
      encrypt(dataKey, secret, bindingOf('secret', header, place))
    ])
  }

  return {
    seal,
    open,
    /** Whether a secret opens, without reporting a failure. */
    opens,
    /** The same secret under the newest master key; undefined when that is how it is sealed already. */
    renew: (sealed: Uint8Array, place: SealedRowKey): Buffer | undefined =>
      keyIdOf(sealed) === newest.id ? undefined : seal(open(sealed, place), place)
  }
}

export type Sealing = ReturnType<typeof createSealing>

export interface SealingDependencies {
  masterKeys: readonly [MasterKey, ...MasterKey[]]
  onUnreadable?: (secret: UnreadableSecret) => void
}

function unreadableSecret (
  sealed: Uint8Array, { tenantId, kind, rowId }: SealedRowKey, cause: unknown
): UnreadableSecret {
  const table = sealedColumns.find((column) => column.kind === kind)?.table ?? kind
  return {
    table, tenantId, rowId, masterKeyId: keyIdOf(sealed), reason: cause instanceof Error ? cause.message : String(cause)
  }
}

function sentenceOf ({ table, tenantId, rowId, masterKeyId, reason }: UnreadableSecret): string {
  const under = masterKeyId === undefined ? '' : `, sealed under the master key ${JSON.stringify(masterKeyId)},`
  return `The secret in ${table} of the row ${rowId} of the tenant ${tenantId}${under} does not open. ${reason} See docs/master-key.md.`
}

/** The id of the master key that a secret names; undefined when the bytes are damaged so much that they name none. */
export function keyIdOf (sealed: Uint8Array): string | undefined {
  try {
    const { keyId } = partsOf(Buffer.from(sealed))
    return /^[\w.-]{1,64}$/.test(keyId) ? keyId : undefined
  } catch {
    return undefined
  }
}

function ringOf (masterKeys: readonly MasterKey[]): Map<string, Buffer> {
  const ring = new Map(masterKeys.map(({ id, key }) => [id, key]))
  if (ring.size !== masterKeys.length) throw new SealingError('Two master keys have the same id.')
  for (const { id, key } of masterKeys) {
    if (key.length !== keyBytes) throw new SealingError(`The master key ${id} is not of ${keyBytes} bytes.`)
    if (!/^[\w.-]{1,64}$/.test(id)) {
      throw new SealingError('The id of a master key has 1 to 64 letters, digits, dots and dashes.')
    }
  }
  return ring
}

function headerOf (keyId: string): Buffer {
  const id = Buffer.from(keyId, 'latin1')
  return Buffer.concat([Buffer.from([version, id.length]), id])
}

function partsOf (sealed: Buffer) {
  const headerBytes = 2 + (sealed[1] ?? 0)
  if (sealed[0] !== version || sealed.length < headerBytes + wrappedKeyBytes + nonceBytes + tagBytes) {
    throw new Error('The sealed bytes are of an unknown version or cut off.')
  }
  return {
    keyId: sealed.toString('latin1', 2, headerBytes),
    header: sealed.subarray(0, headerBytes),
    wrapped: sealed.subarray(headerBytes, headerBytes + wrappedKeyBytes),
    secret: sealed.subarray(headerBytes + wrappedKeyBytes)
  }
}

/** Additional authenticated data; a JSON list, so that no two places can be written alike. */
function bindingOf (layer: 'key' | 'secret', header: Buffer, { tenantId, kind, rowId }: SealedRowKey): Buffer {
  return Buffer.from(JSON.stringify(['timbre', layer, header.toString('hex'), tenantId, kind, rowId]))
}

function encrypt (key: Buffer, plaintext: Buffer, binding: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes }).setAAD(binding)
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext])
}

function decrypt (key: Buffer, sealed: Buffer, binding: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decipher.setAAD(binding).setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
  } catch (cause) {
    throw new Error(
      'The sealed bytes were tampered with, belong to another row, or were sealed under another master key of that id.',
      { cause }
    )
  }
}
