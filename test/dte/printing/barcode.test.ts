import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { stampBarcode } from '../../../src/dte/printing/barcode.ts'
import { readCaf } from '../../../src/dte/signing/caf.ts'
import { pngOfBitmap } from '../../../src/dte/printing/png.ts'
import { stamp } from '../../../src/dte/signing/stamp.ts'
import { createAuthority } from '../../support/authority.ts'

const authority = createAuthority()

beforeAll(async () => {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true })
})

async function readBack (png: Buffer): Promise<Buffer[]> {
  const symbols = await readBarcodes(new Uint8Array(png), { formats: ['PDF417'], tryHarder: true })
  return symbols.filter(({ isValid }) => isValid).map(({ bytes }) => Buffer.from(bytes))
}

function stampOf (businessName: string, receiverName: string, firstItemName: string): Promise<string> {
  const caf = readCaf(authority.caf({ businessName }), { today: '2026-11-20', extraKeys: authority.extraKeys })
  return stamp({
    senderTaxNumber: '99999999-9',
    documentType: 33,
    folio: 9_999_999_999,
    issueDate: '2026-11-20',
    receiverTaxNumber: '60803000-K',
    receiverName,
    totalAmount: '119000',
    firstItemName,
    stampedAt: '2026-11-20T07:30:00'
  }, caf)
}

describe('stampBarcode', () => {
  it.each([
    ['an ordinary stamp', 'COMERCIAL LOS NIRES SPA', 'Servicio de Impuestos Internos', 'Pintura látex'],
    ['letters beyond ASCII in the CAF', 'ÑANDÚ & CÍA º½ LTDA', 'Compañía', 'Cañería'],
    ['the longest names', 'Ñ'.repeat(40), '&'.repeat(60), '<'.repeat(60)]
  ])('is read back byte for byte: %s', async (_name, businessName, receiverName, itemName) => {
    const ted = await stampOf(businessName.replace('&', '&amp;'), receiverName, itemName)

    expect(await readBack(stampBarcode(ted))).toEqual([Buffer.from(ted, 'latin1')])
    expect(await readBack(stampBarcode(ted, 12))).toEqual([Buffer.from(ted, 'latin1')])
  })

  it('gives the same picture for the same stamp', async () => {
    const ted = await stampOf('COMERCIAL LOS NIRES SPA', 'x', 'y')

    expect(stampBarcode(ted).equals(stampBarcode(ted))).toBe(true)
  })

  it('refuses a stamp that ISO-8859-1 cannot hold', () => {
    expect(() => stampBarcode('<TED>€</TED>')).toThrow(RangeError)
  })
})

describe('pngOfBitmap', () => {
  it('draws one bit per pixel, black for a set cell, at the requested size', () => {
    const png = pngOfBitmap({ width: 3, height: 2, cells: [1, 0, 1, 0, 1, 0] }, { scaleX: 3, scaleY: 2 })

    expect(png.subarray(12, 29)).toEqual(Buffer.from([...Buffer.from('IHDR'), 0, 0, 0, 9, 0, 0, 0, 4, 1, 0, 0, 0, 0]))
    const data = inflateSync(png.subarray(png.indexOf('IDAT') + 4, png.indexOf('IEND') - 8))
    const oneRow = [0, 0b00011100, 0b01111111]
    const otherRow = [0, 0b11100011, 0b11111111]
    expect([...data]).toEqual([...oneRow, ...oneRow, ...otherRow, ...otherRow])
  })
})
