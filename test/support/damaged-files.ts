import forge from 'node-forge'
import { openSheetFile } from '../../src/adapters/spreadsheet/sheet-file.ts'
import { readUploadResult } from '../../src/adapters/sii/upload-result.ts'
import { readCaf } from '../../src/dte/signing/caf.ts'
import { openPkcs12 } from '../../src/dte/signing/certificate.ts'
import { CafError, CertificateError } from '../../src/dte/signing/file-errors.ts'
import { readLogo } from '../../src/services/printing/pdf-logos.ts'
import { ServiceError } from '../../src/shared/errors.ts'
import { createAuthority } from './authority.ts'
import { pixelPng, svg } from './pdf-sources.ts'
import { uploadResultXml } from './upload-result.ts'
import { workbookOf } from './workbooks.ts'

type Read = (bytes: Buffer) => unknown

export const isRefusal = (error: unknown): boolean =>
  error instanceof ServiceError || error instanceof CafError || error instanceof CertificateError

/**
 * Reads the file with each byte changed, and cut at each length, or at every `step`-th one; what ends otherwise than
 * with a value or a refusal is listed.
 */
export async function oddEndings (file: Buffer, read: Read, step = 1): Promise<string[]> {
  const odd: string[] = []
  async function attempt (what: string, bytes: Buffer): Promise<void> {
    try {
      await read(bytes)
    } catch (error) {
      if (!isRefusal(error)) odd.push(`${what}: ${String(error)}`)
    }
  }
  for (let at = 0; at < file.length; at += step) {
    const damaged = Buffer.from(file)
    damaged.writeUInt8(damaged.readUInt8(at) ^ 1 << at % 8, at)
    await attempt(`byte ${at}`, damaged)
    await attempt(`cut at ${at}`, Buffer.from(file.subarray(0, at)))
  }
  return odd
}

async function readSheet (bytes: Buffer): Promise<number> {
  const { rows } = await openSheetFile(bytes)
  let cells = 0
  for await (const row of rows) cells += row.cells.length
  return cells
}

const authority = createAuthority()

// Of few bytes: each of them is changed, and the file cut at each.
const rosa = authority.certificate({ keyBits: 1024 })

/** A key store whose keys cost one round each. */
function keyStore ({ useMac }: { useMac: boolean }): Buffer {
  const key = forge.pki.privateKeyFromPem(rosa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
  const store = forge.pkcs12.toPkcs12Asn1(key, [forge.pki.certificateFromPem(rosa.certificatePem)], 'clave', {
    algorithm: '3des', count: 1, useMac
  })
  return Buffer.from(forge.asn1.toDer(store).getBytes(), 'latin1')
}

const row = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="0"><v>33</v></c></row>'
const workbook = await workbookOf({ sheets: { Documentos: row }, strings: '<si><t>Documento</t></si>' })
const csv = Buffer.from('Documento;Tipo;Ítem\r\n"F ""1""";33;"Clavos\nde acero"\r\n')
const result = Buffer.from(
  uploadResultXml({
    issuer: '76192083-9', trackId: '0123', subtotals: [{ type: 33, informed: 2, rejected: 1 }], errors: ['ENV-3-1'],
    documents: [{ folio: 7, type: 33, state: 'RCH', details: ['(REF-3-750) No recibido'] }]
  })
)
const logo = svg('<!-- logo --><rect fill="url(#a)" width="4" height="4"/>')

/** One of each kind, and the reader that it is for. */
export const files: [string, Buffer, Read][] = [
  ['a workbook', workbook, readSheet],
  ['a .csv', csv, readSheet],
  ['a CAF', authority.caf(), (bytes) => readCaf(bytes, { today: '2026-11-20', extraKeys: authority.extraKeys })],
  ['a .p12', keyStore({ useMac: true }), (bytes) => openPkcs12(bytes, 'clave')],
  ['a .p12 that proves no password', keyStore({ useMac: false }), (bytes) => openPkcs12(bytes, 'clave')],
  ['a PNG', Buffer.from(pixelPng, 'base64'), (bytes) => readLogo(bytes.toString('base64'))],
  ['an SVG', Buffer.from(logo, 'base64'), (bytes) => readLogo(bytes.toString('base64'))],
  ['a result file of the SII', result, readUploadResult]
]
