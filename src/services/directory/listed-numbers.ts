import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

// RUTs have eight digits before the check digit [S5, RUTType].
const bitmapBytes = 100_000_000 / 8
const compress = promisify(gzip)
const decompress = promisify(gunzip)

/** A set of RUTs (without check digits) of a fixed size in memory, 12.5 MB, however many they are. */
export class ListedNumbers {
  private readonly bits: Buffer

  private constructor (bits: Buffer) {
    this.bits = bits
  }

  static none (): ListedNumbers {
    return new ListedNumbers(Buffer.alloc(bitmapBytes))
  }

  static async unpacked (packed: Buffer): Promise<ListedNumbers> {
    const bits = await decompress(packed, { maxOutputLength: bitmapBytes })
    if (bits.length !== bitmapBytes) throw new Error('The list of companies of the directory is damaged')
    return new ListedNumbers(bits)
  }

  /** Some 3 MB for the SII's directory. */
  packed (): Promise<Buffer> {
    return compress(this.bits)
  }

  has (number: number): boolean {
    return ((this.bits[number >>> 3] ?? 0) & (1 << (number & 7))) !== 0
  }

  add (number: number): void {
    this.bits[number >>> 3] = (this.bits[number >>> 3] ?? 0) | (1 << (number & 7))
  }
}
