import { expect, it } from 'vitest'
import { newId } from '../../src/shared/ids.ts'
import { failure } from '../support/app.ts'
import { factura } from '../support/documents.ts'
import { sharedProgram, sharedTenant } from '../support/shared.ts'

const program = sharedProgram({ working: false })
const andes = sharedTenant(program, { folios: [33] })

type Method = 'GET' | 'POST' | 'PUT'

let calls = 0
const call = (method: Method, path: string, body?: object) => program.call(method, `/${path}`, {
  // One network may try few registrations.
  token: andes.token, address: `127.9.0.${++calls}`, ...body && { body }
})
const document = (receiver: object) => {
  const { header, ...others } = factura()
  return { ...others, header: { ...header, receiver: { ...header.receiver, ...receiver } } }
}

// A RUT, and the same as it is pasted.
const [rut, pasted, undashed] = ['76192083-9', '76.192.083\u22129', '761920839'] as const
const person = { password: 'correo-tinta-lluvia', fullName: 'Carla Soto' }
const query = encodeURIComponent

/** Each operation that takes a RUT: the status of its answer, or what it says of the RUT. */
it.each<[operation: string, ask: (written: string) => Promise<unknown>]>([
  ['Receiver/Find', async (written) => (await call('GET', `Receiver/Find?taxNumber=${query(written)}`)).body.result.taxNumber],
  ['Customer/Create', async (written) => (await call('POST', 'Customer/Create', { taxNumber: written, businessName: 'Roble' })).status !== 400],
  ['Customer/List', async (written) => (await andes.api.get('Customer/List', { search: written })).body.result.data.map(({ taxNumber }) => taxNumber)],
  ['Webhook/Save', async (written) => (await andes.save(document({ taxNumber: written }))).body.errors],
  ['Webhook/GetWebhooks', async (written) => (await call('GET', `Webhook/GetWebhooks?customerTaxNumber=${query(written)}`)).body.result.data[0].customerTaxNumber],
  ['Received/List', async (written) => (await call('GET', `Received/List?issuer=${query(written)}`)).status],
  ['Auth/Register', async (written) => (await call('POST', 'Auth/Register', {
    ...person, email: `${newId()}@roble.example`, companyTitle: 'Roble SpA', taxNumber: written
  })).body.errors]
])('%s reads a RUT as it is pasted', async (_operation, ask) => {
  const plain = await ask(rut)

  expect(await ask(pasted)).toEqual(plain)
  expect(await ask(undashed)).toEqual(plain)
})

/** Each operation that takes an address; what else is missing comes after the address was read. */
type Ask = (email: string) => Promise<{ status: number, body: { errors: string[] } }>
const takingAddresses: [operation: string, ask: Ask][] = [
  ['Webhook/Send', (email) => call('POST', 'Webhook/Send', { correlationId: newId(), to: [email] })],
  ['Received/ResendAnswer', (address) => call('POST', 'Received/ResendAnswer', { id: newId(), address })],
  ['Customer/Create', (email) => call('POST', 'Customer/Create', { taxNumber: '60803000-K', businessName: 'Roble', email })],
  ['Tenant/Update', (email) => call('PUT', 'Tenant/Update', { email })],
  ['User/Create', (email) => call('POST', 'User/Create', { ...person, email })],
  ['Auth/ForgotPassword', (email) => call('POST', 'Auth/ForgotPassword', { email })],
  ['Certification/Start', (email) => call('POST', 'Certification/Start', { kind: 'DTE', documentTypes: [33], enrolledOn: '2026-11-02', email })]
]

it.each(takingAddresses)('%s accepts an address in any alphabet, with surrounding blanks', async (_operation, ask) => {
  const { status, body } = await ask('\u00a0ana@n\u0303andu\u0301.example\n')

  expect(status, JSON.stringify(body)).not.toBe(400)
})

it.each(takingAddresses)('%s refuses text around an address', async (_operation, ask) => {
  const answer = await ask('mailto:ana@roble.example')

  expect(answer).toMatchObject(failure(400, 'VALIDATION_FAILED'))
  expect(answer.body.errors[0]).toMatch(/^\S*(?:email|to\[0\]|address): must be an email address/)
})

it('a document refuses text around an address, and accepts one in any alphabet', async () => {
  const save = async (email: string) => (await andes.save(document({ email }))).body

  expect((await save(' ana@ñandú.example ')).errors).toEqual([])
  expect((await save('mailto:ana@roble.example')).errors).toEqual([
    'payload.header.receiver.email: "mailto:ana@roble.example" is not an email address'
  ])
})
