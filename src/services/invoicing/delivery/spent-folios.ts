import { santiagoDate } from '../../../dte/values/calendar.ts'
import { documentTypes, type DocumentType } from '../../../dte/values/document-types.ts'
import type { FolioBlockRow } from '../../../repositories/tenants/folio-blocks.ts'
import type { SpentFolioRow } from '../../../repositories/tenants/spent-folios.ts'
import type { Store } from '../../../repositories/store.ts'
import type { Sentence } from '../../../shared/errors.ts'
import type { Actor } from '../../actor.ts'
import type { Clock } from '../../ports.ts'
import { explainSiiCode } from '../sii-codes.ts'
import { blockStopped, folioUsedCode } from './used-folios.ts'

export interface EarlierFolio {
  folio: number
  /** The code for which the document left it. */
  reason: string
  explanation: Sentence | null
  spentAt: Date
}

export interface SpentFolio extends EarlierFolio { correlationId: string }

/** Folios, both ends included, that will never be used. */
export interface VoidRange { from: number, to: number, cause: 'spent' | 'expired' }

export interface SpentFolios { documentType: number, typeName: string, folios: SpentFolio[], ranges: VoidRange[] }

const causes = { spent: 'Documento rechazado por el SII, emitido con otro folio', expired: 'CAF vencido, folio sin usar' }

/** Folios of which no valid document exists or ever will: what a person annuls on the SII's site. */
export function createSpentFolios ({ store, clock }: { store: Store, clock: Clock }) {
  async function list ({ tenantId }: Actor, only?: number): Promise<SpentFolios[]> {
    const { spent, blocks } = await store.asTenant(tenantId, async ({ tenant, spentFolios, folioBlocks }) => {
      const { environment } = await tenant.get()
      return { spent: await spentFolios.list(environment), blocks: await folioBlocks.list(environment) }
    })
    const today = santiagoDate(clock())
    const expired = blocks.filter(({ expiresOn, next, rangeTo }) =>
      expiresOn !== null && expiresOn < today && next <= rangeTo)
    const types = new Set([...spent, ...expired].map(({ documentType }) => documentType))
    return [...types].filter((type) => only === undefined || type === only).sort((one, other) => one - other)
      .map((type) => spentOf(type, { spent, expired }))
  }

  return {
    /** By type, or of one type, in the tenant's present environment. */
    list,

    /** The ranges as a file (UTF-8, semicolons): document type, first folio, last folio, motive. */
    async file (actor: Actor, only?: number): Promise<Buffer> {
      const rows = (await list(actor, only)).flatMap(({ documentType, ranges }) =>
        ranges.map(({ from, to, cause }) => [documentType, from, to, causes[cause]])
      )
      const lines = [['Tipo', 'Desde', 'Hasta', 'Motivo'], ...rows].map((cells) => `${cells.join(';')}\r\n`)
      return Buffer.from(`\ufeff${lines.join('')}`)
    }
  }
}

const givenUp: Sentence = {
  en: 'Another program used folios of the block before the document was sent.',
  es: 'Otro programa usó folios del rango antes de que se enviara el documento.'
}

export type SpentFolioService = ReturnType<typeof createSpentFolios>

export function earlierFolioOf ({ folio, reason, spentAt }: SpentFolioRow): EarlierFolio {
  const known = reason === blockStopped ? givenUp : explainSiiCode(reason)
  return {
    folio: Number(folio), reason, spentAt,
    explanation: known ? { en: known.en, es: known.es } : null
  }
}

function spentOf (
  documentType: number, { spent, expired }: { spent: SpentFolioRow[], expired: FolioBlockRow[] }
): SpentFolios {
  const ofType = spent.filter((one) => one.documentType === documentType)
  return {
    documentType,
    typeName: documentTypes[documentType as DocumentType].name,
    folios: ofType.map((one) => ({ ...earlierFolioOf(one), correlationId: one.invoiceId })),
    ranges: rangesOf(ofType, expired.filter((one) => one.documentType === documentType))
  }
}

/**
 * Neighbours of one cause make one range.
 * A folio under which the SII has another program's document cannot be annulled.
 */
function rangesOf (spent: SpentFolioRow[], expired: FolioBlockRow[]): VoidRange[] {
  const free = spent.filter(({ reason }) => reason !== folioUsedCode)
  const single = free.map(({ folio }): VoidRange => ({ from: Number(folio), to: Number(folio), cause: 'spent' }))
  const expiredRanges = expired.map(({ next, rangeTo }): VoidRange =>
    ({ from: Number(next), to: Number(rangeTo), cause: 'expired' }))
  const ranges: VoidRange[] = []
  for (const range of [...single, ...expiredRanges].sort((one, other) => one.from - other.from)) {
    const last = ranges.at(-1)
    if (last?.cause === range.cause && last.to + 1 === range.from) last.to = range.to
    else ranges.push(range)
  }
  return ranges
}
