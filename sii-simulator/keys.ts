import { generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'

const generate = promisify(generateKeyPair)

/** Gives the private key of an RSA pair. Keys of CAFs have 512 bits and exponent 3, as the SII's. */
export type MakeKey = (bits: 512 | 2048, publicExponent?: 3 | 65537) => KeyObject | Promise<KeyObject>

export const generateKey: MakeKey = async (bits, publicExponent = 65537) =>
  (await generate('rsa', { modulusLength: bits, publicExponent })).privateKey
