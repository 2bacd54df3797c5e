import type { Readable } from 'node:stream'
import type { InvoiceFilter } from '../../repositories/invoicing/lists/invoice-lists.ts'
import type { Store } from '../../repositories/store.ts'
import { ServiceError, type Sentence } from '../../shared/errors.ts'
import type { Actor } from '../actor.ts'
import type { ArchiveEntry, Archives, Clock } from '../ports.ts'
import type { Printing } from './printing.ts'

export interface DocumentArchivesDependencies {
  store: Pick<Store, 'asTenant'>
  printing: Pick<Printing, 'getXml' | 'getPdfIfDrawn'>
  archives: Archives
  clock: Clock
}

/** What there is of each document in an archive. */
export type ArchiveContent = 'xmlAndPdf' | 'xml'

export interface ArchiveFile { stream: Readable, fileName: string }

// A PDF takes some 100 ms, and an archive ten minutes at most. The sentence of ARCHIVE_TOO_LARGE says so too.
const mostDrawn = 1000
const mostOfXml = 10_000

/** The files of many documents in one .zip file, which is made while it is read. */
export function createDocumentArchives ({ store, printing, archives, clock }: DocumentArchivesDependencies) {
  /** One document after another, so that the PDFs that people wait for are drawn in between. */
  async function * entries (
    actor: Actor, ids: string[], { include, language }: { include: ArchiveContent, language: keyof Sentence }
  ): AsyncGenerator<ArchiveEntry> {
    const missing: string[] = []
    for (const correlationId of ids) {
      const xml = await fileOr(() => printing.getXml(actor, correlationId))
      // It waits, or left its folio since.
      if (!xml) continue
      yield { path: xml.fileName, bytes: xml.bytes }
      if (include === 'xml') continue
      const pdf = await fileOr(() => printing.getPdfIfDrawn(actor, { correlationId, cedible: false }))
      if (pdf) yield { path: pdf.fileName, bytes: pdf.bytes }
      else missing.push(xml.fileName.replace(/\.xml$/, '.pdf'))
    }
    if (missing.length > 0) yield { path: missingFile[language], bytes: Buffer.from(`${missing.join('\n')}\n`) }
  }

  return {
    /** The issued documents of a list; a file names those whose PDF cannot be drawn. Throws ARCHIVE_TOO_LARGE. */
    async write (
      actor: Actor, filter: InvoiceFilter, wish: { include: ArchiveContent, language: keyof Sentence }
    ): Promise<ArchiveFile> {
      const most = wish.include === 'xml' ? mostOfXml : mostDrawn
      const ids = await store.asTenant(actor.tenantId, ({ invoiceLists }) => invoiceLists.listIds(filter, most))
      if (!ids) throw new ServiceError('ARCHIVE_TOO_LARGE')
      return { stream: archives.write(entries(actor, ids, wish), clock()), fileName: fileNames[wish.language] }
    }
  }
}

export type DocumentArchives = ReturnType<typeof createDocumentArchives>

const fileNames: Sentence = { en: 'documents.zip', es: 'documentos.zip' }
const missingFile: Sentence = { en: 'missing.txt', es: 'faltan.txt' }

/** Undefined for what cannot be had of a document; an archive that is under way has no other way to say it. */
async function fileOr<File> (read: () => Promise<File>): Promise<File | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}
