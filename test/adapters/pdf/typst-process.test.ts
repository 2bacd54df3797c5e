/** @module-tag slow */
import { readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { createTypstProcess, type TypstLimits } from '../../../src/adapters/pdf/typst-process.ts'
import { defined, first } from '../../support/expecting.ts'
import { patience } from '../../support/patience.ts'
import { stampBarcode } from '../../../src/dte/printing/barcode.ts'
import { factura } from './samples.ts'

const limits: TypstLimits = { timeoutMs: patience.timeout, memoryLimitMb: 700, recycleAfter: 500 }
const stamp = stampBarcode(factura.ted)
const source = readFileSync(new URL('../../../src/adapters/pdf/templates/factura.typ', import.meta.url), 'utf8')
const data = JSON.stringify({ document: factura, format: 'letter', cedible: true, stamp: { widthMm: 68, heightMm: 30 } })
const page = { source: '#set page(width: 5cm, height: 5cm)\nhello', data: '{}', stamp }
const endlessLoop = { ...page, source: '#for a in range(100000) { for b in range(100000) {} }' }

let started: ReturnType<typeof createTypstProcess>[] = []
afterEach(async () => {
  await Promise.all(started.map((process) => process.close()))
  started = []
})

function typst (changes: Partial<TypstLimits> = {}): ReturnType<typeof createTypstProcess> {
  const process = createTypstProcess({ ...limits, ...changes })
  started.push(process)
  return process
}

function residentMb (pid: number | undefined): number {
  return Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid ?? 0}/status`, 'utf8'))?.[1]) / 1024
}

it("draws at a lower priority than the server's requests", async () => {
  const drawing = typst()
  await drawing.draw(page)
  expect(getPriority(drawing.pid())).toBe(Math.min(19, getPriority() + 10))
})

const marks = /SourceDiagnostic|Span\(|FileId|severity|hints|nonexistent|packages\.typst|0x|::|\\\\u/

describe('an error that the compiler reports in its own format', () => {
  const drawing = createTypstProcess(limits)
  afterAll(() => drawing.close())

  it.each([
    ['a character that the fonts lack', '#set page(width: 5cm)\nSi: 🇨', 'the fonts cannot show "🇨" (U+1F1E8)', {
      line: 2, column: 5
    }],
    ['a character without a face', 'x \u{10fffd}', 'the fonts cannot show U+10FFFD', { line: 1, column: 3 }],
    ['a character of the data', '#json("/data.json").text', 'the fonts cannot show "🇨" (U+1F1E8)', {}],
    ['a file attached to the PDF', 'x\n#pdf.attach("x", bytes("abc"))', 'files cannot be attached to the PDF', {}],
    ['a package', '\n#import "@preview/cetz:0.3.0": *', 'packages cannot be imported', { line: 2, column: 9 }],
    ['a plugin', '#plugin("/data.json")', 'this is not a plugin that can be run', { line: 1, column: 9 }],
    ['a file of the machine', '#read("../../etc/passwd")', 'this file cannot be read from a template', {
      line: 1, column: 7
    }],
    ['a file that is not there', '#include "parte.typ"', 'there is no file /parte.typ for a template', {
      line: 1, column: 10
    }],
    ['data of another kind', '#cbor(bytes((255,)))', 'the data is not valid CBOR', { line: 1, column: 7 }],
    ['a broken image', '#image(bytes((255, 216, 255, 0)), format: "jpg")', 'the image is damaged', {
      line: 1, column: 2
    }],
    ['a call without end', '#let f() = f()\n#f()', 'calls itself, or nests, too deeply', { line: 1, column: 12 }],
    ['a panic', '#panic("sin folio")', 'panicked with: "sin folio"', { line: 1, column: 2 }],
    ['a name that nobody gave', '#descuentos', 'unknown variable: descuentos', { line: 1, column: 2 }]
  ])('is reported in plain words: %s', async (_, source, sentence, place) => {
    const answer = await drawing.draw({ ...page, source, data: '{"text":"🇨"}' })
    const { diagnostics } = answer as Extract<typeof answer, { kind: 'refused' }>
    const { message, line, column } = first(diagnostics)

    expect(message.en).toContain(sentence)
    expect({ line, column }).toEqual({ line: undefined, column: undefined, ...place })
    expect(JSON.stringify(first(diagnostics))).not.toMatch(marks)
  })
})

describe('a drawing process', () => {
  it('is killed when a job exceeds its time, and another process draws the next job', async () => {
    const own = { ...limits }
    const process = createTypstProcess(own)
    started.push(process)
    await process.draw(page)
    const firstPid = defined(process.pid())

    own.timeoutMs = 1_000
    await expect(process.draw(endlessLoop)).rejects.toThrow('took longer than 1000 ms')
    own.timeoutMs = patience.timeout

    expect(await process.draw(page)).toMatchObject({ kind: 'drawn', pages: 1 })
    expect(process.pid()).not.toBe(firstPid)
  })

  it.skipIf(process.platform !== 'linux')('is ended when a job takes too much memory', async () => {
    const process = typst({ memoryLimitMb: 400 })
    const bomb = { ...page, source: '#let a = range(60000000)\n#a.len()' }

    await expect(process.draw(bomb)).rejects.toThrow('too much memory')

    expect(await process.draw(page)).toMatchObject({ kind: 'drawn' })
  })

  it('is replaced when it crashes', async () => {
    const drawing = typst()
    await drawing.draw(page)
    process.kill(defined(drawing.pid()), 'SIGKILL')
    await expect.poll(() => drawing.pid()).toBeUndefined()

    expect(await drawing.draw(page)).toMatchObject({ kind: 'drawn' })
  })

  it('is replaced after a fixed number of jobs', async () => {
    const process = typst({ recycleAfter: 2 })
    const pids = []
    for (let job = 0; job < 4; job++) {
      await process.draw(page)
      pids.push(process.pid())
    }

    expect(pids[1]).toBe(pids[0])
    expect(pids[2]).not.toBe(pids[0])
    expect(pids[3]).toBe(pids[2])
  })

  it('ends with close', async () => {
    const process = typst()
    await process.draw(page)

    await process.close()

    expect(process.pid()).toBeUndefined()
  })

  it.skipIf(process.platform !== 'linux')('holds as much memory after sixty documents as after twenty', async () => {
    const process = typst()
    // When memory is given back is the collector's to say: what is held for good is the least of many looks.
    const leastWhileDrawing = async (count: number): Promise<number> => {
      const held = []
      for (let job = 0; job < count; job++) {
        expect(await process.draw({ source, data, stamp })).toMatchObject({ kind: 'drawn', pages: 2 })
        held.push(residentMb(process.pid()))
      }
      return Math.min(...held.slice(-10))
    }

    const early = await leastWhileDrawing(20)
    const late = await leastWhileDrawing(40)

    // A leak of 3 MB a document, which the process had without its collections, would come to 120 MB.
    expect(late - early).toBeLessThan(60)
  })
})

describe('template source', () => {
  it.each([
    ['a file of the machine', '#read("/etc/passwd")'],
    ['a file above the root', '#read("/../../etc/passwd")'],
    ['a relative path out of the root', '#read("../../../etc/hostname")'],
    ['an image of another file', '#image("/etc/logo.png")'],
    ['a package of the registry', '#import "@preview/cetz:0.3.0": *'],
    ['a local package', '#import "@local/thing:1.0.0": *'],
    ['a plug-in that is not there', '#plugin("/x.wasm")']
  ])('cannot read %s', async (_what, text) => {
    const answer = await typst().draw({ ...page, source: `first line\n${text}` })

    expect(answer).toMatchObject({ kind: 'refused', diagnostics: [{ file: 'main.typ', line: 2 }] })
    expect(JSON.stringify(answer)).not.toMatch(/root:|nonexistent/)
  })

  it('is refused with the line and column of its error, counted from one', async () => {
    const answer = await typst().draw({ ...page, source: 'fine\n  #unknown-thing' })

    expect(answer).toMatchObject({
      kind: 'refused',
      diagnostics: [{
        file: 'main.typ', line: 2, column: 4, message: { en: expect.stringContaining('unknown variable') }
      }]
    })
  })

  it('is refused when it produces more than 50 pages', async () => {
    const answer = await typst().draw({ ...page, source: '#for x in range(50) { pagebreak() }' })

    expect(answer).toEqual({ kind: 'tooLong', pages: 51 })
  })

  it('cannot read the previous job', async () => {
    const process = typst()
    await process.draw({ source: '#json("/data.json")', data: '"secret of another tenant"', stamp })

    const answer = await process.draw({ source: '#json("/data.json") #state("x").get()', data: '{}', stamp })

    expect(JSON.stringify(answer)).not.toContain('secret')
  })
})
