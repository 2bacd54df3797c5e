import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { readBooks } from '../../chaos/judge/books.ts'
import { judge, type Verdict } from '../../chaos/judge/judge.ts'
import { annulment, type Draft } from '../../chaos/parts/documents.ts'
import { untilDrained } from '../../chaos/parts/drain.ts'
import type { Entry } from '../../chaos/parts/journal.ts'
import type { FailPoint } from '../../src/shared/fail-points.ts'
import { builtFile } from './built-program.ts'
import { type Child, sharedSettings, startChild } from './child.ts'
import { startProgram } from './program.ts'

export type CrashingProgram = Awaited<ReturnType<typeof startCrashingProgram>>

/** What a client was told of a document. */
export interface Told { correlationId: string, folio: string, total: number, date: string }

const pauseMs = 20
const preload = new URL('./crash-at-point.mjs', import.meta.url).href

/** The whole program as a process that dies where it is told, and is started again; with one client and its journal. */
export async function startCrashingProgram () {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-crashes-'))
  const plan = join(folder, 'plan')
  const settings = {
    ...sharedSettings(), WORKER_LEASE_SECONDS: '1', NOTIFICATIONS_ALLOW_PRIVATE: 'true', CRASH_PLAN: plan,
    CRASH_MODULE: pathToFileURL(builtFile('src/shared/fail-points.ts')).href
  }
  const program = await startProgram({ working: false, settings })
  const tenant = await program.tenant({ folios: [33, 39, 61], to: 10_000 })
  const receiver = createServer((_request, response) => { response.end('ok') }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo
  await program.call('PUT', '/Notification/Update', {
    token: tenant.token, body: { url: `http://localhost:${port}/in`, enabled: true }
  })
  const start = (): Promise<Child> => startChild(program, settings, { nodeOptions: ['--import', preload] })
  let closing = false
  let deaths = 0
  let server = start()
  const watching = watch()

  async function watch (): Promise<void> {
    for (;;) {
      await (await server).exited
      if (isClosing()) return
      deaths++
      server = start()
    }
  }

  const hasDied = (): number => deaths
  const isClosing = (): boolean => closing
  const journal: Entry[] = []
  let numbers = 0

  /** Repeats a request until there is an answer other than 503. */
  async function call (
    method: string, path: string, body: unknown, headers: Record<string, string> = {}
  ): Promise<{ status: number, code?: string, result: any }> {
    for (;;) {
      try {
        const answer = await fetch(`${(await server).url}/api${path}`, {
          method, body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers }
        })
        const told: any = await answer.json()
        if (answer.status !== 503) return { status: answer.status, code: told.errorCode, result: told.result }
      } catch {
        // The process died; the outcome is unknown until the request is repeated.
      }
      await sleep(pauseMs)
    }
  }

  const asked = (number: number, operation: 'save' | 'bulk', key: string, drafts: Draft[]): Entry => ({
    kind: 'asked', number, operation, taxNumber: tenant.taxNumber, key,
    documents: drafts.map(({ type, total }) => ({ type, total }))
  })

  return {
    nextNumber: (): number => ++numbers,
    deaths: hasDied,
    control: program.control,
    /** The process dies when it gets there next. */
    crashAt (point: FailPoint): void { writeFileSync(plan, point) },
    kill: async (): Promise<void> => { (await server).kill('SIGKILL') },
    async untilDeath (times: number): Promise<void> {
      while (hasDied() < times) await sleep(pauseMs)
      rmSync(plan, { force: true })
    },

    /** Posts under a key, in the header or as the document's externalId, until it is answered. */
    async save (
      key: string, draft: Draft, place: 'header' | 'externalId' = 'header'
    ): Promise<{ status: number, code?: string, told?: Told }> {
      const number = Number(key)
      if (!journal.some((entry) => entry.kind === 'asked' && entry.number === number)) {
        journal.push(asked(number, 'save', key, [draft]))
      }
      const payload = structuredClone(draft.payload)
      if (place === 'externalId') Object.assign(payload.header.documentId, { externalId: key })
      const headers: Record<string, string> = place === 'header' ? { 'idempotency-key': key } : {}
      const { status, code, result } = await call('POST', '/Webhook/Save', { ...tenant.keys, payload }, headers)
      if (status !== 200) return { status, ...code !== undefined && { code } }
      const told = {
        correlationId: result.correlationId, folio: result.invoiceNumber, total: result.totalAmount,
        date: String(result.issuedAt).slice(0, 10)
      }
      const { correlationId, folio, total } = told
      const receipt = { correlationId, folio, total, type: Number(result.documentType) }
      journal.push({ kind: 'answered', number, at: 0, status, receipt })
      return { status, told }
    },

    annulmentOf: async (number: number, { correlationId, folio }: Told): Promise<Draft> => {
      const { issueDate } = await tenant.get(correlationId)
      return annulment(number, { folio, date: String(issueDate).slice(0, 10) })
    },

    /** Annuls a document until it is answered; gives the note. */
    async annul (correlationId: string): Promise<string> {
      const headers = { authorization: `Bearer ${tenant.token}` }
      const { result } = await call('POST', '/Webhook/Annul', { correlationId, reason: 'Anulada' }, headers)
      return result.correlationId
    },

    /** Submits documents and has them issued. */
    async submit (drafts: Draft[]): Promise<void> {
      const number = ++numbers
      const key = `bulk-${number}`
      journal.push(asked(number, 'bulk', key, drafts))
      const headers = { authorization: `Bearer ${tenant.token}` }
      const invoices = drafts.map(({ payload }, index) => ({ ...payload, key: `${number}-${index}` }))
      // A submission whose answer was lost is left as it is: only what is processed is issued.
      const { result: { id } } = await call('POST', '/BulkInvoice/Create', { invoices }, headers)
      const { status } = await call('PUT', '/BulkInvoice/Process', { id }, headers)
      journal.push({ kind: 'answered', number, at: 0, status, bulkId: id })
    },

    settled: () => untilDrained({ query: program.rows }, []),

    /** The invariants that do not hold, once everything has settled. */
    async broken (): Promise<Verdict[]> {
      const drained = await untilDrained({ query: program.rows }, [])
      const books = await readBooks({
        entries: journal, query: program.rows, ledger: await program.ledger(), mails: []
      })
      const verdicts = await judge(books, {
        seed: 1, drained, fatal: [], secrets: [tenant.keys.secretKey], logFolder: folder
      })
      return verdicts.filter(({ faults }) => faults.length > 0)
    },

    /** How many documents are stored. */
    documents: async (): Promise<number> => (await program.rows('select count(*)::int as n from invoices'))[0].n,

    async close (): Promise<void> {
      closing = true
      await (await server).end('SIGKILL')
      await watching
      receiver.close()
      await program.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
