/**
 * The ciphers of key stores. OpenSSL 3 refuses RC2, RC4 and DES, which many files that Chilean authorities hand out
 * need: node-forge decrypts RC2, triple DES with one key three times is DES, and RC4 is short.
 */
import { createDecipheriv } from 'node:crypto'
import forge from 'node-forge'

export interface CipherKey { key: Buffer, iv: Buffer }

export interface Cipher {
  keyBytes: number
  /** Throws when the padding is wrong. */
  decrypt: (key: CipherKey, encrypted: Buffer) => Buffer
}

/** Part of node-forge that its type definitions lack. */
const { rc2: forgeRc2 } = forge as unknown as {
  rc2: {
    createDecryptionCipher: (
      key: forge.util.ByteStringBuffer, bits: number
    ) => Omit<forge.cipher.BlockCipher, 'start'> & { start: (iv: forge.util.ByteStringBuffer) => void }
  }
}

/** A cipher that OpenSSL has in its default provider. */
export function openssl (name: string, keyBytes: number): Cipher {
  return { keyBytes, decrypt: (key, encrypted) => decipher(name, key, encrypted) }
}

export const tripleDes = openssl('des-ede3-cbc', 24)

export const twoKeyTripleDes: Cipher = {
  keyBytes: 16,
  decrypt: ({ key, iv }, encrypted) =>
    decipher('des-ede3-cbc', { key: Buffer.concat([key, key.subarray(0, 8)]), iv }, encrypted)
}

export const des: Cipher = {
  keyBytes: 8,
  decrypt: ({ key, iv }, encrypted) => decipher('des-ede3-cbc', { key: Buffer.concat([key, key, key]), iv }, encrypted)
}

/** RC2 (RFC 2268) in CBC; `bits` are those of the key that have an effect. */
export function rc2 (keyBytes: number, bits = keyBytes * 8): Cipher {
  return {
    keyBytes,
    decrypt: ({ key, iv }, encrypted) => {
      const cipher = forgeRc2.createDecryptionCipher(forgeBuffer(key), bits)
      cipher.start(forgeBuffer(iv))
      cipher.update(forgeBuffer(encrypted))
      if (!cipher.finish()) throw new RangeError('The padding is wrong')
      return Buffer.from(cipher.output.getBytes(), 'latin1')
    }
  }
}

/** RC4 is a stream: it has neither initial value nor padding. */
export function rc4 (keyBytes: number): Cipher {
  return { keyBytes, decrypt: ({ key }, encrypted) => withKeyStream(key, encrypted) }
}

function withKeyStream (key: Buffer, bytes: Buffer): Buffer {
  const state = scheduled(key)
  let [i, j] = [0, 0]
  return Buffer.from(bytes.map((byte) => {
    i = (i + 1) & 0xFF
    j = (j + state.readUInt8(i)) & 0xFF
    swap(state, i, j)
    return byte ^ state.readUInt8((state.readUInt8(i) + state.readUInt8(j)) & 0xFF)
  }))
}

function scheduled (key: Buffer): Buffer {
  const state = Buffer.from(Array.from({ length: 256 }, (_none, index) => index))
  let j = 0
  for (let i = 0; i < 256; i++) {
    j = (j + state.readUInt8(i) + key.readUInt8(i % key.length)) & 0xFF
    swap(state, i, j)
  }
  return state
}

function swap (state: Buffer, i: number, j: number): void {
  const byte = state.readUInt8(i)
  state.writeUInt8(state.readUInt8(j), i)
  state.writeUInt8(byte, j)
}

function decipher (name: string, { key, iv }: CipherKey, encrypted: Buffer): Buffer {
  const cipher = createDecipheriv(name, key, iv)
  return Buffer.concat([cipher.update(encrypted), cipher.final()])
}

function forgeBuffer (bytes: Buffer): forge.util.ByteStringBuffer {
  return forge.util.createBuffer(bytes.toString('latin1'))
}
