import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { keptOr } from './kept.ts'

type Exponent = 3 | 65537

const known = new Map<string, KeyObject>()

/**
 * Gives private RSA keys, each time another one. Every source of a run begins with the same keys: making one takes
 * longer than most tests.
 */
export function keySource () {
  const given = new Map<string, number>()
  return (bits: number, publicExponent: Exponent = 65537): KeyObject => {
    const kind = `${bits}-${publicExponent}`
    const turn = given.get(kind) ?? 0
    given.set(kind, turn + 1)
    const name = `keys/${kind}-${turn}.pem`
    const key = known.get(name) ?? createPrivateKey(keptOr(name, () => pemOfNew(bits, publicExponent)))
    known.set(name, key)
    return key
  }
}

function pemOfNew (modulusLength: number, publicExponent: Exponent): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength, publicExponent })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}
