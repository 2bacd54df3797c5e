import type { Authority } from '../authority.ts'
import type { AnswerSigner } from '../mail/answer-files.ts'
import { signerFor } from '../mail/answer-signer.ts'
import type { MailStore } from '../mail/mail-store.ts'
import { writtenMail } from '../mail/written-mail.ts'
import type { Memory } from '../memory.ts'
import type { Reception } from '../reception.ts'
import { addDays, dayMs, localDate, localTime } from '../time.ts'
import {
  bareFile, type Defect, dteText, envelopeFile, type SupplierCaf, supplierCaf, type SupplierDocument
} from './supplier-files.ts'

export interface SupplierOrder { taxNumber: string, name: string, address: string }

export interface DocumentOrder {
  /** Who gets them, one for each document; the cover is for the first. */
  receivers: readonly string[]
  /** The mailbox; undefined for the file alone. */
  to?: string | undefined
  net: number
  defect?: Defect | undefined
  /** The server whose Authentication-Results prove the supplier's domain. */
  provenBy?: string | undefined
  /** How many days ago they were issued and the SII received them. */
  receivedDaysAgo?: number | undefined
}

export const mostDaysAgo = 60

export interface Issued { folios: number[], file: Buffer, mails: number }

interface Supplier extends SupplierOrder { signer: AnswerSigner, cafs: Record<33 | 61, SupplierCaf>, lastFolio: number }

interface Parts {
  authority: Authority
  memory: Memory
  reception: Reception
  mails: MailStore
  now: () => Date
}

const lastOfRange = 1_000_000
const siiRut = '60803000-K'
const strangers = { rut: '69507000-4', name: 'OTRA EMPRESA' }
const resolution = { number: 0, date: '2026-03-02' }

/** Companies that send documents to those who are tried: in the SII's memory, and by mail with chosen defects. */
export function createSuppliers ({ authority, memory, reception, mails, now }: Parts) {
  const suppliers = new Map<string, Supplier>()

  async function cafOf (taxNumber: string, businessName: string, documentType: 33 | 61): Promise<SupplierCaf> {
    const authorisedOn = addDays(localDate(now()), -mostDaysAgo)
    const range = { taxNumber, businessName, documentType, from: 1, to: lastOfRange, authorisedOn }
    const file = await authority.issueCaf(range)
    await memory.remember({ kind: 'caf', range })
    return supplierCaf(file)
  }

  const momentOf = ({ receivedDaysAgo = 0 }: DocumentOrder): Date =>
    new Date(now().getTime() - receivedDaysAgo * dayMs)

  async function upload (
    { taxNumber, signer }: Supplier, documents: readonly SupplierDocument[], dtes: readonly string[], at: Date
  ): Promise<void> {
    const [document] = documents
    if (!document) return
    const bytes = envelopeFile(dtes, { document, receiver: siiRut, signer, resolution })
    const form = { sender: signer.rut, company: taxNumber, fileName: `E${document.folio}.xml`, bytes, at }
    const { status, details } = await reception.receive('DTE', form, signer.rut)
    if (status !== '0') throw new Error(`The SII refused a supplier's envelope: ${status} ${details.join()}`)
    await reception.settled()
  }

  /** What the SII gets is right, whatever comes by mail. */
  async function register (
    supplier: Supplier, documents: readonly SupplierDocument[], order: DocumentOrder
  ): Promise<void> {
    const { defect, net } = order
    const at = momentOf(order)
    if (defect === 'neverSent' || defect === 'otherContent' || defect === 'foreignCaf') return
    const { cafs, signer } = supplier
    await upload(supplier, documents, documents.map((one) => dteText(one, { caf: cafs[33], signer })), at)
    if (defect !== 'annulled') return
    const notes = documents.map((one): SupplierDocument => ({ ...one, type: 61, annuls: one.folio, net }))
    await upload(supplier, notes, notes.map((one) => dteText(one, { caf: cafs[61], signer })), at)
  }

  function deliver ({ address, name }: Supplier, { to, defect, provenBy }: DocumentOrder, file: Buffer): number {
    if (to === undefined) return 0
    const domain = address.slice(address.indexOf('@') + 1)
    const times = defect === 'repeatedFile' ? 2 : 1
    for (let time = 0; time < times; time++) {
      const isDelivered = mails.deliver(to, writtenMail({
        from: address, to, at: now(), subject: `Envio de DTE de ${name}`, text: 'Se adjunta documento.',
        file: { name: 'EnvioDTE.xml', bytes: file },
        headers: provenBy === undefined ? [] : [`Authentication-Results: ${provenBy}; dkim=pass header.d=${domain}`]
      }))
      if (!isDelivered) throw new Error(`There is no mailbox ${to}`)
    }
    return times
  }

  return {
    /** Makes a supplier with a certificate and folios of its own, which the SII knows. */
    async add (order: SupplierOrder): Promise<void> {
      const { taxNumber, name } = order
      const signer = await signerFor(authority, taxNumber, new Date(now().getTime() - (mostDaysAgo + 1) * dayMs))
      await memory.remember({ kind: 'sender', taxNumber, holder: signer.rut })
      const cafs = { 33: await cafOf(taxNumber, name, 33), 61: await cafOf(taxNumber, name, 61) }
      suppliers.set(taxNumber, { ...order, signer, cafs, lastFolio: 0 })
    },

    /** Issues a document for each receiver in one file; undefined for an unknown supplier. */
    async issue (taxNumber: string, order: DocumentOrder): Promise<Issued | undefined> {
      const supplier = suppliers.get(taxNumber)
      if (!supplier) return undefined
      const { receivers: [receiver = ''], defect } = order
      const first = defect === 'otherContent' ? Math.max(supplier.lastFolio, 1) : supplier.lastFolio + 1
      const documents = documentsOf(supplier, order, { first, at: localTime(momentOf(order)).replace(' ', 'T') })
      supplier.lastFolio = first + documents.length - 1
      const caf = defect === 'foreignCaf' ? await cafOf(strangers.rut, strangers.name, 33) : supplier.cafs[33]
      const { signer } = supplier
      const dtes = documents.map((one) => dteText(one, { caf, signer, defect }))
      await register(supplier, documents, order)
      const [document] = documents
      if (!document) return { folios: [], file: Buffer.alloc(0), mails: 0 }
      const cover = defect === 'addressedToSii' ? siiRut : receiver
      const file = defect === 'bareDte'
        ? bareFile(dtes[0] ?? '')
        : envelopeFile(dtes, { document, receiver: cover, signer, defect, resolution })
      return { folios: documents.map(({ folio }) => folio), file, mails: deliver(supplier, order, file) }
    },

    /** Mails a file of the supplier, such as one that was damaged before. False for an unknown supplier. */
    send (
      taxNumber: string, { to, file, provenBy }: { to: string, file: Buffer, provenBy?: string | undefined }
    ): boolean {
      const supplier = suppliers.get(taxNumber)
      if (supplier) deliver(supplier, { receivers: [], net: 0, to, provenBy }, file)
      return supplier !== undefined
    }
  }
}

export type Suppliers = ReturnType<typeof createSuppliers>

function documentsOf (
  { taxNumber, name }: Supplier, { receivers, net, defect }: DocumentOrder,
  { first, at }: { first: number, at: string }
): SupplierDocument[] {
  return receivers.map((receiver, index) => ({
    type: 33, folio: first + index, at, issuer: { rut: taxNumber, name }, net: defect === 'otherContent' ? net + 7 : net,
    receiver: defect === 'wrongReceiver' ? strangers.rut : receiver
  }))
}
