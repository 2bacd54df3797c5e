/**
 * Measures what a document costs beyond its two RSA signatures: CPU time from the posted payload to signed bytes,
 * compared with CPU time per pair of bare signatures with the same keys in the same run. Exits with 1 if a ratio is
 * above its limit.
 */
import { type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import type { TaxDocument } from '../src/dte/document.ts'
import { invoicePayload } from '../src/dte/fields/payload.ts'
import { prepareDocument } from '../src/dte/reading/document-from-payload.ts'
import { issueDocument } from '../src/dte/signing/issue.ts'
import { senderFacts as sender, today } from '../test/support/sender-facts.ts'
import { createSigning, signedAt } from '../test/support/signing.ts'
import { sampleDocument } from '../test/support/tax-documents.ts'
import { invoice } from './invoice.ts'

// Enough rounds for each to meet a moment when the machine is otherwise idle; as many again, twice at most, where a
// ratio is above its limit then.
const rounds = 120
const runs = 3
const documentsPerRound = 100
const inFlight = 4

const signInThreads = promisify(sign)
const { credential, cafOf } = createSigning()
const caf = cafOf(33)

type Work = (index: number) => unknown
interface Cost { cpuMicroseconds: number, wallMicroseconds: number }
interface Measured { name: string, work: Work, limit?: number, costs: Cost[] }

// JavaScript is slower beside OpenSSL on some machines than on others, and limits are of one on which zod's check of
// sixty lines takes so much of two bare signatures: where it takes more, so may what comes besides the signatures.
const usualShareOfZod = 0.1
const bare: Measured = { name: 'two bare signatures', work: signTwice, costs: [] }
const written = { ...sampleDocument(33), lines: fiveLines() }
const zodOfSixty: Measured = {
  name: 'not in these: zod, 60 lines', work: () => invoicePayload.parse(invoice(3, 60)), costs: []
}
const measured: Measured[] = [
  bare,
  { name: 'checked document to signed bytes, 5 lines', work: (index) => issue(written, index), limit: 1.3, costs: [] },
  { name: 'payload to signed bytes, 5 lines', work: fromPayload(5), limit: 1.4, costs: [] },
  { name: 'payload to signed bytes, 60 lines', work: fromPayload(60), limit: 2.1, costs: [] },
  { name: 'not in these: zod, 5 lines', work: () => invoicePayload.parse(invoice(3, 5)), costs: [] },
  zodOfSixty
]

for (const { work } of measured) await measure(work)
for (let run = 0; run < runs && (run === 0 || measured.some(isAboveLimit)); run++) {
  // Alternating, so that a slow moment affects all alike.
  for (let round = 0; round < rounds; round++) {
    for (const { work, costs } of measured) costs.push(await measure(work))
  }
}
report()

function fiveLines () {
  const [line] = sampleDocument(33).lines
  if (!line) throw new Error('The sample has no line')
  return Array.from({ length: 5 }, (_, index) => ({ ...line, lineNumber: index + 1 }))
}

function fromPayload (lines: number): Work {
  const payload = invoicePayload.parse(invoice(3, lines))
  return async (index) => {
    const { document } = prepareDocument(payload, { sender, today })
    if (!document) throw new Error('The payload breaks a rule')
    await issue(document, index)
  }
}

async function issue (document: TaxDocument, index: number): Promise<void> {
  await issueDocument(document, { folio: index + 1, caf, credential, signedAt })
}

async function signTwice (index: number): Promise<void> {
  await signInThreads('sha1', bytesToSign(index), caf.privateKey)
  await signInThreads('sha1', bytesToSign(index), credential.privateKey)
}

/** About the length of a DD and of a SignedInfo. */
function bytesToSign (index: number): Buffer {
  return Buffer.alloc(700, index)
}

async function measure (work: Work): Promise<Cost> {
  const cpu = process.cpuUsage()
  const start = performance.now()
  let next = 0
  await Promise.all(Array.from({ length: inFlight }, async () => {
    while (next < documentsPerRound) await work(next++)
  }))
  const { user, system } = process.cpuUsage(cpu)
  return {
    cpuMicroseconds: (user + system) / documentsPerRound,
    wallMicroseconds: (performance.now() - start) * 1000 / documentsPerRound
  }
}

/** The least disturbed round: other work on the machine can only add time. */
function best (costs: Cost[], figure: keyof Cost): number {
  return Math.min(...costs.map((cost) => cost[figure]))
}

function ratioOf ({ costs }: Measured): number {
  return best(costs, 'cpuMicroseconds') / best(bare.costs, 'cpuMicroseconds')
}

/** The limit on this machine. */
function limitOf ({ limit }: Measured): number {
  const slowness = Math.max(1, ratioOf(zodOfSixty) / usualShareOfZod)
  return limit === undefined ? Infinity : 1 + (limit - 1) * slowness
}

function isAboveLimit (one: Measured): boolean {
  return ratioOf(one) > limitOf(one)
}

function report (): void {
  console.log(`${keyBits(caf.privateKey)}-bit CAF, ${keyBits(credential.privateKey)}-bit certificate`)
  for (const one of measured) {
    const { name, costs, limit } = one
    const cpu = best(costs, 'cpuMicroseconds')
    console.log(
      `${name.padEnd(42)}${cpu.toFixed(0).padStart(5)} µs of CPU, ` +
        `${(1e6 / best(costs, 'wallMicroseconds')).toFixed(0).padStart(6)} a second as it ran, ` +
        `ratio ${ratioOf(one).toFixed(3)}${limit === undefined ? '' : ` (limit ${limitOf(one).toFixed(2)})`}`
    )
    if (isAboveLimit(one)) process.exitCode = 1
  }
}

function keyBits (key: KeyObject): number {
  return key.asymmetricKeyDetails?.modulusLength ?? 0
}
