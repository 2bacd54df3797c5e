import { setImmediate } from 'node:timers/promises'
import type { Companies } from '../companies.ts'
import { judgeSums } from './book-sums.ts'
import type { Reason } from './reasons.ts'
import { bookSchemaProblems } from './schema/validator.ts'
import { verifySetSignature, type Trust } from './signatures.ts'
import type { BookRefusal, EnvelopeVerdict } from './verdict.ts'
import { characterProblems, child, textAt, type Element, type ParsedXml } from './xml.ts'

interface BookUpload { sender: string, company: string, bytes: Buffer }

const parts: Record<string, string> = {
  LibroCompraVenta: 'EnvioLibro', LibroGuia: 'EnvioLibro', ConsumoFolios: 'DocumentoConsumoFolios'
}

/** The names of root elements of books, among them the daily summary of boletas. */
export const bookRoots: readonly string[] = Object.keys(parts)

/** States of refusal by what is wrong: the daily summary of boletas has those of envelopes. */
const statesOf = {
  book: { schema: 'LRS', signature: 'LRF', cover: 'LRC', kind: 'LNC', sums: 'LRH' },
  summary: { schema: 'RSC', signature: 'RFR', cover: 'RCT', kind: 'RCT', sums: 'RCT' }
} as const satisfies Record<string, Record<string, BookRefusal>>

/** Judges a book in the SII's order: schema, signature, cover sheet, sums. */
export async function judgeBook (
  { root, encoding }: ParsedXml, upload: BookUpload, { companies, trust }: { companies: Companies, trust: Trust }
): Promise<EnvelopeVerdict> {
  const isSummary = root.name === 'ConsumoFolios'
  const states = isSummary ? statesOf.summary : statesOf.book
  const problems = [...characterProblems(upload.bytes, encoding), ...bookSchemaProblems(root)]
  await setImmediate()
  const part = child(root, parts[root.name] ?? '')
  if (problems.length > 0 || !part) return refused(states.schema, 'Error de esquema', problems)
  const signature = verifySetSignature(root, part, trust)
  if (signature.problem !== undefined) return refused(states.signature, 'Firma incorrecta', [signature.problem])
  if (!companies.maySend(upload.company, signature.holder)) {
    return refused(states.signature, 'Usuario no autorizado', [signature.holder])
  }
  const contents: [BookRefusal, string, string[]][] = [
    [states.cover, 'Error en caratula', coverProblems(part, upload, companies)],
    [states.kind, 'Tipo de envio', kindProblems(part)],
    [states.sums, 'Descuadrado', judgeSums(root.name, part)]
  ]
  const wrong = contents.find(([, , found]) => found.length > 0)
  return wrong ? refused(...wrong) : { documents: [], book: isSummary ? 'RPR' : 'LTC' }
}

function refused (state: BookRefusal, description: string, details: readonly string[]): EnvelopeVerdict {
  const reasons: Reason[] = details.map((detail) => ({ code: state, description, detail }))
  return { refusal: { state, reasons }, documents: [] }
}

function coverProblems (part: Element, { sender, company }: BookUpload, companies: Companies): string[] {
  const cover = child(part, 'Caratula')
  const at = (name: string): string => textAt(cover, name)?.trim() ?? ''
  const isSummary = part.name === 'DocumentoConsumoFolios'
  const wanted: [string, boolean][] = [
    [isSummary ? 'RutEmisor' : 'RutEmisorLibro', at(isSummary ? 'RutEmisor' : 'RutEmisorLibro') === company],
    ['RutEnvia', at('RutEnvia') === sender],
    ['FchResol, NroResol', companies.acceptsResolution(company, { number: Number(at('NroResol')), date: at('FchResol') })]
  ]
  return namesOfWrong(wanted)
}

/** A book that the SII asked for is sent whole, under the number of its notification. */
function kindProblems (part: Element): string[] {
  if (part.name === 'DocumentoConsumoFolios') return []
  const cover = child(part, 'Caratula')
  const at = (name: string): string => textAt(cover, name)?.trim() ?? ''
  return namesOfWrong([
    ['TipoLibro', at('TipoLibro') === 'ESPECIAL'],
    ['TipoEnvio', at('TipoEnvio') === 'TOTAL'],
    ['FolioNotificacion', Number(at('FolioNotificacion')) > 0]
  ])
}

function namesOfWrong (wanted: [name: string, isRight: boolean][]): string[] {
  return wanted.filter(([, isRight]) => !isRight).map(([name]) => name)
}
