import fc, { type AsyncCommand } from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { boleta, factura, type Draft } from '../../chaos/parts/documents.ts'
import { failPointNames, type FailPoint } from '../../src/shared/fail-points.ts'
import { startCrashingProgram, type CrashingProgram, type Told } from '../support/crashing-program.ts'
import { defined, first, last } from '../support/expecting.ts'

let program: CrashingProgram

beforeAll(async () => { program = await startCrashingProgram() })
afterAll(() => program.close())

/** Everything that issues: alone, about another document, in a file. Gives the last factura, to be annulled next. */
async function issueAll (last: Told | undefined): Promise<Told | undefined> {
  const numbers = [program.nextNumber(), program.nextNumber(), program.nextNumber()] as const
  const submitted = [program.nextNumber(), program.nextNumber()].map((number) => factura(number))
  const [saved] = await Promise.all([
    program.save(String(numbers[0]), factura(numbers[0])),
    program.save(String(numbers[1]), boleta(numbers[1]), 'externalId'),
    program.submit(submitted),
    last && program.annulmentOf(numbers[2], last).then((draft) => program.save(String(numbers[2]), draft))
  ])
  return saved.told
}

it('a crash between any two steps neither loses nor duplicates anything', async () => {
  let last = await issueAll(undefined)
  for (const point of failPointNames) {
    // The upload's answer is lost, and the SII is asked.
    if (point === 'reconcile.answered') await program.control('/faults', { operation: 'upload', fault: 'html', stored: true })
    const deaths = program.deaths()
    program.crashAt(point)
    last = await issueAll(last)
    await program.untilDeath(deaths + 1)
  }

  expect(await program.broken()).toEqual([])
  expect(program.deaths()).toBe(failPointNames.length)
})

/** The reference: what must be stored after these commands. */
interface Model { documents: number, saved: { key: string, draft: Draft, told: Told, isAnnulled: boolean }[] }

type Command = AsyncCommand<Model, CrashingProgram>

const always = (): boolean => true

class Save implements Command {
  check = always
  readonly isFactura: boolean
  constructor (isFactura: boolean) { this.isFactura = isFactura }
  async run (model: Model, real: CrashingProgram): Promise<void> {
    const number = real.nextNumber()
    const draft = (this.isFactura ? factura : boleta)(number)
    const { status, told } = await real.save(String(number), draft)
    expect({ status, total: told?.total }).toEqual({ status: 200, total: draft.total })
    model.documents++
    model.saved.push({ key: String(number), draft, told: defined(told), isAnnulled: false })
  }

  toString = (): string => `save ${this.isFactura ? 'factura' : 'boleta'}`
}

class Repeat implements Command {
  check = ({ saved }: Readonly<Model>): boolean => saved.length > 0
  async run ({ saved }: Model, real: CrashingProgram): Promise<void> {
    const { key, draft, told } = last(saved)
    expect(await real.save(key, draft)).toEqual({ status: 200, told })
  }

  toString = (): string => 'repeat the last'
}

class OtherBody implements Command {
  check = ({ saved }: Readonly<Model>): boolean => saved.length > 0
  async run ({ saved }: Model, real: CrashingProgram): Promise<void> {
    const { key } = first(saved)
    expect(await real.save(key, factura(0))).toEqual({ status: 409, code: 'IDEMPOTENCY_KEY_REUSED' })
  }

  toString = (): string => 'another body under a used key'
}

class Annul implements Command {
  check = ({ saved }: Readonly<Model>): boolean => saved.some(isAnnullable)
  async run (model: Model, real: CrashingProgram): Promise<void> {
    const target = defined(model.saved.find(isAnnullable))
    const number = real.nextNumber()
    const draft = await real.annulmentOf(Number(target.key), target.told)
    expect(await real.save(String(number), draft)).toMatchObject({ status: 200 })
    target.isAnnulled = true
    model.documents++
  }

  toString = (): string => 'annul a factura'
}

class Submit implements Command {
  check = always
  readonly count: number
  constructor (count: number) { this.count = count }
  async run (model: Model, real: CrashingProgram): Promise<void> {
    await real.submit(Array.from({ length: this.count }, () => factura(real.nextNumber())))
    model.documents += this.count
  }

  toString = (): string => `submit a file of ${this.count}`
}

class CrashAt implements Command {
  check = always
  readonly point: FailPoint
  constructor (point: FailPoint) { this.point = point }
  run = async (_model: Model, real: CrashingProgram): Promise<void> => { real.crashAt(this.point) }
  toString = (): string => `crash at ${this.point}`
}

class Kill implements Command {
  check = always
  run = (_model: Model, real: CrashingProgram): Promise<void> => real.kill()
  toString = (): string => 'kill'
}

class Settle implements Command {
  check = always
  run = async (_model: Model, real: CrashingProgram): Promise<void> => { await real.settled() }
  toString = (): string => 'settle'
}

function isAnnullable ({ draft, isAnnulled }: Model['saved'][number]): boolean {
  return draft.type === 33 && !isAnnulled
}

const commands = fc.commands([
  fc.boolean().map((isFactura) => new Save(isFactura)),
  fc.constant(new Repeat()), fc.constant(new OtherBody()), fc.constant(new Annul()),
  fc.integer({ min: 1, max: 5 }).map((count) => new Submit(count)),
  fc.constantFrom(...failPointNames).map((point) => new CrashAt(point)),
  fc.constantFrom(...failPointNames).map((point) => new CrashAt(point)),
  fc.constant(new Kill()), fc.constant(new Settle())
], { maxCommands: 25 })

// A seed under which this failed once is added here, and stays.
const keptSeeds = [15, 4711]
const seeds = process.env['SEED'] === undefined ? [...keptSeeds, Date.now() % 1_000_000] : [Number(process.env['SEED'])]

it.each(seeds)('stored data match the reference model after random actions and crashes (seed %d)', async (seed) => {
  const before = await program.documents()
  const property = fc.asyncProperty(commands, async (planned) => {
    const model: Model = { documents: 0, saved: [] }
    await fc.asyncModelRun(() => ({ model, real: program }), planned)
    expect(await program.broken()).toEqual([])
    expect(await program.documents()).toBe(before + model.documents)
  })
  await fc.assert(property, { seed, numRuns: 1, endOnFailure: true })
})

// Last: the journal has no entry of these notes.
it.each(['issueApart.stored', 'issueApart.committed'] as const)('a document is annulled by one note after a crash at %s', async (point) => {
  const number = program.nextNumber()
  const told = defined((await program.save(String(number), factura(number))).told)
  const [documents, deaths] = [await program.documents(), program.deaths()]
  program.crashAt(point)
  const note = await program.annul(told.correlationId)
  await program.untilDeath(deaths + 1)

  expect(await program.annul(told.correlationId)).toBe(note)
  expect(await program.documents()).toBe(documents + 1)
})
