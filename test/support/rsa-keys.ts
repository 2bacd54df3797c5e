import { generateKeyPairSync, type KeyObject } from 'node:crypto'

const made = new Map<string, KeyObject[]>()

/**
 * Gives private RSA keys, each time another one. Every source of this process begins with the same keys: making one
 * takes longer than most tests.
 */
export function keySource () {
  const given = new Map<string, number>()
  return (bits: number, publicExponent: 3 | 65537 = 65537): KeyObject => {
    const kind = `${bits} ${publicExponent}`
    const keys = made.get(kind) ?? []
    made.set(kind, keys)
    const turn = given.get(kind) ?? 0
    given.set(kind, turn + 1)
    keys[turn] ??= generateKeyPairSync('rsa', { modulusLength: bits, publicExponent }).privateKey
    return keys[turn]
  }
}
