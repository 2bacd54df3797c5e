import type { Caf } from '../../../dte/signing/caf.ts'
import type { Credential } from '../../../dte/signing/certificate.ts'
import type { TaxDocument } from '../../../dte/document.ts'
import { issueDocument, type IssuedDocument } from '../../../dte/signing/issue.ts'
import { santiagoDate, santiagoDateTime } from '../../../dte/values/calendar.ts'
import type { FolioBlockRow, FolioScope, SealedCaf } from '../../../repositories/tenants/folio-blocks.ts'
import type { TenantRepositories } from '../../../repositories/store.ts'
import type { ErrorCode } from '../../../shared/errors.ts'

export interface SignerDependencies {
  /** The tenant's certificate, opened; undefined without one that is valid at that moment. */
  credentialOf: (tenantId: string, at: Date) => Promise<Credential | undefined>
  cafs: OpenCafs
}

export interface OpenCafs {
  /** The CAF of a block with its private key unsealed. Throws SealingError. */
  open: (block: SealedCaf) => Caf
  /** The same, if it is open already. */
  find: (tenantId: string, blockId: string) => Caf | undefined
}

/** A document that is to be issued now, under a folio of the tenant's environment. */
export interface Draft { document: TaxDocument }

/** Why a document cannot be signed now. */
export type Unsigned = Extract<ErrorCode, 'FOLIOS_MISSING' | 'CERTIFICATE_MISSING' | 'ISSUE_DATE_BEFORE_FOLIOS'>

/** A draft with its folio and its signed bytes, or the reason why it could not have them now. */
export type Signed<D extends Draft> =
  | { draft: D, folio: number, folioBlockId: string, issued: IssuedDocument }
  | { draft: D, missing: Unsigned }

/** `exceptBlock`: a block of which no folio is taken. */
export interface SigningFacts {
  environment: string
  credential: Credential | undefined
  at: Date
  exceptBlock?: string
}

/** A folio that a document will have, and its block. */
export interface Assigned { folio: number, blockId: string }

/** Takes folios, stamps and signs, where a document is not issued in a batch. */
export function createSigner ({ credentialOf, cafs }: SignerDependencies) {
  async function takeFolios (
    folioBlocks: TenantRepositories['folioBlocks'], scope: FolioScope, wanted: number,
    dates: { today: string, issueDate: string }
  ): Promise<Assigned[]> {
    const assigned: Assigned[] = []
    while (assigned.length < wanted) {
      const taken = await folioBlocks.take(scope, wanted - assigned.length, dates)
      if (!taken) break
      for (let index = 0; index < taken.count; index++) {
        assigned.push({ folio: taken.first + index, blockId: taken.blockId })
      }
    }
    return assigned
  }

  async function openCafs (
    folioBlocks: TenantRepositories['folioBlocks'], assigned: readonly Assigned[]
  ): Promise<Map<string, Caf>> {
    const opened = new Map<string, Caf>()
    for (const blockId of new Set(assigned.map((one) => one.blockId))) {
      const caf = cafs.find(folioBlocks.tenantId, blockId)
      const block = caf ? null : await folioBlocks.find(blockId)
      if (caf) opened.set(blockId, caf)
      if (block) opened.set(blockId, cafs.open(block))
    }
    return opened
  }

  return {
    credentialOf,
    cafs,

    /**
     * Takes folios of a type inside the caller's transaction, for documents that must know them before they are
     * written; fewer than wanted when they run out.
     */
    takeFolios,

    /** Stamps and signs documents under folios that were taken for them. */
    async signUnder (
      { folioBlocks }: TenantRepositories, documents: readonly (Assigned & Draft)[],
      { credential, at }: { credential: Credential, at: Date }
    ): Promise<IssuedDocument[]> {
      const opened = await openCafs(folioBlocks, documents)
      const signedAt = santiagoDateTime(at)
      return Promise.all(documents.map(({ document, folio, blockId }) => {
        const caf = opened.get(blockId)
        if (!caf) throw new Error(`The block ${blockId} is gone`)
        return issueDocument(document, { folio, caf, credential, signedAt })
      }))
    },

    /**
     * Stamps and signs under a folio that the SII gave free again. Undefined when that cannot be: without certificate,
     * or when the folio's block does not allow today or the document's date.
     */
    async signAgain (
      { folioBlocks }: TenantRepositories,
      document: TaxDocument,
      { folio, folioBlockId, credential, at }: {
        folio: number, folioBlockId: string, credential: Credential | undefined, at: Date
      }
    ): Promise<IssuedDocument | undefined> {
      const block = await folioBlocks.find(folioBlockId)
      if (!block || !credential || !allows(block, { today: santiagoDate(at), issueDate: document.issueDate })) {
        return undefined
      }
      return issueDocument(document, { folio, caf: cafs.open(block), credential, signedAt: santiagoDateTime(at) })
    },

    /** Everything for which `sign` would not issue the document now, gravest first; takes nothing. */
    async preflight (
      { folioBlocks }: TenantRepositories, { documentType, issueDate }: TaxDocument,
      { environment, credential, at }: SigningFacts
    ): Promise<Unsigned[]> {
      const scope = { environment, documentType }
      const today = santiagoDate(at)
      const unsigned: Unsigned[] = credential ? [] : ['CERTIFICATE_MISSING']
      if (await folioBlocks.hasLeft(scope, { today, issueDate })) return unsigned
      const late = await folioBlocks.areAllTooLate(scope, { today, issueDate })
      return [...unsigned, late ? 'ISSUE_DATE_BEFORE_FOLIOS' : 'FOLIOS_MISSING']
    },

    /**
     * Issues drafts of one type and one date inside the caller's transaction: a rollback gives the folios back, so
     * there is neither gap nor reuse.
     */
    async sign<D extends Draft> (
      repositories: TenantRepositories, drafts: D[], facts: SigningFacts
    ): Promise<Signed<D>[]> {
      const [first] = drafts
      if (!first) return []
      const { credential, at, environment, exceptBlock } = facts
      if (!credential) return drafts.map((draft) => ({ draft, missing: 'CERTIFICATE_MISSING' }))
      const scope = { environment, documentType: first.document.documentType, exceptBlock }
      const today = santiagoDate(at)
      const dates = { today, issueDate: first.document.issueDate }
      const assigned = await takeFolios(repositories.folioBlocks, scope, drafts.length, dates)
      const opened = await openCafs(repositories.folioBlocks, assigned)
      const missing = assigned.length < drafts.length && await repositories.folioBlocks.areAllTooLate(scope, dates)
        ? 'ISSUE_DATE_BEFORE_FOLIOS'
        : 'FOLIOS_MISSING'
      const signedAt = santiagoDateTime(at)
      return Promise.all(drafts.map(async (draft, index): Promise<Signed<D>> => {
        const own = assigned[index]
        const caf = own && opened.get(own.blockId)
        if (!own || !caf) return { draft, missing }
        const issued = await issueDocument(draft.document, {
          folio: own.folio, caf, credential, signedAt
        })
        return { draft, folio: own.folio, folioBlockId: own.blockId, issued }
      }))
    }
  }
}

export type Signer = ReturnType<typeof createSigner>

function allows (
  { authorisedOn, expiresOn }: FolioBlockRow, { today, issueDate }: { today: string, issueDate: string }
): boolean {
  return authorisedOn <= issueDate && (expiresOn === null || expiresOn >= today)
}
