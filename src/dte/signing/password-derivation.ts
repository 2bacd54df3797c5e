/**
 * Keys from passwords as PKCS#12 derives them, with the hash functions of the platform: files ask for 100,000 rounds.
 */
import { hash as hashOf } from 'node:crypto'

export interface Pkcs12Derivation {
  digest: 'md5' | 'sha1' | 'sha224' | 'sha256' | 'sha384' | 'sha512'
  /** Its characters, each of two bytes. */
  password: string
  salt: Buffer
  iterations: number
}

/** What the bytes are for (RFC 7292, appendix B.3). */
export const purposes = { key: 1, iv: 2, mac: 3 } as const

const digestBytes = { md5: 16, sha1: 20, sha224: 28, sha256: 32, sha384: 48, sha512: 64 } as const

/** RFC 7292, appendix B.2. Blocks for about a microsecond a round. */
export function pkcs12Key (
  { digest, password, salt, iterations }: Pkcs12Derivation, purpose: keyof typeof purposes, length: number
): Buffer {
  const blockBytes = digestBytes[digest] > 32 ? 128 : 64
  const diversifier = Buffer.alloc(blockBytes, purposes[purpose])
  const input = Buffer.concat([filled(salt, blockBytes), filled(characters(password), blockBytes)])
  const blocks: Buffer[] = []
  while (blocks.length * digestBytes[digest] < length) {
    const block = hashedOften(digest, Buffer.concat([diversifier, input]), iterations)
    blocks.push(block)
    increase(input, repeated(block, blockBytes))
  }
  return Buffer.concat(blocks).subarray(0, length)
}

function hashedOften (digest: Pkcs12Derivation['digest'], start: Buffer, iterations: number): Buffer {
  let hash = start
  for (let round = 0; round < iterations; round++) hash = hashOf(digest, hash, 'buffer')
  return hash
}

/** UTF-16, big-endian, with two bytes of zero at the end. */
function characters (password: string): Buffer {
  return Buffer.from(`${password}\0`, 'utf16le').swap16()
}

/** Repeated to a whole number of blocks; nothing of nothing. */
function filled (bytes: Buffer, blockBytes: number): Buffer {
  return repeated(bytes, blockBytes * Math.ceil(bytes.length / blockBytes))
}

function repeated (bytes: Buffer, length: number): Buffer {
  return length === 0 ? Buffer.alloc(0) : Buffer.alloc(length, bytes)
}

/** Adds the block and one to each block of the input, as numbers, without what overflows. */
function increase (input: Buffer, block: Buffer): void {
  for (let end = input.length; end > 0; end -= block.length) {
    let carry = 1
    for (let index = 1; index <= block.length; index++) {
      carry += input.readUInt8(end - index) + block.readUInt8(block.length - index)
      input.writeUInt8(carry & 0xFF, end - index)
      carry >>= 8
    }
  }
}
