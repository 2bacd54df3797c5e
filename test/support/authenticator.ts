import { codeOfStep, stepAt } from '../../src/services/access/totp.ts'

/** The code that an authenticator app shows for the base32 secret, so many steps from now. */
export function codeOf (secret: string, at = new Date(), steps = 0): string {
  const bits = Array.from(secret, (letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return codeOfStep(Buffer.from(bytes.map((byte) => parseInt(byte, 2))), stepAt(at) + steps)
}
