/** @module-tag slow */
import { beforeEach, expect, it } from 'vitest'
import { ListedNumbers } from '../../../src/services/directory/listed-numbers.ts'
import { directoryBytes, directoryHeader, importDirectory, listed } from '../../support/directory-files.ts'
import { defined } from '../../support/expecting.ts'
import { sharedWorld } from '../../support/shared.ts'
import { rut } from '../../support/world.ts'

const world = sharedWorld()
beforeEach(async () => {
  await world.rows('delete from exchange_companies')
  await world.rows('delete from exchange_directories')
})

const [andes, boreal, cobre, delta] = [76_192_083, 77_777_777, 88_888_888, 96_543_210]
const line = (number: number, mailbox = `dte@empresa-${number}.example`): string => listed(rut(number), mailbox)
const find = (...numbers: number[]) =>
  world.store.asPlatform(({ exchangeDirectory }) => exchangeDirectory.find('simulator', numbers))
const current = () => world.store.asPlatform(({ exchangeDirectory }) => exchangeDirectory.current('simulator'))
const stored = async () => {
  const [counts] = await world.rows(
    'select (select count(*) from exchange_directories)::int as directories, (select count(*) from exchange_companies)::int as companies'
  )
  return counts
}

it('imports companies with their names, mailboxes and resolutions, for any chunking of the file', async () => {
  for (const [index, chunkBytes] of [1, 7, 10_000].entries()) {
    const counts = await importDirectory(
      world.store, [line(andes), line(boreal, ''), line(cobre, `${index}@otro.example`)], { chunkBytes, clock: world.clock }
    )
    world.pass(1)

    expect(counts).toEqual({ companies: 3, mailboxes: 2, badLines: 0 })
    expect(await find(andes, boreal, delta)).toEqual(new Map([
      [andes, {
        number: andes, name: 'Ingeniería Ñandú SpA', mailbox: `dte@empresa-${andes}.example`, resolutionNumber: 80,
        resolutionDate: '2014-08-22'
      }],
      [boreal, { number: boreal, name: 'Ingeniería Ñandú SpA', mailbox: null, resolutionNumber: 80, resolutionDate: '2014-08-22' }]
    ]))
  }
  expect(await stored()).toEqual({ directories: 1, companies: 3 })
})

it('reports each skipped line by its number, and loses no other', async () => {
  const problems: [number, string][] = []
  const counts = await importDirectory(world.store, [
    line(andes), 'Not a company', '76192083-1;Uno;80;22-08-2014;;', line(boreal), '', line(andes, 'otra@casilla.example'),
    listed(rut(cobre), '', 'x'.repeat(3000)), line(delta)
  ], { onProblem: (number, problem) => problems.push([number, problem]) })

  expect(problems).toEqual([[3, 'shape'], [4, 'taxNumber'], [7, 'repeated'], [8, 'tooLong']])
  expect(counts).toEqual({ companies: 3, mailboxes: 3, badLines: 4 })
  expect((await find(andes)).get(andes)?.mailbox).toBe(`dte@empresa-${andes}.example`)
  expect((await current())?.badLines).toBe(4)
})

it('keeps the old directory until the new one is complete, and when an import fails half way', async () => {
  await importDirectory(world.store, [line(andes), line(boreal)])
  const many = Array.from({ length: 12_000 }, (_, index) => line(50_000_000 + index))
  const seen: unknown[] = []
  const looking: Promise<unknown>[] = []
  const look = (): void => {
    looking.push(find(andes, 50_000_000).then((found) => seen.push([...found.keys()])))
  }

  await expect(importDirectory(world.store, [...many, line(cobre)], {
    chunkBytes: 100_000, onProgress: (companies) => {
      look()
      if (companies >= 5000) throw new Error('cut off')
    }
  })).rejects.toThrow('cut off')
  expect(await stored()).toEqual({ directories: 1, companies: 2 })
  await importDirectory(world.store, [...many, line(cobre)], { chunkBytes: 100_000, onProgress: look })
  await Promise.all(looking)

  expect(seen.length).toBeGreaterThanOrEqual(4)
  expect(new Set(seen.map((found) => JSON.stringify(found)))).toEqual(new Set([JSON.stringify([andes])]))
  expect([...(await find(andes, 50_000_000, cobre)).keys()]).toEqual([50_000_000, cobre])
  expect(await stored()).toEqual({ directories: 1, companies: 12_001 })
})

it('removes the remains of a killed import, and waits for one that may still run', async () => {
  await world.rows(`
    insert into exchange_directories (id, scope, listed_on, file_hash, touched_at)
    values ('00000000-0000-7000-8000-000000000001', 'simulator', '2026-11-01', '', $1)`, [world.clock()])
  await world.rows(`
    insert into exchange_companies (directory_id, tax_number, name)
    select '00000000-0000-7000-8000-000000000001', number, 'x' from generate_series(1, 25000) number`)

  await expect(importDirectory(world.store, [line(andes)], { clock: world.clock })).rejects.toThrow('Another import is running')
  world.pass(180)
  await importDirectory(world.store, [line(andes)], { clock: world.clock })

  expect(await stored()).toEqual({ directories: 1, companies: 1 })
})

it('changes nothing for the same file, and has a directory per environment', async () => {
  expect(await importDirectory(world.store, [line(andes)])).toBeDefined()
  expect(await importDirectory(world.store, [line(andes)])).toBeUndefined()
  await importDirectory(world.store, [line(boreal)], { scope: 'production' })

  expect([...(await find(andes, boreal)).keys()]).toEqual([andes])
})

it('refuses an incomplete directory, unless forced', async () => {
  await importDirectory(world.store, [line(andes), line(boreal), line(cobre)], { clock: world.clock })
  const before = await current()
  const attempt = (file: string[] | Buffer, listedOn = '2026-11-02') =>
    importDirectory(world.store, file, { listedOn, clock: world.clock })

  await expect(attempt(Buffer.from('<html>\n<body>'))).rejects.toThrow('This is not the directory of the SII')
  await expect(attempt(Buffer.from(`${directoryHeader}\r\n`))).rejects.toThrow('There is no company in this file')
  await expect(attempt([line(delta)])).rejects.toThrow('This file has 1 companies, and the directory in use has 3')
  await expect(attempt(Buffer.from(directoryBytes([line(andes), line(delta)]).toString('latin1'), 'utf8')))
    .rejects.toThrow('This file is in UTF-8')
  await expect(attempt([line(andes), line(boreal)], '2026-10-31')).rejects.toThrow('The directory in use is newer: of 2026-11-01')
  expect(await current()).toEqual(before)
  expect(await stored()).toEqual({ directories: 1, companies: 3 })

  world.pass(1)
  await importDirectory(world.store, [line(delta)], { listedOn: '2026-10-31', force: true, clock: world.clock })
  expect([...(await find(andes, delta)).keys()]).toEqual([delta])
})

it('stores the listed companies in a separate small set', async () => {
  await importDirectory(world.store, [line(andes), line(99_999_999), line(1)])
  const { id } = defined(await current())
  const packed = defined(await world.store.asPlatform(({ exchangeDirectory }) => exchangeDirectory.listed(id)))
  const numbers = await ListedNumbers.unpacked(packed)

  expect([0, 1, 2, andes - 1, andes, andes + 1, 99_999_999].filter((number) => numbers.has(number)))
    .toEqual([1, andes, 99_999_999])
})
