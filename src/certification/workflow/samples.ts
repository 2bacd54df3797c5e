import type { Readable } from 'node:stream'
import type { Store } from '../../repositories/store.ts'
import { errorTable, problemAt, ServiceError } from '../../shared/errors.ts'
import type { Actor } from '../../services/actor.ts'
import type { ArchiveEntry, Archives, Clock } from '../../services/ports.ts'
import type { PrintedSample, Printing } from '../../services/printing/printing.ts'
import { approvedAttempt, type Item, pageNameOf } from './items.ts'
import { readItems } from './read-items.ts'

export interface SamplesDependencies {
  store: Store
  printing: Pick<Printing, 'getSample'>
  archives: Archives
  clock: Clock
}

/** A document that the SII wants to see printed. */
interface SampledDocument { set: string, case: number, correlationId: string }

/** A file of the .zip, as its manifest lists it. */
interface Sample extends SampledDocument {
  name: string
  documentType: number
  folio: number
  copy: 'TRIBUTARIA' | 'CEDIBLE'
  bytes: Buffer
}

// [S6]: a file holds one copy on one page, and no more than this.
const mostBytes = 500_000

/** Prints what the SII asks for in the step of printed samples. */
export function createSamples ({ store, printing, archives, clock }: SamplesDependencies) {
  /** Throws the errors of getSample; one about the drawing names the document. */
  async function draw (actor: Actor, document: SampledDocument): Promise<PrintedSample> {
    // The signal ends what waits to be drawn; nothing else begins after it.
    actor.signal?.throwIfAborted()
    try {
      return await printing.getSample(actor, document.correlationId)
    } catch (error) {
      if (error instanceof ServiceError && drawingErrors.has(error.code)) throw undrawable(document, error)
      throw error
    }
  }

  /** One document after the other: drawings take turns with those of others, and each has its own limit of time. */
  async function print (actor: Actor, documents: readonly SampledDocument[]): Promise<Sample[]> {
    const samples: Sample[] = []
    for (const document of documents) {
      const { documentType, folio, tributary, cedible } = await draw(actor, document)
      const stem = `${String(documentType).padStart(3, '0')}_${String(folio).padStart(4, '0')}`
      const of = (copy: Sample['copy'], bytes: Buffer): Sample =>
        ({ ...document, name: `${stem}_${copy}.pdf`, documentType, folio, copy, bytes })
      samples.push(of('TRIBUTARIA', tributary), ...cedible ? [of('CEDIBLE', cedible)] : [])
    }
    return samples
  }

  return {
    /**
     * A .zip with the PDF of each copy of the documents of every approved set, and of one document of each type of the
     * simulation, and a manifest in the order of the SII's page. All is drawn before the first byte, so that a client
     * gets all of it or an error. Throws ServiceError CERTIFICATION_ONLY, CERTIFICATION_NOT_STARTED,
     * CERTIFICATION_INCOMPLETE while no set is approved, the errors of getSample, and the reason of the actor's signal.
     */
    async zip (actor: Actor): Promise<{ stream: Readable, fileName: string }> {
      const { taxNumber, documents } = await store.asTenant(actor.tenantId, async (repositories) => {
        const tenant = await repositories.tenant.get()
        if (tenant.environment !== 'certification') throw new ServiceError('CERTIFICATION_ONLY')
        const journey = await repositories.certification.findJourney('DTE')
        if (!journey) throw new ServiceError('CERTIFICATION_NOT_STARTED')
        return { taxNumber: tenant.taxNumber, documents: sampled(await readItems(repositories, journey.id)) }
      })
      if (documents.length === 0) {
        throw new ServiceError('CERTIFICATION_INCOMPLETE', { problems: [setsFirst] })
      }
      const samples = await print(actor, documents)
      return { stream: archives.write(filesOf(samples), clock()), fileName: `MUESTRAS_${taxNumber}.zip` }
    }
  }
}

export type Samples = ReturnType<typeof createSamples>

const setsFirst = {
  path: 'SETS_NOT_APPROVED',
  message: { en: 'No set is approved yet.', es: 'Aún no hay sets aprobados.' }
}

const drawingErrors: ReadonlySet<string> = new Set(['PDF_UNAVAILABLE', 'PDF_TOO_LONG'])

function undrawable ({ set, case: number }: SampledDocument, cause: ServiceError): ServiceError {
  const { en, es } = errorTable[cause.code]
  return new ServiceError(cause.code, {
    cause, problems: [problemAt(set, { en: `Case ${number}: ${en}`, es: `Caso ${number}: ${es}` })]
  })
}

/** In the order of the sets and cases; of the simulation the first document of each type. */
function sampled (items: readonly Item[]): SampledDocument[] {
  return items.flatMap((item) => {
    const documents = approvedAttempt(item)?.documents ?? []
    const wanted = item.kind === 'simulation'
      ? documents.filter(({ documentType }, index) =>
        documents.findIndex((other) => other.documentType === documentType) === index)
      : item.kind === 'documents' ? documents : []
    return wanted.map(({ position, invoiceId }) => ({
      set: pageNameOf(item), case: position, correlationId: invoiceId
    }))
  })
}

async function * filesOf (samples: readonly Sample[]): AsyncGenerator<ArchiveEntry> {
  yield { path: 'MANIFIESTO.csv', bytes: manifestOf(samples) }
  for (const { name, bytes } of samples) yield { path: name, bytes }
}

/** Semicolons and a byte order mark: what a spreadsheet in Chile opens with a click. */
function manifestOf (samples: readonly Sample[]): Buffer {
  const rows = samples.map(({ name, documentType, folio, copy, set, case: number, bytes }, index) =>
    [index + 1, documentType, folio, copy, set, number, name, pagesOf(bytes), bytes.length, ...objections(bytes)])
  const heading = ['Fila', 'Tipo', 'Folio', 'Copia', 'Set', 'Caso', 'Archivo', 'Páginas', 'Bytes', 'Observación']
  return Buffer.from(`\uFEFF${[heading, ...rows].map((row) => `${row.join(';')}\r\n`).join('')}`)
}

/** Why the SII's page would not take a file. */
function objections (pdf: Buffer): string[] {
  return [
    ...(pagesOf(pdf) > 1 ? ['Tiene más de una página'] : []), ...(pdf.length > mostBytes ? ['Pesa más de 500 KB'] : [])
  ]
}

/** As the root of the page tree says. */
function pagesOf (pdf: Buffer): number {
  const count = /\/Type\s*\/Pages\s*\/Count (\d+)/.exec(pdf.toString('latin1'))?.[1]
  if (count === undefined) throw new ServiceError('PDF_UNAVAILABLE')
  return Number(count)
}
