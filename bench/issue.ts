/**
 * Measures what a signed document costs beyond its two RSA signatures: CPU time per issued document compared with CPU
 * time per pair of bare signatures with the same keys in the same run. Exits with 1 if the ratio is above the limit.
 */
import { type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { issueDocument } from '../src/dte/signing/issue.ts'
import { createSigning, signedAt } from '../test/support/signing.ts'
import { sampleDocument } from '../test/support/tax-documents.ts'

const limit = 1.25
// Enough rounds for each to meet a moment when the machine is otherwise idle.
const rounds = 150
const documentsPerRound = 100
const inFlight = 4

const signInThreads = promisify(sign)
const { credential, cafOf } = createSigning()
const caf = cafOf(33)
const invoice = { ...sampleDocument(33), lines: fiveLines() }

interface Cost { cpuMicroseconds: number, wallMicroseconds: number }

const issued: Cost[] = []
const bare: Cost[] = []
await measure(issueOne)
await measure(signTwice)
// Alternating, so that a slow moment affects both alike.
for (let round = 0; round < rounds; round++) {
  bare.push(await measure(signTwice))
  issued.push(await measure(issueOne))
}
report()

function fiveLines () {
  const [line] = sampleDocument(33).lines
  if (!line) throw new Error('The sample has no line')
  return Array.from({ length: 5 }, (_, index) => ({ ...line, lineNumber: index + 1 }))
}

async function issueOne (index: number): Promise<void> {
  await issueDocument(invoice, { folio: index + 1, caf, credential, signedAt })
}

async function signTwice (index: number): Promise<void> {
  await signInThreads('sha1', bytesToSign(index), caf.privateKey)
  await signInThreads('sha1', bytesToSign(index), credential.privateKey)
}

/** About the length of a DD and of a SignedInfo. */
function bytesToSign (index: number): Buffer {
  return Buffer.alloc(700, index)
}

async function measure (work: (index: number) => Promise<void>): Promise<Cost> {
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

function report (): void {
  const bareCpu = best(bare, 'cpuMicroseconds')
  const issuedCpu = best(issued, 'cpuMicroseconds')
  const ratio = issuedCpu / bareCpu
  console.log(
    `keys                       ${keyBits(caf.privateKey)}-bit CAF, ${keyBits(credential.privateKey)}-bit certificate`
  )
  console.log(`two bare signatures        ${bareCpu.toFixed(0)} µs of CPU`)
  console.log(
    `built, stamped and signed  ${issuedCpu.toFixed(0)} µs of CPU: ${
      (1e6 / issuedCpu).toFixed(0)
    } documents a second on one core`
  )
  console.log(
    `as it ran                  ${
      (1e6 / best(issued, 'wallMicroseconds')).toFixed(0)
    } documents a second, ${inFlight} in flight, all cores`
  )
  console.log(`ratio                      ${ratio.toFixed(3)} (limit ${limit})`)
  process.exitCode = ratio <= limit ? 0 : 1
}

function keyBits (key: KeyObject): number {
  return key.asymmetricKeyDetails?.modulusLength ?? 0
}
