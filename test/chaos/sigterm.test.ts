import { expect, it } from 'vitest'
import { type Child, sharedSettings, startChild } from '../support/child.ts'
import { beginRequest, type BegunRequest } from '../support/begun-request.ts'
import { factura } from '../support/documents.ts'
import { unaccountedFolios } from '../support/oracles.ts'
import { sharedProgram, sharedTenant } from '../support/shared.ts'

const settings = sharedSettings()

const program = sharedProgram({ working: false, settings })
const andes = sharedTenant(program, { folios: [33] })

const begin = (child: Child, quantity: number): Promise<BegunRequest> =>
  beginRequest(`${child.url}/api/Webhook/Save`, { ...andes.keys, payload: factura(quantity) })

/** A program that does not end in its time ends by force, with another code. */
async function ends (child: Child): Promise<void> {
  expect(await child.end('SIGTERM')).toEqual({ code: 0, signal: null })
}

it(
  '30 requests in flight at a SIGTERM are served, nothing is lost, and the program ends in time',
  async () => {
    const child = await startChild(program, settings)
    const begun = await Promise.all(Array.from({ length: 30 }, (_, index) => begin(child, index + 1)))
    const ending = ends(child)
    const answers = await Promise.all(begun.map(({ answer }) => answer))
    await ending

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const stored = await program.rows('select id, folio::text from invoices order by invoices.folio')
    expect(stored).toEqual(
      answers.map(({ body }) => ({ id: body.result.correlationId, folio: body.result.invoiceNumber })).sort((a, b) =>
        Number(a.folio) - Number(b.folio)
      )
    )
    expect(await unaccountedFolios(program)).toEqual([])
  }
)

it('after a SIGTERM the program reports not ready at once, and serves requests during the delay', async () => {
  const delayMs = 10_000
  const child = await startChild(program, { ...settings, SHUTDOWN_DELAY_SECONDS: String(delayMs / 1000) })
  const readiness = async (): Promise<number> => (await fetch(`${child.url}/health/ready`)).status
  expect(await readiness()).toBe(200)
  const signalled = performance.now()
  const ending = ends(child)
  await program.until('it is not ready', async () => await readiness() === 503)

  const saved: number[] = []
  // The rest of the delay is for the answers of a slow machine.
  do {
    const { answer } = await begin(child, saved.length + 1)
    saved.push((await answer).status)
  } while (performance.now() - signalled < delayMs / 3)
  expect(saved).toEqual(saved.map(() => 200))
  expect(await readiness()).toBe(503)
  await ending
  expect(performance.now() - signalled).toBeGreaterThan(delayMs)
})

it(
  'a program whose worker waits for the tax authority ends in time, and the next one takes over the work',
  async () => {
    await program.control('/faults', { operation: 'upload', channel: 'DTE', fault: 'timeoutAfterStoring' })
    const patient = { ...settings, SII_UPLOAD_TIMEOUT_SECONDS: '60' }
    const hanging = await startChild(program, patient)
    const { answer } = await begin(hanging, 7)
    expect((await answer).status).toBe(200)
    await program.until('an upload is under way', async () =>
      (await program.rows("select 1 from envelopes where state = 'unknown'")).length > 0)
    await ends(hanging)

    const next = await startChild(program, patient)
    await program.until('every document is accepted', async () =>
      (await program.rows('select 1 from invoices where status <> 5 limit 1')).length === 0)
    await ends(next)
  }
)
