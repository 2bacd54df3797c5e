import PostalMime from 'postal-mime'
import { child, childrenOf, parseXml, textAt } from '../judge/xml.ts'
import type { Authority } from '../authority.ts'
import { type AnswerSigner, type BroughtDocument, receiptsFile, receptionFile, resultFile } from './answer-files.ts'
import { signerFor } from './answer-signer.ts'
import type { SmtpMail } from './smtp-server.ts'
import { writtenMail } from './written-mail.ts'

/** A company that receives documents at an address and answers as it is configured. */
export interface Customer {
  address: string
  taxNumber: string
  /** EstadoRecepDTE; undefined for no answer. */
  reception?: number | undefined
  /** EstadoDTE. */
  result?: number | undefined
  receipt: boolean
  /** Changes what it signed. */
  forges: boolean
}

/** Customers that answer the envelopes that they get by mail. */
export function createCustomers (
  { authority, now, send }: { authority: Authority, now: () => Date, send: (to: string, source: Buffer) => void }
) {
  const customers = new Map<string, { customer: Customer, signer: AnswerSigner }>()

  async function answer ({ customer, signer }: { customer: Customer, signer: AnswerSigner }, mail: SmtpMail) {
    const email = await PostalMime.parse(mail.source)
    const to = email.replyTo?.[0]?.address ?? email.from?.address ?? mail.from
    for (const { content, filename } of email.attachments) {
      if (/\.xml$/i.test(filename ?? '')) answerFile({ customer, signer }, Buffer.from(content as ArrayBuffer), to)
    }
  }

  function answerFile ({ customer, signer }: { customer: Customer, signer: AnswerSigner }, bytes: Buffer, to: string) {
    const documents = documentsOf(bytes)
    const [first] = documents
    if (!first) return
    const facts = { responder: customer.taxNumber, recipient: first.issuer, documents, signedAt: localTime(now()) }
    const files = [
      ...customer.reception === undefined ? [] : [receptionFile(facts, customer.reception, signer)],
      ...customer.result === undefined ? [] : [resultFile(facts, customer.result, signer)],
      ...customer.receipt ? [receiptsFile(facts, signer)] : []
    ]
    for (const file of files) {
      send(to, writtenMail({
        from: customer.address, to, at: now(), subject: `Respuesta DTE ${first.type} ${first.folio}`,
        text: 'Respuesta automatica.', file: { name: 'Respuesta.xml', bytes: customer.forges ? forged(file) : file }
      }))
    }
  }

  return {
    async add (customer: Customer): Promise<void> {
      const signer = await signerFor(authority, customer.taxNumber)
      customers.set(customer.address.toLowerCase(), { customer, signer })
    },

    /** Takes a mail; customers that it is for answer it. */
    async receive (mail: SmtpMail): Promise<void> {
      for (const address of mail.to) {
        const found = customers.get(address.toLowerCase())
        if (found) await answer(found, mail)
      }
    }
  }
}

/** The documents of an EnvioDTE; none of another file. */
function documentsOf (bytes: Buffer): BroughtDocument[] {
  const { root, dispose } = parseXml(bytes)
  try {
    return childrenOf(child(root, 'SetDTE'), 'DTE').flatMap(({ children }) => {
      const head = child(children[0], 'Encabezado')
      const read = (path: string) => textAt(head, path) ?? ''
      return [{
        type: read('IdDoc/TipoDTE'), folio: read('IdDoc/Folio'), date: read('IdDoc/FchEmis'), issuer: read('Emisor/RUTEmisor'),
        receiver: read('Receptor/RUTRecep'), total: read('Totales/MntTotal')
      }]
    })
  } finally {
    dispose()
  }
}

function forged (file: Buffer): Buffer {
  return Buffer.from(file.toString('latin1').replace(/<MntTotal>(\d+)/, '<MntTotal>1$1'), 'latin1')
}

function localTime (date: Date): string {
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'America/Santiago', dateStyle: 'short', timeStyle: 'medium'
  }).format(date).replace(' ', 'T')
}
