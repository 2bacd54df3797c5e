import { beforeAll, describe, expect, it } from 'vitest'
import type { Result } from '../../support/api.ts'
import { contentOf } from '../../support/contents.ts'
import { failure } from '../../support/app.ts'
import { factura, facturaExenta } from '../../support/documents.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'
import { pathsOf } from '../../support/webhook.ts'
import { savedName } from '../../support/file-names.ts'

const program = sharedProgram({ working: false })
const andes = sharedTenant(program, { folios: [33] })
let issued: Result<'post', 'Webhook/Save'>

beforeAll(async () => {
  issued = (await andes.save(factura())).body.result
})

const getXml = (correlationId: string) => andes.api.file('Webhook/GetXml', { correlationId })
const refusal = (correlationId: string) => andes.api.get('Webhook/GetXml', { correlationId })

describe('answers', () => {
  it('returns the signed DTE byte for byte, in ISO-8859-1, under a descriptive file name', async () => {
    const answer = await getXml(issued.correlationId)
    const { xml } = await contentOf(program, issued.correlationId)

    expect(answer.headers).toMatchObject({
      'content-type': 'application/xml; charset=ISO-8859-1',
      'content-disposition': expect.stringMatching(/^attachment; filename="Factura 1 - /),
      'content-length': String(xml.length)
    })
    expect(savedName(answer)).toBe('Factura 1 - Ingeniería Ñandú Austral S.A.xml')
    expect(Buffer.compare(answer.body, xml)).toBe(0)
    expect(xml.toString('latin1')).toMatch(/^<\?xml version="1\.0" encoding="ISO-8859-1"\?>/)
    expect(xml.toString('latin1')).toContain('Ñandú')
  })

  it('returns the same bytes every time', async () => {
    const [one, other] = await Promise.all([getXml(issued.correlationId), getXml(issued.correlationId.toUpperCase())])

    expect(one.body).toEqual(other.body)
  })
})

describe('rejects input (400)', () => {
  it('requires a correlationId', async () => {
    const answer = await refusal('7')

    expect(answer).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(pathsOf(answer)).toEqual(['correlationId'])
  })
})

describe('conflicts (409)', () => {
  it('has no XML of a waiting document', async () => {
    const { correlationId } = (await andes.save(facturaExenta())).body.result

    expect(await refusal(correlationId)).toMatchObject(failure(409, 'DOCUMENT_NOT_ISSUED'))
  })
})
