import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failure } from '../../support/app.ts'
import { factura } from '../../support/documents.ts'
import { type Program, type ProgramTenant, startProgram } from '../../support/program.ts'
import { everythingStored, pathsOf } from '../../support/webhook.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'timbre-refusals-'))
let program: Program
let andes: ProgramTenant

beforeAll(async () => {
  program = await startProgram({ working: false, settings: { DATA_DIR: dataDir } })
  andes = await program.tenant({ folios: [33] })
  await andes.save(factura(), { 'idempotency-key': 'used' })
})
afterAll(async () => {
  await program.close()
  rmSync(dataDir, { recursive: true })
})

type Answer = ReturnType<ProgramTenant['save']>

/** A factura with some members of its header changed, or with other lines. */
function changed (
  { documentId = {}, receiver = {}, totals, details }: {
    documentId?: object, receiver?: object, totals?: object, details?: object[]
  }
): object {
  const { header, details: lines } = factura()
  return {
    header: {
      documentId: { ...header.documentId, ...documentId }, receiver: { ...header.receiver, ...receiver },
      ...(totals ? { totals } : {})
    },
    details: details ?? lines
  }
}

/** The bytes of a valid request, to be spoilt on the way. */
function bodyText (payload: object = factura()): string {
  return JSON.stringify({ ...andes.keys, payload })
}

const post = (body: Buffer | string): Answer =>
  program.call('POST', '/Webhook/Save', { body, headers: { 'content-type': 'application/json' } })

async function uploadCaf (spoil: (caf: string) => string, taxNumber = andes.taxNumber): Answer {
  const caf = await program.control('/cafs', {
    taxNumber, businessName: 'Comercial SpA', documentType: 34, from: 1, to: 10
  })
  return program.upload('/Folio/Upload', andes.token, { File: Buffer.from(spoil(caf.toString('latin1')), 'latin1') })
}

async function uploadCertificate (password: string): Answer {
  const file = await program.control('/certificates', {
    taxNumber: andes.taxNumber, holderName: 'Ana Rojas', holderTaxNumber: '12345678-5', password: 'clave'
  })
  return program.upload('/Tenant/Certificate', andes.token, { Password: password, File: file })
}

const line = { itemName: 'Clavo', quantity: 1, unitPrice: 100 }
const swapped = (text: string) => text.startsWith('A') ? `B${text.slice(1)}` : `A${text.slice(1)}`

const refusals: [what: string, statusCode: number, errorCode: string, path: string | undefined, send: () => Answer][] =
  [
    [
      'a wrong total', 422, 'TOTAL_AMOUNT_MISMATCH', 'payload.header.totals.totalAmount',
      () => andes.save(changed({ totals: { totalAmount: 2369 } }))
    ],
    [
      'a bad RUT', 400, 'RUT_INVALID', 'payload.header.receiver.taxNumber',
      () => andes.save(changed({ receiver: { taxNumber: '88888888-9' } }))
    ],
    [
      'an unknown type', 400, 'DOCUMENT_TYPE_UNKNOWN', 'payload.header.documentId.documentType',
      () => andes.save(changed({ documentId: { documentType: '99' } }))
    ],
    [
      '61 lines', 422, 'LINES_TOO_MANY', 'payload.details', () => andes.save(changed({ details: Array(61).fill(line) }))
    ],
    [
      'a NUL in a text', 400, 'BODY_HAS_CONTROL_CHARACTERS', 'payload.header.receiver.businessName',
      () => post(bodyText(changed({ receiver: { businessName: 'Ferretería\0' } })))
    ],
    ['a NUL between the members', 400, 'JSON_MALFORMED', undefined, () => post(bodyText().replace(',', '\0,'))],
    ['Latin-1 bytes', 400, 'BODY_NOT_UTF8', undefined, () => post(Buffer.from(bodyText(), 'latin1'))],
    [
      '100,000 nested arrays',
      400,
      'JSON_TOO_DEEP',
      'payload.details',
      () => post(bodyText().replace(/"details":.*\]/, `"details":${'['.repeat(100_000)}${']'.repeat(100_000)}`))
    ],
    [
      'a wrong secret', 401, 'TENANT_KEYS_INVALID', undefined,
      () => post(bodyText().replace(andes.keys.secretKey, swapped(andes.keys.secretKey)))
    ],
    [
      'a used idempotency key with other content', 409, 'IDEMPOTENCY_KEY_REUSED', undefined,
      () => andes.save(factura(2), { 'idempotency-key': 'used' })
    ],
    ['a CAF of another issuer', 422, 'FOLIO_ISSUER_MISMATCH', undefined, () => uploadCaf((caf) => caf, '88888888-8')],
    [
      'a CAF with a broken signature',
      422,
      'FOLIO_SIGNATURE_INVALID',
      undefined,
      () =>
        uploadCaf((caf) => caf.replace(/(<FRMA[^>]*>)([^<]*)/, (_, tag: string, value: string) => tag + swapped(value)))
    ],
    [
      'a CAF whose range was stretched', 422, 'FOLIO_SIGNATURE_INVALID', undefined,
      () => uploadCaf((caf) => caf.replace('<H>10</H>', '<H>99</H>'))
    ],
    [
      'a CAF with a DOCTYPE',
      400,
      'FOLIO_FILE_DOCTYPE',
      undefined,
      () => uploadCaf((caf) =>
        caf.replace(
          '<AUTORIZACION>', '<!DOCTYPE AUTORIZACION [<!ENTITY a SYSTEM "file:///etc/hostname">]>\n<AUTORIZACION>'
        )
      )
    ],
    ['a p12 with a wrong password', 422, 'CERTIFICATE_PASSWORD_WRONG', undefined, () => uploadCertificate('otra')]
  ]

describe.each(refusals)('%s', (_what, statusCode, errorCode, path, send) => {
  it('is refused with its own code inside the envelope, and stores nothing', async () => {
    const before = await everythingStored(program)
    const answer = await send()

    expect(answer).toMatchObject(failure(statusCode, errorCode))
    expect(Object.keys(answer.body).sort()).toEqual(['errorCode', 'errors', 'result', 'statusCode', 'success'])
    expect(answer.body.errors).toHaveLength(1)
    if (path !== undefined) {
      expect(pathsOf(answer)).toEqual([expect.stringMatching(new RegExp(`^${path.replaceAll('.', '\\.')}(\\[0\\])*$`))])
    }
    expect(await everythingStored(program)).toEqual(before)
    expect(readdirSync(dataDir, { recursive: true })).toEqual([])
  })
})

it('after all refusals, the next document takes the next folio', async () => {
  expect((await andes.save(factura())).body.result.invoiceNumber).toBe('2')
})
