import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCaf, type Caf } from '../../src/dte/signing/caf.ts'
import { credentialOf, openPkcs12 } from '../../src/dte/signing/certificate.ts'
import type { TaxDocument } from '../../src/dte/document.ts'
import { buildEnvelope } from '../../src/dte/signing/envelope.ts'
import { issueDocument } from '../../src/dte/signing/issue.ts'
import { caseNames, prepareCase } from '../../test/support/document-cases.ts'
import { defined, first } from '../../test/support/expecting.ts'
import { anyDocument, issuedTypes } from '../../test/support/tax-documents.ts'
import { holder, issuer } from './support/documents.ts'
import { accepted, createWorld, objected, type World } from './judge/world.ts'

const isBoleta = (documentType: number) => documentType === 39 || documentType === 41

let world: World
let issueAll: (documents: TaxDocument[], folio?: number) => Promise<Buffer>

// Folios of the service's documents begin here; the cases refer to smaller ones.
let lastFolio = 50_000

beforeAll(async () => {
  world = await createWorld()
  const certificate = await world.client.post('/simulator/certificates', {
    taxNumber: issuer.rut, holderName: 'Juana Pérez', holderTaxNumber: holder, password: 'clave'
  })
  const credential = credentialOf(openPkcs12(Buffer.from(await certificate.arrayBuffer()), 'clave'))
  const keys = await (await world.client.get('/simulator/keys')).json() as {
    caf: { keyId: number, publicKeyPem: string }
  }
  const extraKeys = { [keys.caf.keyId]: keys.caf.publicKeyPem }
  const cafs = new Map<number, Caf>()
  for (const documentType of issuedTypes) {
    const file = await world.client.post('/simulator/cafs', {
      taxNumber: issuer.rut, businessName: issuer.name, documentType, from: 1, to: 100_000, authorisedOn: '2026-10-01'
    })
    cafs.set(documentType, readCaf(Buffer.from(await file.arrayBuffer()), { today: '2026-11-20', extraKeys }))
  }

  issueAll = async (documents, folio) => {
    const signedAt = '2026-11-20T12:00:00'
    const issued = await Promise.all(documents.map(async (document) => {
      const caf = defined(cafs.get(document.documentType))
      const { xml } = await issueDocument(document, { folio: folio ?? ++lastFolio, caf, credential, signedAt })
      return { documentType: document.documentType, xml }
    }))
    const cover = {
      issuer: issuer.rut, sender: holder, receiver: '60803000-K', resolutionDate: '2014-08-22', resolutionNumber: 0,
      signedAt
    }
    return buildEnvelope({
      kind: isBoleta(first(documents).documentType) ? 'BOLETA' : 'DTE', cover, documents: issued, credential
    })
  }
})
afterAll(() => world.close())

/** What a note refers to is at the SII before the note is. */
async function sendReferred ({ references }: TaxDocument): Promise<void> {
  for (const { documentType, folio } of references) {
    const type = Number(documentType)
    if ((issuedTypes as readonly number[]).includes(type)) await sendOne(type, Number(folio))
  }
}

// What a note that is referred to changes itself.
const changedBy: Record<number, number> = { 56: 33, 61: 33, 111: 110, 112: 110 }

async function sendOne (type: number, folio: number): Promise<void> {
  const isKnown = (await world.client.ledger(`?documentType=${type}&folio=${folio}`)).documents.length > 0
  if (isKnown) return
  const changed = changedBy[type]
  if (changed !== undefined) {
    await sendOne(changed, folio)
    const extra = {
      Referencia: [{ NroLinRef: 1, TpoDocRef: String(changed), FolioRef: folio, FchRef: '2026-11-20', CodRef: 3 }]
    }
    await world.judgeOne(await world.make({ type, folio, extra }))
  } else if (type === 43) {
    await world.judge(await issueAll([defined(prepareCase('valid', '043-settles-nothing').document)], folio))
  } else {
    await world.judgeOne(await world.make({ type, folio }))
  }
}

const foretold = ['SII_MEMBER_EXPECTED', 'CUSTOMS_RESOLUTION_MISSING']

describe('the judge, which shares no code with the service, raises no objection without a matching notice', () => {
  it.each(caseNames('valid'))('%s', async (name) => {
    const { document, notices } = prepareCase('valid', name)
    await sendReferred(defined(document))
    const codes = notices.filter(({ code }) => foretold.includes(code)).map(({ rule }) => rule)

    expect(await world.judge(await issueAll([defined(document)]))).toMatchObject({
      state: 'EPR', reasons: [], documents: [codes.length === 0 ? accepted : objected(...codes)]
    })
  })

  it('for any text in any member', async () => {
    await sendOne(33, 41)
    for (const boletas of [false, true]) {
      const documents = fc.sample(anyDocument(), 60).filter(({ documentType }) => isBoleta(documentType) === boletas)
      const found = await world.judge(await issueAll(documents))
      expect({ state: found.state, detail: found.detail }).toEqual({ state: 'EPR', detail: undefined })
      // The samples' amounts are not recomputed from their lines; everything else must hold.
      const complaints = found.documents.flatMap(({ codes }) => codes as string[]).filter((code) =>
        !/^(HED-2|DET-2)/.test(code)
      )
      expect(complaints).toEqual([])
    }
  })
})
