import { describe, expect, it } from 'vitest'
import { failure, form, success } from '../../support/app.ts'
import type { CafRequest } from '../../support/authority.ts'
import { sharedApp } from '../../support/shared.ts'

const app = sharedApp()

const caf = (request: CafRequest = {}) => app.world.authority.caf({ taxNumber: app.world.andes.taxNumber, ...request })
const upload = (parts: Parameters<typeof form>[0], as = app.world.andes.admin) =>
  app.call({ method: 'POST', url: '/api/Folio/Upload', as, ...form(parts) })

describe('answers', () => {
  it("returns the block's id, and the same id for the same file", async () => {
    const file = caf()

    const answer = await upload({ File: file })

    expect(answer).toMatchObject(success({ id: expect.stringMatching(/^[0-9a-f-]{36}$/) }))
    expect((await upload({ file })).body).toEqual(answer.body)
  })
})

describe('rejects input (400)', () => {
  it('requires the file', async () => {
    expect(await upload({ Other: caf() })).toMatchObject(failure(400, 'FOLIO_FILE_MISSING'))
    expect(await app.api(app.world.andes.admin).post('Folio/Upload')).toMatchObject(
      failure(400, 'FOLIO_FILE_MISSING')
    )
  })

  it('refuses files that are not a CAF, and declarations of entities', async () => {
    expect(await upload({ File: Buffer.from('{}') })).toMatchObject(failure(400, 'FOLIO_FILE_MALFORMED'))
    expect(
      await upload({
        File: Buffer.from('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><AUTORIZACION>&b;</AUTORIZACION>')
      })
    )
      .toMatchObject(failure(400, 'FOLIO_FILE_DOCTYPE'))
  })

  it('refuses JSON (415) and too large a file (413)', async () => {
    expect(await app.api(app.world.andes.admin).post('Folio/Upload', {}))
      .toMatchObject(failure(415, 'MEDIA_TYPE_UNSUPPORTED'))
    expect(await upload({ File: Buffer.alloc(70_000, 'a') })).toMatchObject(failure(413, 'BODY_TOO_LARGE'))
  })

  it('refuses a CAF that breaks a rule (422), each with its code', async () => {
    expect(await upload({ File: caf({ taxNumber: app.world.boreal.taxNumber }) })).toMatchObject(
      failure(422, 'FOLIO_ISSUER_MISMATCH')
    )
    expect(await upload({ File: caf({ authorisedOn: '2027-01-01' }) })).toMatchObject(
      failure(422, 'FOLIO_DATE_INVALID')
    )
    expect(await upload({ File: caf({ keyId: 300 }) })).toMatchObject(failure(422, 'FOLIO_SIGNATURE_INVALID'))
  })
})

describe('conflicts (409)', () => {
  it('refuses folios of another block', async () => {
    expect(await upload({ File: caf({ from: 1000, to: 1001 }) })).toMatchObject(failure(409, 'FOLIO_BLOCK_OVERLAPS'))
  })
})
