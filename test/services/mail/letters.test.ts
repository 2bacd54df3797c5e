import { describe, expect, it } from 'vitest'
import {
  certificationDeadlineLetter, certificationVerdictLetter
} from '../../../src/services/mail/certification-letters.ts'
import { foliosLowLetter, type LowFolios } from '../../../src/services/mail/folio-letters.ts'
import { documentsRejectedLetter } from '../../../src/services/mail/rejection-letters.ts'
import { receivedClaimFailedLetter } from '../../../src/services/mail/claim-failure-letters.ts'
import { receivedDeadlinesLetter } from '../../../src/services/mail/deadline-letters.ts'
import { weeklySummaryLetter } from '../../../src/services/mail/weekly-letters.ts'
import { documentClaimedLetter } from '../../../src/services/mail/claim-letters.ts'
import { mailboxOffLetter } from '../../../src/services/mail/mailbox-letters.ts'
import { createContents } from '../../../src/services/mail/contents.ts'
import { htmlOf, type Letter, textOf } from '../../../src/services/mail/letter.ts'
import { documentLetter, type ReceivedDocument } from '../../../src/services/mail/document-letter.ts'
import {
  certificateExpiringLetter, invitationLetter, passwordChangedLetter, passwordResetLetter, secondFactorChangedLetter
} from '../../../src/services/mail/letters.ts'
import { first } from '../../support/expecting.ts'

const [link, taxNumber, at] = [
  'https://facturas.example/reset-password#token=x', '76123456-0', new Date('2026-11-20T15:00:00Z')
]

const received: ReceivedDocument = {
  documentType: 33, folio: 7, issueDate: '2026-11-20', dueDate: '2026-12-20', totalAmount: '1786943',
  senderName: 'Andes SpA', senderTaxNumber: taxNumber,
  isAccepted: true,
  files: { pdf: 'T33F7.pdf', xml: 'T33F7.xml', envelope: 'EnvioDTE-T33F7.xml' }
}

const due = {
  kind: 'claim' as const, documentType: 33, folio: 7, issuer: taxNumber, issuerName: 'Roble Ltda.',
  totalAmount: '1786943', endsAt: at
}

const failedClaim = {
  documentType: 33, folio: 7, issuer: taxNumber, issuerName: 'Roble Ltda.', totalAmount: '1786943', action: 'RCD' as const,
  isWaiting: false, explanation: { en: 'The content was accepted before.', es: 'El contenido ya fue aceptado.' }, endsAt: at
}

const lowFolios: LowFolios = {
  businessName: 'Andes SpA', taxNumber, environment: 'production', documentType: 33, typeName: 'Factura Electrónica',
  remaining: 120, inactive: 0, daysLeft: 5
}

const rejected = {
  documentType: 33, folio: 7, receiverName: 'Roble Ltda.', receiverTaxNumber: '77777777-7', currency: 'PESO CL',
  totalAmount: '1786943', reasons: [{ en: 'The RUT of the receiver is wrong.', es: 'El RUT del receptor es incorrecto.' }]
}

const week = {
  startDate: '2026-11-16', endDate: '2026-11-22', rejected: 1, waiting: 2, low: [{ documentType: 39, remaining: 3 }],
  types: [{ documentType: 33, currency: 'PESO CL', documents: 12, totalAmount: '1786943' }]
}

/** Every letter that names somebody, with one name in all places. */
function lettersNaming (name: string, rut: string | undefined = taxNumber): Letter[] {
  const company = { businessName: name, taxNumber: rut }
  return [
    ...Object.values(passwordResetLetter({ fullName: name, minutes: 30, link })),
    ...Object.values(invitationLetter({ ...company, fullName: name, hours: 24, link })),
    ...Object.values(passwordChangedLetter({ fullName: name, at, link })),
    ...[true, false].flatMap((active) =>
      Object.values(secondFactorChangedLetter({ ...company, fullName: name, active, at, link }))),
    ...Object.values(certificateExpiringLetter({ ...company, holderName: name, notAfter: at, days: 7 })),
    ...Object.values(foliosLowLetter({ ...lowFolios, ...company })),
    ...Object.values(certificationVerdictLetter({ ...company, item: 'SET BASICO', attempt: 1, approved: false, reasons: 2, link })),
    ...Object.values(certificationDeadlineLetter({ ...company, what: 'set', at, link })),
    ...Object.values(documentsRejectedLetter({
      ...company, count: 60, documents: [rejected, { ...rejected, receiverName: name }]
    })),
    ...Object.values(receivedDeadlinesLetter({ ...company, count: 2, documents: [due, { ...due, issuerName: name }] })),
    ...Object.values(receivedClaimFailedLetter({ ...company, ...failedClaim, issuerName: name })),
    ...Object.values(documentClaimedLetter({ ...company, ...rejected, receiverName: name, claims: [{ code: 'RCD', at }] })),
    ...Object.values(weeklySummaryLetter({ ...week, ...company })),
    ...Object.values(mailboxOffLetter({ ...company, reason: 'TOO_MANY_BYTES' })),
    documentLetter({ ...received, senderName: name })
  ]
}

const linksIn = (text: string): string[] =>
  Array.from(text.matchAll(/[\w+.-]*(?:https?:|www\.|@|evil)\S*/gi), ([found]) => found)

it('a mail about a claim names it in words, with its date, and links to the document to credit', () => {
  const claims = [{ code: 'RFP', at: new Date('2026-11-22T01:00:00Z') }]
  const { es, en } = documentClaimedLetter({ businessName: 'Andes SpA', taxNumber, ...rejected, claims, link })
  expect(es.subject).toBe('Reclamo a la Factura Electrónica N° 7 de Andes SpA')
  expect(textOf(es)).toContain('21-11-2026: reclamo por falta parcial de mercaderías o servicios (RFP).')
  expect(textOf(es)).toContain(`nota de crédito en la página del documento.\n\nVer el documento:\n${link}`)
  expect(textOf(en)).toContain('21-11-2026: claim of partial delivery of goods or services (RFP).')
  expect(textOf(documentClaimedLetter({ businessName: 'Andes SpA', taxNumber, ...rejected, claims }).es)).toContain('(Webhook/Annul)')
})

it('a mail about rejected documents lists type, folio, receiver, total and reason of each, and how many more there are', () => {
  const { es, en } = documentsRejectedLetter({ businessName: 'Andes SpA', taxNumber, count: 60, documents: [rejected], link })
  expect(es.subject).toBe('El SII rechazó 60 documentos de Andes SpA')
  expect(textOf(es)).toContain('Factura Electrónica N° 7 a Roble Ltda., $ 1.786.943: El RUT del receptor es incorrecto.\n\nY 59 más.')
  expect(textOf(es)).toContain(`Ver los documentos rechazados:\n${link}`)
  expect(textOf(en)).toContain('Invoice (VAT) N° 7 to Roble Ltda., $ 1.786.943: The RUT of the receiver is wrong.')
})

it("a mail about deadlines lists each document's deadline in Chilean time, and explains the month end", () => {
  const { es, en } = receivedDeadlinesLetter({
    businessName: 'Andes SpA', taxNumber, count: 9, documents: [due, { ...due, kind: 'monthEnd' }], link
  })
  expect(es.subject).toBe('Documentos recibidos por Andes SpA: 9 plazos vencen pronto')
  expect(textOf(es)).toContain(
    'Factura Electrónica N° 7 de Roble Ltda., $ 1.786.943: se puede reclamar hasta el 20-11-2026 12:00.'
  )
  expect(textOf(es)).toContain('dé el acuse de recibo hasta el 20-11-2026 12:00, o su crédito fiscal pasa al mes siguiente.')
  expect(textOf(es)).toContain('Y 7 más.')
  expect(textOf(en)).toContain('Invoice (VAT) N° 7 from Roble Ltda., $ 1.786.943: can be claimed until 20-11-2026 12:00.')
})

it('a mail about a failed claim says what did not reach the SII, why, and how long there is to act', () => {
  const { es, en } = receivedClaimFailedLetter({ businessName: 'Andes SpA', taxNumber, ...failedClaim, link })
  expect(es.paragraphs).toEqual([
    'El reclamo al contenido (RCD) de la Factura Electrónica N° 7 de Roble Ltda., $ 1.786.943, no se hizo.',
    'El contenido ya fue aceptado.', 'El plazo para reclamar termina el 20-11-2026 12:00. Lo que no se reclama se entiende aceptado.'
  ])
  expect(textOf(en)).toContain('The days to claim end on 20-11-2026 12:00.')
  expect(receivedClaimFailedLetter({ businessName: 'Andes SpA', ...failedClaim, isWaiting: true }).es.paragraphs).toContain('Timbre sigue intentando.')
})

it('the weekly summary says what was issued by type, what was rejected or waits, and which folios run out', () => {
  const { es, en } = weeklySummaryLetter({ businessName: 'Andes SpA', taxNumber, ...week })
  expect(es.paragraphs).toEqual([
    'Documentos de Andes SpA del 16-11-2026 al 22-11-2026:', 'Factura Electrónica: 12, total $ 1.786.943',
    'Rechazados por el SII: 1. En espera: 2.', 'Quedan pocos folios de Boleta Electrónica: 3.'
  ])
  expect(en.paragraphs).toContain('Invoice (VAT): 12, total $ 1.786.943')
})

describe('a letter', () => {
  it('shows valid names unchanged, escaped in HTML', () => {
    for (const name of ['Comercial O\'Higgins Nº 3', 'Inversiones Andes S.p.A.', 'Ferretería <Ñ> & Hijos "El Clavo"']) {
      for (const letter of lettersNaming(name)) {
        expect(textOf(letter)).toContain(name)
        expect(htmlOf(letter, 'es')).not.toContain('<Ñ>')
      }
    }
  })

  it.each([
    'Gane un premio en evil.example', 'https://evil.example/x', 'www.evil.example', 'ana@evil.example', 'ｅｖｉｌ．ｃｏｍ',
    'Ana\r\nBcc: todos@evil.example', 'evil\u202eelpmaxe', 'evil\u200b', '\u0000evil', `${'x'.repeat(200)} evil.example`
  ])('shows nothing of a name that could act as a link: %j', (name) => {
    for (const letter of lettersNaming(name)) {
      for (const text of [letter.subject, textOf(letter), htmlOf(letter, 'es')]) {
        expect(linksIn(text.replaceAll(link, ''))).toEqual([])
        expect(text.length).toBeLessThan(3000)
      }
      expect(letter.subject).not.toMatch(/\p{C}/u)
      expect(letter.subject.length).toBeLessThan(200)
    }
  })

  it('names a company by its RUT if its name is unsuitable', () => {
    const invitation = first(Object.values(
      invitationLetter({ businessName: 'Mercado.cl', taxNumber, fullName: 'Ana', hours: 24, link })
    ))
    const document = documentLetter({ ...received, senderName: 'Mercado.cl' })

    expect(invitation.subject).toBe('Su cuenta de Timbre en la empresa de RUT 76.123.456-0')
    expect(document.subject).toBe('Factura Electrónica N° 7 por $ 1.786.943, de RUT 76.123.456-0')
    expect(document.paragraphs[1]).toMatch(/^La empresa de RUT 76\.123\.456-0 le envía /)
    expect(
      first(Object.values(invitationLetter({ businessName: 'Mercado.cl', fullName: 'Ana', hours: 24, link }))).subject
    ).toBe('Su cuenta de Timbre en una empresa')
  })
})

describe('the letter to a receiver', () => {
  it('summarises its document, in plain text and in HTML', () => {
    const letter = documentLetter(received)

    expect(letter.subject).toBe('Factura Electrónica N° 7 por $ 1.786.943, de Andes SpA')
    expect(textOf(letter)).toBe(`Factura Electrónica N° 7
Andes SpA
RUT 76.123.456-0

Total: $ 1.786.943
Vence el: 20-12-2026
Fecha de emisión: 20-11-2026

Estimado cliente:

Andes SpA le envía este documento, que el Servicio de Impuestos Internos ya recibió.

Archivos adjuntos:
- T33F7.pdf
  el documento para leer o imprimir
- T33F7.xml
  el documento legal, firmado electrónicamente; guárdelo
- EnvioDTE-T33F7.xml
  el mismo documento, para importarlo en su sistema de facturación

-- \nEnviado por Timbre en nombre de Andes SpA.
`)
    for (const shown of ['$ 1.786.943', '20-12-2026', 'RUT 76.123.456-0', 'N°&nbsp;7', 'EnvioDTE-T33F7.xml', 'viewport']) {
      expect(htmlOf(letter, 'es')).toContain(shown)
    }
  })

  it('names the currency of an export, and no missing due date or file', () => {
    const letter = documentLetter({
      ...received, documentType: 110, totalAmount: '13990.0417', currency: 'DOLAR USA', dueDate: undefined,
      files: { xml: 'T110F7.xml' }
    })

    expect(letter.subject).toBe('Factura de Exportación Electrónica N° 7 por USD 13.990,0417, de Andes SpA')
    expect(textOf(letter)).toContain('Total en dólares de Estados Unidos: 13.990,0417\nFecha de emisión')
    expect(textOf(letter)).not.toMatch(/\.pdf|EnvioDTE/)
  })
})

describe('the letter about folios that run out', () => {
  it('says how many are left, for how long, and what to do', () => {
    const { es, en } = foliosLowLetter(lowFolios)

    expect(es.subject).toBe('Quedan 120 folios de Factura Electrónica para Andes SpA')
    expect(es.paragraphs).toEqual([
      'Quedan 120 folios de Factura Electrónica (tipo 33) para Andes SpA, para 5 días.',
      'Sin folios no se pueden emitir documentos de este tipo.',
      'Solicite folios en el sitio del SII, suba el archivo CAF (Folio/Upload) y actívelo (Folio/Activate).'
    ])
    expect(en.subject).toBe('120 folios of Factura Electrónica are left for Andes SpA')
    expect(en.paragraphs[0]).toBe('120 folios of Factura Electrónica (type 33) are left for Andes SpA, enough for 5 days.')
  })

  it('names the block to activate, the environment, and the last day', () => {
    const { es, en } = foliosLowLetter({
      ...lowFolios, environment: 'certification', remaining: 1, inactive: 50, daysLeft: 0
    })

    expect(es.paragraphs[0]).toBe(
      'Queda 1 folio de Factura Electrónica (tipo 33, ambiente de certificación) para Andes SpA, para menos de un día.'
    )
    expect(es.paragraphs[2]).toBe('Hay 50 folios subidos que no están activos: actívelos (Folio/Activate).')
    expect(en.paragraphs[2]).toBe('50 folios are uploaded but not active: activate them (Folio/Activate).')
    expect(foliosLowLetter({ ...lowFolios, remaining: 0, daysLeft: 0 }).en.subject)
      .toBe('No folios of Factura Electrónica are left for Andes SpA')
  })
})

describe('a letter that requires action', () => {
  const facts = {
    ...lowFolios, item: 'SET BASICO', attempt: 2, reasons: 3, what: 'set', at, holderName: 'Ana Rojas', notAfter: at, days: 7
  }
  const letterOf = async (hasConsole: boolean, kind: string, language: string, changes: object): Promise<Letter> => {
    const contentOf = createContents({
      sealing: {} as never, publicUrl: 'https://facturas.example/timbre/', hasConsole,
      documentMail: () => Promise.reject(new Error('is about no document')), answerMail: () => Promise.reject(new Error('is about no document'))
    })
    return (await contentOf({ kind, language, facts: { ...facts, ...changes } } as never)).letter
  }
  const kinds = [
    ['certificationVerdict', { approved: true }, 'certification', 'Certification/Progress'],
    ['certificationVerdict', { approved: false }, 'certification', 'Certification/Progress'],
    ['certificationDeadline', {}, 'certification', 'Certification/Progress'],
    ['foliosLow', {}, 'folios', 'Folio/Upload'],
    ['foliosLow', { inactive: 50 }, 'folios', 'Folio/Activate'],
    ['foliosStopped', { rangeFrom: 1, rangeTo: 20, folio: 3 }, 'folios', 'Folio/Activate'],
    ['certificateExpiring', {}, 'company', 'Tenant/Certificate'],
    ['mailboxOff', { reason: 'TOO_MUCH_WORK' }, 'mailbox', 'Mailbox/Set'],
    ['mailboxOff', { reason: 'OPERATOR' }, 'mailbox', 'Mailbox/Set']
  ] as const
  const cases = kinds.flatMap((one) => ['es', 'en'].map((language) => [...one, language] as const))

  it.each(cases)('%s %j links to the page %s of the console, without %s (%s)', async (kind, changes, page, _operation, language) => {
    const letter = await letterOf(true, kind, language, changes)

    expect(letter.link?.address).toBe(`https://facturas.example/timbre/console/${page}`)
    expect(letter.paragraphs.join(' ')).toContain(language === 'es' ? 'la página' : 'the page')
    expect(letter.paragraphs.join(' ')).not.toMatch(/[A-Z][a-z]+\/[A-Z]/)
  })

  it.each(cases)('%s %j has no link without the console (%s), and names %s (%s)', async (kind, changes, _, operation, language) => {
    const letter = await letterOf(false, kind, language, changes)

    expect(letter.link).toBeUndefined()
    expect(letter.paragraphs.at(-1)).toContain(operation)
  })
})
