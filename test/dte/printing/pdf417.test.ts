import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import bwip from 'bwip-js/node'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { pdf417 } from '../../../src/dte/printing/pdf417.ts'
import { codewords, patternOf } from '../../../src/dte/printing/pdf417-patterns.ts'
import { pngOfBitmap } from '../../../src/dte/printing/png.ts'
import { defined } from '../../support/expecting.ts'

beforeAll(async () => {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true })
})

async function readBack (bytes: Buffer, columns: number): Promise<Buffer[]> {
  const png = pngOfBitmap(pdf417(bytes, columns), { scaleX: 2, scaleY: 6 })
  const symbols = await readBarcodes(new Uint8Array(png), { formats: ['PDF417'], tryHarder: true })
  return symbols.filter(({ isValid }) => isValid).map((symbol) => Buffer.from(symbol.bytes))
}

/** The symbol as bwip-js draws it. */
function drawnByAnother (bytes: Buffer, columns: number): { width: number, height: number, cells: Buffer } {
  const [symbol] = bwip.raw({
    bcid: 'pdf417', text: bytes.toString('latin1'), binarytext: true, eclevel: 5, fixedeclevel: true, columns, rowmult: 1
  } as Parameters<typeof bwip.raw>[0])
  if (!symbol || !('pixs' in symbol)) throw new Error('no symbol')
  return { width: symbol.pixx, height: symbol.pixy, cells: Buffer.from(symbol.pixs) }
}

/** Bytes that only byte compaction holds: both encoders have no choice. */
function highBytes (length: number): Buffer {
  const ofLength = fc.uint8Array({ min: 128, minLength: length, maxLength: length })
  const [bytes] = fc.sample(ofLength, { seed: length, numRuns: 1 })
  return Buffer.from(bytes ?? [])
}

describe('pdf417', () => {
  it.each([
    [15, 900], [15, 902], [12, 901], [5, 333], [30, 1]
  ])('draws %i columns as another encoder does', (columns, length) => {
    const bytes = highBytes(length)
    const { width, height, cells } = pdf417(bytes, columns)

    expect({ width, height, cells: Buffer.from(cells as Uint8Array) }).toEqual(drawnByAnother(bytes, columns))
  })

  it('is read back byte for byte, for any content', async () => {
    const piece = fc.oneof(
      fc.stringMatching(/^[ -~]{0,40}$/), fc.stringMatching(/^[A-Z a-z]{0,40}$/), fc.stringMatching(/^\d{0,20}$/),
      fc.constantFrom('Ñ', 'ñandú', '</DA>', '\r\n\t', '&amp;', '\0', "'{}'")
    )
    await fc.assert(fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 14 }), async (pieces) => {
      const bytes = Buffer.from(pieces.join(''), 'latin1')
      fc.pre(bytes.length > 0)

      expect(await readBack(bytes, 15)).toEqual([bytes])
    }), { numRuns: 100 })
  })

  it('needs no more rows than another encoder', () => {
    const text = Buffer.from('<TED version="1.0"><DD><RE>77777777-7</RE><RSR>Ingenieria Nandu</RSR><M>1JH1oq3v9uY7bqB==</M>'.repeat(6))

    expect(pdf417(text, 15).height).toBeLessThanOrEqual(drawnByAnother(text, 15).height)
  })

  it('refuses more than it can hold', () => {
    expect(() => pdf417(highBytes(1200), 15)).toThrow(RangeError)
  })
})

describe('patternOf', () => {
  it.each([0, 1, 2])('has a unique pattern per codeword in the cluster of row %i', (row) => {
    const patterns = Array.from({ length: codewords }, (_, codeword) => patternOf(codeword, row))

    expect(new Set(patterns).size).toBe(codewords)
    for (const pattern of patterns) {
      const widths = defined(pattern.toString(2).match(/1+|0+/g)).map(({ length }) => length)
      const [first = 0, , second = 0, , third = 0, , fourth = 0] = widths
      const cluster = (first - second + third - fourth + 9) % 9
      expect([widths.length, Math.max(...widths) <= 6, cluster]).toEqual([8, true, row * 3])
    }
  })
})
