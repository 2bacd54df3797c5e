import { checkDigit } from '../../../src/dte/values/rut.ts'
import { between, type Random } from '../../random.ts'
import { persistentRequests, variationsPerAttack, type Attack, type Stage } from '../attack.ts'
import { damaged, placesIn } from '../files/damage.ts'
import { hostileMail } from '../files/mails.ts'
import { hostileReceived } from '../files/received.ts'
import { hostileCaf, hostileCertificate, hostileResult } from '../files/small-files.ts'
import { hostileLogo, hostileSource } from '../files/templates.ts'
import { hostileTable } from '../files/tables.ts'
import { strangeArchive, workbookBomb, type HostileFile } from '../files/workbooks.ts'
import { formOf } from '../http.ts'
import { json, requestBytes } from '../wire.ts'

/** One kind of request of an attack: its name, and its bytes with the hostile tenant's token. */
type Make = (stage: Stage, index: number, random: Random) => readonly [name: string, bytes: Buffer]

/** The kinds in turn, each with its own recipes in turn from one that the seed draws. */
function inTurn (name: string, lanes: number, kinds: readonly Make[], more: Partial<Attack> = {}): Attack {
  return {
    kind: 'files',
    name,
    lanes,
    ...more,
    prepare (stage, random) {
      const first = between(random, 0, 999)
      return persistentRequests(Array.from({ length: variationsPerAttack }, (_, index) =>
        kinds[index % kinds.length]?.(stage, first + Math.floor(index / kinds.length), random) ?? ['', Buffer.alloc(0)]))
    }
  }
}

// So many submissions of a tenant are taken at once, and so many drawings.
const [submissions, drawings] = [2, 1]

function upload (
  path: string, make: (stage: Stage, index: number, random: Random) => HostileFile, texts: Record<string, string> = {}
): Make {
  return (stage, index, random) => {
    const { name, bytes } = make(stage, index, random)
    return [name, requestBytes({ path, token: stage.token, body: formOf(bytes, texts) })]
  }
}

const bytesOf = (base64: string): Buffer => Buffer.from(base64, 'base64')
const create = '/api/BulkInvoice/Create'

/** Our own template, damaged in its sheet, its other parts or the headers of the zip. */
function damagedWorkbook ({ files }: Stage, index: number, random: Random): HostileFile {
  const file = bytesOf(files.workbook)
  const places = Object.values(placesIn(file))[index % 3] ?? []
  return damaged(file, random, places[between(random, 0, places.length - 1)])
}

function template (method: string, path: string, make: (stage: Stage, index: number, random: Random) => {
  name: string, body: object
}): Make {
  return (stage, index, random) => {
    const { name, body } = make(stage, index, random)
    return [name, requestBytes({ method, path, token: stage.token, body: json(body) })]
  }
}

function logo (index: number, random: Random): { name: string, settings: object } {
  const { name, bytes } = hostileLogo(index, random)
  return { name, settings: { logo: bytes.toString('base64') } }
}

// The most that an import may have; each version changes every row of the one before.
const rows = 10_000

function imported (path: string, heading: string, rowOf: (row: number, version: number) => string): Make {
  return ({ token }, version) => {
    const lines = Array.from({ length: rows }, (_, row) => rowOf(row, version % 5))
    return [
      `${path}, version ${version % 5}`,
      requestBytes({ path, token, body: formOf(Buffer.from([heading, ...lines].join('\n'))) })
    ]
  }
}

const customerOf = (row: number, version: number): string => {
  const digits = String(60_000_000 + row)
  return `${digits}-${checkDigit(digits)};Comercial ${row} Limitada;Ferretería ${version};Calle Larga ${row};Ñuñoa;Santiago`
}

export const fileAttacks: readonly Attack[] = [
  inTurn('workbooks', submissions, [
    upload(create, (_stage, index, random) => workbookBomb(index, random)),
    upload(create, (_stage, index, random) => strangeArchive(index, random)),
    upload(create, damagedWorkbook)
  ]),
  inTurn('tables, .csv', submissions, [upload(create, (_stage, index, random) => hostileTable(index, random))]),
  inTurn('imports of 10,000 rows', submissions, [
    imported('/api/Product/Import', 'code;name;description;unitPrice',
      (row, version) => `SKU-${row};Producto número ${row} de ferretería;Se vende por unidad;${1000 + row + version}`),
    imported('/api/Customer/Import', 'taxNumber;businessName;businessActivity;address;municipality;city', customerOf)
  ]),
  inTurn('CAF, certificate, result of the SII', submissions, [
    upload('/api/Folio/Upload', ({ files }, index, random) => hostileCaf(bytesOf(files.caf), index, random)),
    upload('/api/Tenant/Certificate',
      ({ files }, index, random) => hostileCertificate(bytesOf(files.certificate), index, random), { Password: 'clave' }),
    upload('/api/Webhook/UploadResult', (stage, index, random) => hostileResult(stage, index, random))
  ]),
  inTurn('received documents and mails', submissions, [
    upload('/api/Received/Upload', ({ taxNumber }, index, random) => hostileReceived(taxNumber, index, random)),
    upload('/api/Received/Upload', (_stage, index, random) => hostileMail(index, random))
  ], { delaysUploads: true }),
  inTurn('templates: sources and logos', drawings, [
    template('POST', '/api/PdfTemplate/Preview', (_stage, index, random) => {
      const { name, text } = hostileSource(index, random)
      return { name, body: { kind: 'code', source: text } }
    }),
    template('POST', '/api/PdfTemplate/Preview', (_stage, index, random) => {
      const { name, settings } = logo(index, random)
      return { name, body: { kind: 'settings', settings } }
    }),
    template('POST', '/api/PdfTemplate/Create', (_stage, index, random) => {
      const { name, text } = hostileSource(index + 500, random)
      return { name, body: { kind: 'code', name: `Mala ${index}`, source: text } }
    }),
    template('PUT', '/api/PdfTemplate/Update', ({ templateId }, index, random) => {
      const { name, settings } = logo(index + 500, random)
      return { name, body: { id: templateId, settings } }
    })
  ])
]
