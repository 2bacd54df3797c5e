import { between, type Random } from '../../random.ts'
import { persistentRequests, variationsPerAttack, type Attack, type Stage } from '../attack.ts'
import { damaged, flip, placesIn, type Places } from '../files/damage.ts'
import { hostileMail } from '../files/mails.ts'
import { hostileReceived } from '../files/received.ts'
import { hostileCaf, hostileCertificate, hostileResult } from '../files/small-files.ts'
import { hostileSource } from '../files/sources.ts'
import { hostileLogo, hostileTable } from '../files/tables.ts'
import { strangeArchive, workbookBomb, type HostileFile } from '../files/workbooks.ts'
import { formOf } from '../http.ts'
import { json, requestBytes } from '../wire.ts'

type Make = (stage: Stage, index: number, random: Random) => HostileFile

const bytesOf = (base64: string): Buffer => Buffer.from(base64, 'base64')

/** An attack whose variations are files, each posted with the hostile tenant's token. */
function uploads (name: string, path: string, make: Make, texts: Record<string, string> = {}): Attack {
  return {
    kind: 'files',
    name,
    // So many submissions of a tenant are taken at once.
    lanes: 2,
    prepare: (stage, random) => persistentRequests(Array.from({ length: variationsPerAttack }, (_, index) => {
      const file = make(stage, index, random)
      return [file.name, requestBytes({ path, token: stage.token, body: formOf(file.bytes, texts) })] as const
    }))
  }
}

const create = '/api/BulkInvoice/Create'

/** A flipped bit at one kind of place of our own template, or something else wrong there. */
function workbookDamage (kind: keyof Places): Attack {
  return uploads(`workbook, damaged ${kind}`, create, ({ files }, index, random) => {
    const file = bytesOf(files.workbook)
    const place = placeOf(placesIn(file)[kind], random)
    return index % 5 < 3 ? flip(file, between(random, place[0], place[1] - 1), random) : damaged(file, random, place)
  })
}

/** One of the places, large ones more often. */
function placeOf (places: [number, number][], random: Random): [number, number] {
  let at = random() * places.reduce((sum, [from, to]) => sum + to - from, 0)
  return places.find(([from, to]) => (at -= to - from) < 0) ?? [0, 1]
}

function previews (
  name: string, make: (stage: Stage, index: number, random: Random) => { name: string, body: object },
  { path = '/api/PdfTemplate/Preview', method = 'POST' } = {}
): Attack {
  return {
    kind: 'files',
    name,
    // A tenant may have one drawing under way.
    lanes: 1,
    prepare: (stage, random) => persistentRequests(Array.from({ length: variationsPerAttack }, (_, index) => {
      const made = make(stage, index, random)
      return [made.name, requestBytes({ method, path, token: stage.token, body: json(made.body) })] as const
    }))
  }
}

const sourceBody = (index: number, random: Random, more: object): { name: string, body: object } => {
  const { name, text } = hostileSource(index, random)
  return { name, body: { kind: 'code', source: text, ...more } }
}

const logoBody = (
  index: number, random: Random, bodyOf: (settings: object) => object
): { name: string, body: object } => {
  const { name, bytes } = hostileLogo(index, random)
  return { name, body: bodyOf({ logo: bytes.toString('base64') }) }
}

export const fileAttacks: readonly Attack[] = [
  workbookDamage('sheet'),
  workbookDamage('parts'),
  workbookDamage('headers'),
  uploads('workbook, bombs', create, (_stage, index, random) => workbookBomb(index, random)),
  uploads('workbook, strange archives', create, (_stage, index, random) => strangeArchive(index, random)),
  uploads('table, .csv', create, (_stage, index, random) => hostileTable(index, random)),
  uploads('CAF', '/api/Folio/Upload', ({ files }, index, random) => hostileCaf(bytesOf(files.caf), index, random)),
  uploads(
    'certificate, .p12', '/api/Tenant/Certificate',
    ({ files }, index, random) => hostileCertificate(bytesOf(files.certificate), index, random), { Password: 'clave' }
  ),
  uploads(
    'result of the SII', '/api/Webhook/UploadResult',
    ({ taxNumber, trackId }, index, random) => hostileResult({ taxNumber, trackId }, index, random)
  ),
  uploads(
    'received document', '/api/Received/Upload',
    ({ taxNumber }, index, random) => hostileReceived(taxNumber, index, random)
  ),
  {
    ...uploads('mails that cost their reader much', '/api/Received/Upload', (_stage, index, random) => hostileMail(index, random)),
    delaysUploads: true
  },
  previews(
    'logos, Preview', (_stage, index, random) => logoBody(index, random, (settings) => ({ kind: 'settings', settings }))
  ),
  previews(
    'logos, Update',
    ({ templateId }, index, random) => logoBody(index, random, (settings) => ({ id: templateId, settings })),
    { path: '/api/PdfTemplate/Update', method: 'PUT' }
  ),
  previews('Typst sources, Preview', (_stage, index, random) => sourceBody(index, random, {})),
  previews('Typst sources, Create', (_stage, index, random) => sourceBody(index, random, { name: `Mala ${index}` }), {
    path: '/api/PdfTemplate/Create'
  })
]
