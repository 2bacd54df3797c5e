import { createHmac, timingSafeEqual } from 'node:crypto'

const stepSeconds = 30
const base32Characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code of a time step (RFC 6238 with SHA-1, which is RFC 4226 with the step as its counter). */
export function codeOfStep (secret: Buffer, step: number, digits = 6): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = hash.readUInt8(hash.length - 1) & 0xf
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

export function stepAt (at: Date): number {
  return Math.floor(at.getTime() / 1000 / stepSeconds)
}

/** The step of a code of six digits, now or one step earlier or later, after `lastStep`; undefined for another code. */
export function stepOfCode (
  secret: Buffer, code: string, { at, lastStep }: { at: Date, lastStep: number }
): number | undefined {
  const now = stepAt(at)
  return [now - 1, now, now + 1].find((step) =>
    step > lastStep && timingSafeEqual(Buffer.from(codeOfStep(secret, step)), Buffer.from(code)))
}

/** RFC 4648, without padding. */
export function base32 (bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((group) => base32Characters[parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** What authenticator apps read from a QR code. */
export function otpauthUri ({ issuer, account, secret }: { issuer: string, account: string, secret: Buffer }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=6&period=${stepSeconds}`
}
