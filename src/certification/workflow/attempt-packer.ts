import type { TaxDocument } from '../../dte/document.ts'
import type { Violation } from '../../dte/errors.ts'
import type { InvoicePayload } from '../../dte/fields/payload.ts'
import type { PreparedDocument } from '../../dte/reading/document-from-payload.ts'
import { documentBody } from '../../dte/xml/xml.ts'
import { santiagoDate } from '../../dte/values/calendar.ts'
import { channelTypes } from '../../model/document-states.ts'
import type { EnvelopeKind } from '../../model/envelopes.ts'
import type { TenantRepositories } from '../../repositories/store.ts'
import type { TenantRow } from '../../repositories/tenants/tenants.ts'
import { errorTable, problemAt, ServiceError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import type { Actor } from '../../services/actor.ts'
import { audited } from '../../services/audit/audit-actor.ts'
import { issuedRow, type SignedDraft } from '../../services/invoicing/issuing/document-rows.ts'
import { auditOf } from '../../services/invoicing/issuing/issuing-audit.ts'
import { amountsOf } from '../../services/invoicing/references/note-amounts.ts'
import { sealEnvelope } from '../../services/invoicing/delivery/pack.ts'
import type { OpenCertificate } from '../../services/ports.ts'
import { judgeReferences, type KnownDocument } from '../../services/invoicing/references/reference-rules.ts'
import { changesStored, remember } from '../../services/invoicing/references/references.ts'
import { DocumentRefused } from '../../services/invoicing/issuing/refusal.ts'
import type { Assigned, Signer } from '../../services/invoicing/issuing/signer.ts'
import { resolutionOf } from '../../services/resolution.ts'

/** What an attempt at a set is made with, at one moment. */
export interface PackFacts {
  actor: Actor
  tenant: TenantRow
  certificate: OpenCertificate
  at: Date
}

/** A document of an attempt, before its folio is known. */
export interface Draft { documentType: number, issueDate: string }

/** A document with its folio and what was posted for it. */
export interface NumberedPayload extends Assigned { payload: InvoicePayload }

/** A document with its folio, checked and completed. */
export interface PackDocument extends NumberedPayload { document: TaxDocument }

/** What a set's attempt became: its envelope is stored, and will be uploaded. */
export interface PackedAttempt {
  envelopeId: string
  bytes: Buffer
  documents: { id: string, folio: number, document: TaxDocument }[]
}

/** Issues all documents of a set in one envelope, or none: they may refer to one another. */
export function createAttemptPacker ({ signer }: { signer: Pick<Signer, 'takeFolios' | 'signUnder'> }) {
  return {
    /**
     * Takes a folio for each document, in their order. Throws ServiceError FOLIOS_MISSING with each type that has too
     * few; the caller's rollback gives the others back.
     */
    async takeFolios (
      repositories: TenantRepositories, drafts: readonly Draft[], { tenant, at }: Pick<PackFacts, 'tenant' | 'at'>
    ): Promise<Assigned[]> {
      const queues = new Map<number, Assigned[]>()
      const today = santiagoDate(at)
      // In the order of the types: two attempts never wait for each other's blocks.
      for (const type of [...new Set(drafts.map(({ documentType }) => documentType))].sort((one, two) => one - two)) {
        const dates = drafts.filter(({ documentType }) => documentType === type).map(({ issueDate }) => issueDate)
        const issueDate = dates.toSorted()[0] ?? today
        const scope = { environment: tenant.environment, documentType: type }
        const taken = await signer.takeFolios(repositories.folioBlocks, scope, dates.length, { today, issueDate })
        if (taken.length < dates.length) throw foliosMissing(type, dates.length, taken.length)
        queues.set(type, taken)
      }
      return drafts.map(({ documentType }) => {
        const next = queues.get(documentType)?.shift()
        if (!next) throw new Error(`No folio was taken for type ${documentType}`)
        return next
      })
    },

    /** Signs and stores documents and envelope in the caller's transaction. */
    async pack (
      repositories: TenantRepositories, kind: EnvelopeKind, documents: readonly PackDocument[], facts: PackFacts
    ): Promise<PackedAttempt> {
      const { actor, tenant, certificate, at } = facts
      const resolution = resolutionOf(tenant)
      if (!resolution) throw new ServiceError('RESOLUTION_MISSING')
      const issued = await signer.signUnder(repositories, documents, { credential: certificate.credential, at })
      const signed = documents.map(({ document, payload, folio, blockId }, index): SignedDraft => ({
        draft: {
          id: newId(), tenantId: actor.tenantId, document, payload, channelType: channelTypes.Console,
          actor: audited(actor), keys: [], content: undefined
        },
        folio, folioBlockId: blockId, issued: mustBe(issued[index])
      }))
      await storeDocuments(repositories, signed, { environment: tenant.environment, at })
      const { envelopeId, bytes } = await sealEnvelope(
        repositories,
        signed.map(({ draft, issued: { xml } }) => ({ id: draft.id, documentType: draft.document.documentType, xml })),
        { tenant, certificate, resolution, kind, at, state: 'ready', purpose: 'certification', actor: audited(actor) }
      )
      return {
        envelopeId, bytes,
        documents: signed.map(({ draft: { id, document }, folio }) => ({ id, folio, document }))
      }
    }
  }
}

/** What the SII would get of a document, before stamp and signature. */
export function unsignedXml (document: TaxDocument, folio: number): string {
  return documentBody(document, folio)
}

/**
 * The documents of an attempt, each checked by itself and, if `judged`, against those before it. Throws
 * DocumentRefused; its paths say which case breaks a rule.
 */
export function checkedDocuments (
  numbered: readonly NumberedPayload[], prepare: (payload: InvoicePayload) => PreparedDocument, judged: boolean
): PackDocument[] {
  const violations: Violation[] = []
  const known: KnownDocument[] = []
  const documents: PackDocument[] = []
  for (const [index, one] of numbered.entries()) {
    const { document, violations: own } = prepare(one.payload)
    const broken = document && judged ? [...own, ...judgeReferences(document, known)] : own
    violations.push(...broken.map((violation) => inCase(violation, index + 1)))
    if (!document || broken.length > 0) continue
    remember(known, { correlationId: String(index), document })
    known.push(knownOf(document, one.folio, index))
    documents.push({ ...one, document })
  }
  if (violations.length > 0) throw new DocumentRefused(violations)
  return documents
}

function inCase (violation: Violation, number: number): Violation {
  return { ...violation, path: violation.path.replace(/^payload/, `cases[${number}]`) }
}

/** For the notes after it, an accepted document: all of an attempt stands or falls together. */
function knownOf (document: TaxDocument, folio: number, index: number): KnownDocument {
  const { documentType, issueDate, receiver, totals } = document
  return {
    documentType, folio, standing: 'accepted', notes: [],
    issued: {
      correlationId: String(index), issueDate, receiverTaxNumber: receiver.taxNumber, totals,
      amounts: amountsOf(document)
    }
  }
}

async function storeDocuments (
  repositories: TenantRepositories, signed: readonly SignedDraft[], moment: { environment: string, at: Date }
): Promise<void> {
  const rows = signed.map((one) => issuedRow(one, moment))
  await repositories.invoices.addAll(rows.map((row, index) =>
    ({ row, references: changesStored(mustBe(signed[index]).draft.document) })))
  repositories.auditLog.add(
    auditOf(signed.map(({ draft: { actor } }, index) => ({ actor, row: mustBe(rows[index]) }))), moment.at)
}

function foliosMissing (documentType: number, needed: number, active: number): ServiceError {
  return new ServiceError('FOLIOS_MISSING', {
    problems: [problemAt('folios', {
      en: `Type ${documentType} needs ${needed} folios, and ${active} are active. ${errorTable.FOLIOS_MISSING.en}`,
      es: `El tipo ${documentType} necesita ${needed} folios y hay ${active} activos. ${errorTable.FOLIOS_MISSING.es}`
    })]
  })
}

function mustBe<T> (value: T | undefined): T {
  if (value === undefined) throw new Error('A document of the attempt is missing')
  return value
}
