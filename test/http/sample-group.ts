import { z } from 'zod'
import { enveloped, envelopedBoolean, envelopedPage, fileAnswer, ok, timestamp } from '../../src/http/envelope.ts'
import { sendFile } from '../../src/http/plugins/downloads.ts'
import { deletion, idToDelete } from '../../src/http/ids.ts'
import { uploadForm } from '../../src/http/plugins/multipart.ts'
import { defineGroup } from '../../src/http/operation.ts'
import { pageOf, paging, queryBoolean } from '../../src/http/paging.ts'

const line = z.strictObject({
  quantity: z.number().gt(0), name: z.string().min(1).max(80).optional(), unitOfMeasure: z.enum(['KG', 'UN']).optional()
})
const echoBody = z.strictObject({
  payload: z.strictObject({ details: z.array(line).max(3), note: z.string().optional() }),
  email: z.email().optional()
})
const echo = enveloped(
  'SampleEcho',
  z.object({
    note: z.string().optional(), quantities: z.array(z.number()), actor: z.string(), at: timestamp,
    whole: z.int().nullable()
  })
)
const page = envelopedPage('SampleRow', z.object({ id: z.int() }))
const form = uploadForm({
  fileMissing: 'CERTIFICATE_FILE_MISSING', maxFileBytes: 1000, fields: { Password: z.string().max(20) }
})
const uploaded = enveloped('SampleUpload', z.object({ bytes: z.int(), password: z.string() }))
const pageQuery = z.object({ ...paging, onlyOpen: queryBoolean().optional(), search: z.string().max(20).optional() })

/**
 * One operation of each kind that the wire knows; `fail` is what POST /Fail throws, `calls` counts what was really
 * done.
 */
export function sampleGroup (facts: { fail: () => unknown, calls: number }) {
  return defineGroup('Sample', (operation) => {
    operation({
      method: 'POST',
      path: '/Echo',
      olderPath: '/GetEcho',
      rule: { access: 'signedIn' },
      summary: 'Give back what was sent',
      body: echoBody,
      answer: echo,
      handler: async ({ actor, body: { payload } }) => {
        facts.calls++
        const leaking = { secretHash: 'must not leave' }
        return ok({
          ...leaking,
          ...(payload.note === undefined ? {} : { note: payload.note }),
          quantities: payload.details.map(({ quantity }) => quantity),
          actor: actor.userName,
          at: new Date('2026-11-20T13:45:12.345Z'),
          whole: 1.5
        })
      }
    })

    operation({
      method: 'GET',
      path: '/Page',
      rule: { permission: 'Webhook.Read' },
      summary: 'One page',
      query: pageQuery,
      answer: page,
      handler: async ({ query }) => {
        const data = [{ id: query.page }]
        return ok(pageOf(query, { totalRecords: 41, totalIsEstimate: false, data }))
      }
    })

    operation({
      method: 'DELETE',
      path: '/Delete',
      rule: { permission: 'Folio.Manage' },
      summary: 'Delete',
      ...deletion,
      answer: envelopedBoolean,
      handler: async (call) => {
        idToDelete(call)
        return ok(true)
      }
    })

    operation({
      method: 'POST',
      path: '/Upload',
      rule: { access: 'signedIn' },
      summary: 'Upload',
      ...form,
      answer: uploaded,
      handler: async ({ body }) => ok({ bytes: body.File.length, password: body.Password })
    })

    operation({
      method: 'POST',
      path: '/Save',
      rule: { access: 'tenantKeys' },
      summary: 'Authenticated by tenant keys',
      body: z.strictObject({
        tenantCode: z.string(), accessKey: z.string(), secretKey: z.string(), payload: z.object({ folio: z.int() })
      }),
      idempotency: 'own',
      requestHeaders: { 'X-Dry-Run': 'Does everything but take a folio.' },
      answer: envelopedBoolean,
      handler: async () => ok(true)
    })

    operation({
      method: 'PUT',
      path: '/Fail',
      rule: { access: 'public' },
      summary: 'Fail',
      answer: envelopedBoolean,
      handler: async () => { throw facts.fail() }
    })

    operation({
      method: 'POST',
      path: '/SignIn',
      rule: { access: 'public' },
      summary: 'Guess a password',
      rateLimit: { name: 'sample', perMinute: 6, burst: 3 },
      answer: envelopedBoolean,
      handler: async () => ok(true)
    })

    operation({
      method: 'GET',
      path: '/File',
      rule: { access: 'signedIn' },
      summary: 'Download',
      answer: fileAnswer('The XML', ['application/xml']),
      handler: async ({ reply }) =>
        sendFile(reply, { bytes: Buffer.from('<DTE/>'), mediaType: 'application/xml', fileName: 'Liquidación "33"/1.xml' })
    })
  })
}
