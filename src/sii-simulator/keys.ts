import { generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'

const generate = promisify(generateKeyPair)

/** Gives the private key of an RSA pair: folios' are of 512 bits with exponent 3, as the SII's. */
export type MakeKey = (bits: 512 | 2048, publicExponent?: 3 | 65537) => KeyObject | Promise<KeyObject>

/** A key that nobody has. */
export const freshKey: MakeKey = async (bits, publicExponent = 65537) =>
  (await generate('rsa', { modulusLength: bits, publicExponent })).privateKey
