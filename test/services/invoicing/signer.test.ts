import { expect, it } from 'vitest'
import { createSigner } from '../../../src/services/invoicing/issuing/signer.ts'
import { newId } from '../../../src/shared/ids.ts'
import { sharedWorld } from '../../support/shared.ts'
import { createSigning } from '../../support/signing.ts'
import { sampleDocument } from '../../support/tax-documents.ts'

const world = sharedWorld()

it.each([
  ['in time for the document', '2026-01-01', 'FOLIOS_MISSING'],
  ['after its date', '2026-11-21', 'ISSUE_DATE_BEFORE_FOLIOS']
])('folios uploaded while there are none, authorised %s', async (_when, authorisedOn, missing) => {
  const { store, clock, andes: { tenantId, taxNumber } } = world
  const at = clock()
  await world.rows('delete from folio_blocks')
  const signer = createSigner({
    credentialOf: async () => undefined,
    cafs: {
      open: () => {
        throw new Error('there are no folios')
      },
      find: () => undefined
    }
  })
  const id = newId()
  await store.asTenant(tenantId, ({ folioBlocks }) => folioBlocks.create({
    id, environment: 'certification', issuerTaxNumber: taxNumber, documentType: 33, rangeFrom: 1, rangeTo: 5, next: 1,
    authorisedOn, expiresOn: null, keyId: 1, cafXml: '', sealedKey: Buffer.alloc(1), fileHash: Buffer.alloc(1),
    uploadedAt: at
  }))
  const signed = await store.asTenant(tenantId, (repositories) => {
    // Another transaction activates the block between the look for folios and the reason for having none.
    const take = async () => {
      await store.asTenant(tenantId, ({ folioBlocks }) => folioBlocks.activate(id, null, at))
      return undefined
    }
    return signer.sign(
      new Proxy(repositories, {
        get: (own, name) => name === 'folioBlocks' ? { ...own.folioBlocks, take } : Reflect.get(own, name) as unknown
      }),
      [{ document: { ...sampleDocument(33), issueDate: '2026-11-20' } }],
      { environment: 'certification', credential: createSigning().credential, at }
    )
  })

  expect(signed).toEqual([expect.objectContaining({ missing })])
})
