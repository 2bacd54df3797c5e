import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { boleta, factura } from '../../support/documents.ts'
import { defined } from '../../support/expecting.ts'
import { allSettled } from '../../support/program.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'

const address = 'dte@andes.example'

const program = sharedProgram({ settings: { NOTIFICATIONS_ALLOW_PRIVATE: 'true' } })
const andes = sharedTenant(program, { folios: [33, 39] })

const request = (correlationId: string) =>
  andes.api.post('Webhook/RequestReasons', { correlationId })
const faultOf = (fault: object) => program.control('/faults', [{ times: 1, ...fault }])

/** A document that the SII rejected, alone in its envelope. */
async function rejected () {
  await faultOf({ operation: 'upload', fault: 'rejected', value: 'DTE-3-505' })
  return settled(factura())
}
async function settled (payload: object) {
  const { correlationId } = (await andes.save(payload)).body.result
  await program.until('settled', () => allSettled(program))
  return (await andes.api.get('Webhook/GetWebhook', { correlationId })).body.result
}

describe('Webhook/RequestReasons', () => {
  it('makes the SII mail the result again, which the mailbox then processes; once in five minutes, with an audit row', async () => {
    const ports = await program.control('/mailboxes', { address, password: 'clave' })
    const { imapPort } = JSON.parse(ports.toString())
    const mailbox = await andes.api.put('Mailbox/Set', {
      host: 'localhost', port: imapPort, security: 'none', userName: address,
      authenticationServer: 'mail.simulator.example', secret: { kind: 'password', password: 'clave' }
    })
    expect(mailbox.body).toMatchObject({ success: true })
    const { correlationId, trackId } = await rejected()
    await program.control('/mailed-results', { address, trackId })

    const answers = await Promise.all([request(correlationId), request(correlationId)])

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429])
    expect(defined(answers.find(({ status }) => status === 200)).body.result)
      .toEqual({ trackId, requested: true, code: '0', text: 'Requerimiento recibido OK' })
    expect(defined(answers.find(({ status }) => status === 429)).body.errorCode).toBe('RATE_LIMITED')
    await program.until('mailed twice', async () => {
      await program.rows("update outbox_tasks set due_at = now() where topic = 'readMailbox' and lease_until is null")
      const rows = await program.rows("select files->0->>'kind' as kind from mail_messages where processed_at is not null")
      return rows.filter(({ kind }) => kind === 'siiResult').length === 2
    })
    expect(await program.rows("select details from audit_entries where action = 'invoice.requestReasons' and entity_id = $1", [
      correlationId
    ])).toEqual([{ details: { trackId } }])
    expect(await program.rows("select count(*)::int as n from sii_exchanges where operation = 'reasonsRequest'")).toEqual([{ n: 1 }])
  })

  it("passes on a refusal in the SII's words", async () => {
    const { correlationId } = await rejected()
    await faultOf({ operation: 'reasonsRequest', fault: 'status', value: '114' })

    expect((await request(correlationId)).body.result).toMatchObject({ requested: false, code: '114', text: 'ERROR' })
  })

  it.each([
    ['an error of its own', { fault: 'status', value: '103' }, '103'],
    ['a page', { fault: 'html' }, null],
    ['no answer', { fault: 'resetAfterStoring' }, null]
  ])('has an unknown outcome after %s', async (_what, fault, code) => {
    const { correlationId } = await rejected()
    await faultOf({ operation: 'reasonsRequest', ...fault })

    expect((await request(correlationId)).body.result).toMatchObject({ requested: null, code })
  })

  it('refuses boletas and documents that the SII has not received, and hides those of others', async () => {
    const errorOf = async (correlationId: string) => (await request(correlationId)).body.errorCode
    const ticket = await settled(boleta())
    const { correlationId: unsent } = await rejected()
    await program.rows('update invoices set envelope_id = null where id = $1', [unsent])

    expect(await errorOf(ticket.correlationId)).toBe('RESULT_NOT_MAILED')
    expect(await errorOf(unsent)).toBe('RESULT_NOT_MAILED')
    expect(await errorOf(randomUUID())).toBe('DOCUMENT_NOT_FOUND')
  })
})
