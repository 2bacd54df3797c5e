import type { Companies } from '../companies.ts'
import type { Document } from './facts.ts'
import type { Reason } from './reasons.ts'
import { child, childrenOf, textAt, type Element } from './xml.ts'

const siiRut = '60803000-K'

export function readCover (set: Element) {
  const cover = child(set, 'Caratula')
  const at = (name: string) => textAt(cover, name)?.trim() ?? ''
  return {
    issuer: at('RutEmisor'),
    sender: at('RutEnvia'),
    receiver: at('RutReceptor'),
    resolution: { number: Number(at('NroResol')), date: at('FchResol') },
    counts: childrenOf(cover, 'SubTotDTE').map((row) => ({
      documentType: Number(textAt(row, 'TpoDTE')), count: Number(textAt(row, 'NroDTE')),
    })),
  }
}

/**
 * Checks the cover sheet: it is addressed to the SII, names the sender, the company and its resolution, and has the
 * right counts.
 */
export function judgeCover (
  set: Element, documents: Document[], upload: { sender: string, company: string }, companies: Companies
): Reason[] {
  const cover = readCover(set)
  const found: Reason[] = []
  if (cover.receiver !== siiRut) {
    found.push(coverReason('CRT-3-18', 'RUT receptor de la caratula no es el del SII', cover.receiver))
  }
  if (cover.sender !== upload.sender) found.push(coverReason('CRT-3-11', 'RUT que envia no corresponde', cover.sender))
  if (cover.issuer !== upload.company) {
    found.push(coverReason('CRT-3-12', 'RUT emisor no corresponde a la empresa', cover.issuer))
  }
  if (!companies.acceptsResolution(cover.issuer, cover.resolution)) {
    found.push(
      coverReason(
        'CRT-3-19', 'Fecha o numero de resolucion incorrectos', `${cover.resolution.number} ${cover.resolution.date}`
      )
    )
  }
  if (!countsMatch(cover.counts, documents)) {
    found.push(coverReason('CRT-3-20', 'SubTotDTE no coincide con los documentos'))
  }
  return found
}

function coverReason (code: string, description: string, detail?: string): Reason {
  return { code, description, ...(detail === undefined ? {} : { detail }) }
}

function countsMatch (counts: { documentType: number, count: number }[], documents: Document[]): boolean {
  const actual = new Map<number, number>()
  for (const { facts } of documents) actual.set(facts.documentType, (actual.get(facts.documentType) ?? 0) + 1)
  return counts.length === actual.size && counts.every(({ documentType, count }) => actual.get(documentType) === count)
}
