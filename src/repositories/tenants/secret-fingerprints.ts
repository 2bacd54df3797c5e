import type { Transaction } from '../postgres/transaction.ts'

/** The fingerprint of a key: `secret` is the setting that holds it, `keyId` its id there, or empty. */
export interface SecretFingerprint { secret: string, keyId: string, fingerprint: string }

// Rows stay: the service may not delete them.
const lost = 'lost'

export const secretFingerprintRepository = (tx: Transaction) => ({
  list: (): Promise<SecretFingerprint[]> => tx.secretFingerprint.findMany({ where: { fingerprint: { not: lost } } }),

  async store (fingerprints: readonly SecretFingerprint[]): Promise<void> {
    for (const { secret, keyId, fingerprint } of fingerprints) {
      await tx.secretFingerprint.upsert({
        where: { secret_keyId: { secret, keyId } }, create: { secret, keyId, fingerprint }, update: { fingerprint }
      })
    }
  },

  /** The other keys of a setting are lost, and known no more. */
  async keepOnly (secret: string, keyIds: string[]): Promise<void> {
    await tx.secretFingerprint.updateMany({ where: { secret, keyId: { notIn: keyIds } }, data: { fingerprint: lost } })
  },

  /** Makes instances that start together take turns until the transaction ends. */
  async lock (): Promise<void> {
    await tx.$queryRaw`select pg_advisory_xact_lock(hashtextextended('secret fingerprints', 0))::text`
  },

  /** Access keys of any tenants, the newest first. */
  async sampleAccessKeys (limit: number): Promise<string[]> {
    const rows = await tx.tenantKey.findMany({ select: { accessKey: true }, orderBy: { createdAt: 'desc' }, take: limit })
    return rows.map(({ accessKey }) => accessKey)
  }
})
