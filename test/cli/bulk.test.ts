import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bulkOptions, readTask } from '../../src/cli/bulk/options.ts'
import { readArguments, UsageError } from '../../src/cli/command.ts'
import { createTerminal, printable } from '../../src/cli/terminal.ts'
import type { ClientSettings } from '../../src/program/config/config.ts'
import { builtFile } from '../support/built-program.ts'
import { timbreHere } from '../support/command.ts'
import { factura, facturaExenta } from '../support/documents.ts'
import { type Door, openDoor } from '../support/door.ts'
import { startLossyProxy } from '../support/lossy-proxy.ts'
import { type Program, type ProgramTenant, startProgram } from '../support/program.ts'
import { startReceiver } from '../support/receiver.ts'

const password = 'correo-tinta-lluvia'
const folder = mkdtempSync(join(tmpdir(), 'timbre-command-'))
let program: Program
let andes: ProgramTenant
let server: Door
let everything = ''

beforeAll(async () => {
  program = await startProgram()
  andes = await program.tenant({ folios: [33] })
  server = await openDoor(program)
})
afterAll(async () => {
  await server.slam()
  await program.close()
  rmSync(folder, { recursive: true, force: true })
})

const signedIn = (): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '', TIMBRE_URL: server.url, TIMBRE_EMAIL: `admin@${andes.code}.example`,
  TIMBRE_PASSWORD: password
})

/** Starts a program in `folder` as a person would, signed in by the environment. */
function start (file: string, args: string[]) {
  const child = spawn(file, args, { cwd: folder, env: signedIn() })
  const told = { stdout: '', stderr: '' }
  child.stdout.on('data', (text: Buffer) => { told.stdout += text.toString() })
  child.stderr.on('data', (text: Buffer) => { told.stderr += text.toString() })
  const ended = (async () => {
    const [code] = await once(child, 'close')
    everything += told.stdout + told.stderr
    return { code: code as number, ...told }
  })()
  return {
    child, told, ended,
    says: (text: string) => program.until(`the command says ${text}`, async () => told.stderr.includes(text))
  }
}

const startBulk = (...args: string[]) => start(process.execPath, [builtFile('src/cli/timbre.ts'), 'bulk', ...args])

/** The same in this process. */
async function run (args: string[], { env = {} }: { env?: Record<string, string> } = {}) {
  const ended = await timbreHere(['bulk', ...args], { ...signedIn(), ...env }, folder)
  everything += ended.stdout + ended.stderr
  return ended
}

function write (name: string, content: string | object): string {
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  return name
}

const headings =
  'Documento;Tipo;Forma de pago;RUT receptor;Razón social receptor;Giro receptor;Dirección receptor;Comuna receptor;Ciudad receptor;Ítem;Cantidad;Precio unitario'
const line = (key: string, taxNumber = '88888888-8') =>
  `${key};33;1;${taxNumber};Ñandú S.A.;Obras;Camino 1;Maipú;Santiago;Cañería;2;1.990`

async function issued (): Promise<number> {
  const [row] = await program.rows('select count(*)::int as n from invoices where folio is not null')
  return row.n
}

it(
  'a file is checked, issued and followed, its result is saved beside it, and repeating the file issues nothing', { tags: 'slow' },
  async () => {
    const before = await issued()
    const file = write('facturas.csv', [headings, line('F-1'), line('F-2'), line('F-3')].join('\n'))

    const checked = await run([file, '--check-only'])
    expect(checked).toMatchObject({ code: 0, stdout: expect.stringMatching(/"facturas": 3 documents, no mistakes/) })
    expect(await issued()).toBe(before)

    const { code, stdout, stderr } = await run([file, '--wait'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/\[#{24}\] 100\.0 % {2}3 of 3 issued/) })
    expect(stdout).toMatch(/3 documents: 3 issued, 3 accepted\nResult: facturas-result\.csv/)
    expect(readFileSync(join(folder, 'facturas-result.csv'), 'utf8').trim().split('\n')).toHaveLength(4)

    expect(await run([file])).toMatchObject({
      code: 0, stdout: expect.stringMatching(/submitted at[^]*facturas-result-2\.csv/)
    })
    expect(await issued()).toBe(before + 3)
    expect(await run([file, '--again'])).toMatchObject({ code: 0 })
    expect(await issued()).toBe(before + 6)
  }
)

it(
  'mistakes are reported by cell and nothing is issued without --go-on; the corrected file issues the rest', { tags: 'slow' },
  async () => {
    const before = await issued()
    const file = write('con-errores.csv', [headings, line('F-1'), line('F-2', '88888888-1'), line('F-3')].join('\n'))

    const refused = await run([file, '--language', 'es'])
    expect(refused).toMatchObject({
      code: 3, stdout: expect.stringMatching(/D3 +F-2 {2}RUT receptor: .*verificador.* \([A-Z_]+\)/)
    })
    expect(refused.stdout).toMatch(/No se emitió nada\.\nCorrija el archivo/)
    expect(await issued()).toBe(before)

    const goneOn = await run([file, '--go-on'])
    expect(goneOn).toMatchObject({ code: 4, stdout: expect.stringMatching(/3 documents: 2 issued, 1 with mistakes/) })
    expect(await issued()).toBe(before + 2)

    const [, id = ''] = /--replaces (\S+)/.exec(goneOn.stdout) ?? []
    const corrected = write('corrected.csv', [headings, line('F-1'), line('F-2'), line('F-3')].join('\n'))
    expect(await run([corrected, '--replaces', id])).toMatchObject({
      code: 0, stdout: expect.stringMatching(/1 document, no mistakes, 2 skipped \(issued, or/)
    })
    expect(await issued()).toBe(before + 3)
  }
)

/** Runs a line that the command printed. */
async function runLine (output: string, pattern: RegExp) {
  const line = output.split('\n').find((one) => pattern.test(one)) ?? ''
  return start('sh', ['-c', line.trim()]).ended
}

it('after mistakes, the printed command issues every document of the corrected file', { tags: 'slow' }, async () => {
  const before = await issued()
  const file = write('facturas de hoy.csv', [headings, line('H-1'), line('H-2', '88888888-1'), line('H-3')].join('\n'))
  const refused = await run([file])
  expect(refused).toMatchObject({ code: 3, stdout: expect.stringMatching(/3 documents, 1 with mistakes, 2 without/) })

  write(file, [headings, line('H-1'), line('H-2'), line('H-3')].join('\n'))
  expect(await runLine(refused.stdout, / --replaces /)).toMatchObject({
    code: 0, stdout: expect.stringMatching(/3 documents, no mistakes\n3 documents: 3 issued/)
  })
  expect(await issued()).toBe(before + 3)

  write(file, [headings, line('H-1'), line('H-2', '88888888-1'), line('H-3')].join('\n'))
  expect(await run([file, '--go-on'])).toMatchObject({
    code: 0, stdout: expect.stringMatching(/submitted at .* and replaced by submission/)
  })
  expect(await runLine(refused.stdout, / --process /)).toMatchObject({
    code: 1, stderr: 'The submission is already completed or cancelled.\n'
  })
  expect(await issued()).toBe(before + 3)
})

it('documents that a correction leaves behind are named, and the exit code is not 0', { tags: 'slow' }, async () => {
  const before = await issued()
  const refused = await run([
    write('todo.csv', [headings, line('J-1'), line('J-2', '88888888-1'), line('J-3')].join('\n'))
  ])
  const [, id = ''] = / --replaces (\S+)/.exec(refused.stdout) ?? []
  const partial = await run([write('parte.csv', [headings, line('J-2')].join('\n')), '--replaces', id])
  expect(partial).toMatchObject({ code: 4, stdout: expect.stringMatching(/2 documents of .* not issued: J-1, J-3\n/) })

  write('parte.csv', [headings, line('J-1'), line('J-2'), line('J-3')].join('\n'))
  expect(await runLine(partial.stdout, / --replaces /)).toMatchObject({
    code: 0, stdout: expect.stringMatching(/2 documents, no mistakes, 1 skipped/)
  })
  expect(await issued()).toBe(before + 3)
})

it('a checked submission is processed or cancelled by its id', { tags: 'slow' }, async () => {
  const before = await issued()
  const checked = await run([write('uno.csv', [headings, line('K-1')].join('\n')), '--check-only'])
  const [, id = ''] = / --process (\S+)/.exec(checked.stdout) ?? []
  expect(await run(['--follow', id])).toMatchObject({
    code: 1, stderr: expect.stringMatching(/not being processed.*\n.* bulk --process/)
  })
  expect(await runLine(checked.stdout, / --process /)).toMatchObject({
    code: 0, stdout: expect.stringMatching(/^1 document: 1 issued/)
  })

  const [, other = ''] =
    / --process (\S+)/.exec((await run([write('dos.json', [factura(7)]), '--check-only'])).stdout) ?? []
  expect(await run(['--cancel', other])).toMatchObject({
    code: 0, stdout: expect.stringMatching(/^1 document: 1 cancelled\n.*\n.* bulk FILE --replaces/)
  })
  expect(await issued()).toBe(before + 1)
})

it('on a Spanish terminal, everything is in Spanish', { tags: 'slow' }, async () => {
  const env = { LC_ALL: 'es_CL.UTF-8', LANG: 'en_US.UTF-8' }
  const file = write('en-español.csv', [headings, line('E-1'), line('E-2', '88888888-1')].join('\n'))
  const outputs = [
    await run([file], { env }), await run([file, '--go-on'], { env }), await run(['no-está.csv'], { env }),
    await run(['--nada'], { env }), await run(['--help'], { env }), await run(['--follow', 'x'], { env })
  ]
  const text = outputs.map(({ stdout, stderr }) => stdout + stderr).join('\n')

  expect(outputs.map(({ code }) => code)).toEqual([3, 4, 1, 2, 0, 1])
  expect(text).toMatch(/Envío .* "en-español": 2 documentos, 1 con errores, 1 sin errores/)
  expect(text).toMatch(/1 de 1 emitidos/)
  expect(text).toMatch(/no-está\.csv: no existe/)
  expect(text).toMatch(/La opción --nada no existe\./)
  expect(text).toMatch(/Uso: timbre bulk ARCHIVO/)
  expect(text).not.toMatch(/\b(the|of|is|not|and|with|issued|run|file|see|option|document|documents)\b/)
})

it('the template is a valid file, and never overwrites another', { tags: 'slow' }, async () => {
  expect(await run(['--template', '33'])).toMatchObject({ code: 0, stdout: 'Template: timbre-33.xlsx\n' })
  expect(await run(['--template', '33'])).toMatchObject({ code: 1, stderr: 'timbre-33.xlsx already exists.\n' })
  expect(await run(['timbre-33.xlsx', '--check-only', '--name', 'Plantilla'])).toMatchObject({
    code: 0, stdout: expect.stringMatching(/"Plantilla": \d+ documents, no mistakes/)
  })
})

/** Passes everything on to the server, but breaks the first connection that submits something when its answer comes. */
async function breakingOnce (target: string): Promise<{ url: string, broken: () => number, listener: Server }> {
  let broken = 0
  const listener = createServer((client) => {
    const upstream = connect(Number(new URL(target).port), '127.0.0.1')
    let isSubmission = false
    client.on('data', (bytes: Buffer) => { isSubmission ||= bytes.includes('POST /api/BulkInvoice/Create') })
    upstream.on('data', (bytes: Buffer) => {
      if (!isSubmission || broken > 0) client.write(bytes)
      else {
        broken += 1
        client.resetAndDestroy()
      }
    })
    client.pipe(upstream)
    for (const [one, other] of [[client, upstream], [upstream, client]] as const) {
      one.on('error', () => {})
      one.on('close', () => { other.destroy() })
    }
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return { url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`, broken: () => broken, listener }
}

it('a connection that breaks during the answer to Create creates no second submission', { tags: 'slow' }, async () => {
  const file = write('broken.json', [factura(1), factura(2)])
  const proxy = await breakingOnce(server.url)
  const before = await issued()

  expect(await run([file, '--name', 'Una vez'], { env: { TIMBRE_URL: proxy.url } })).toMatchObject({
    code: 0, stderr: expect.stringMatching(/trying again/)
  })
  expect(proxy.broken()).toBe(1)
  expect(await program.rows("select count(*)::int as n from bulk_invoices where name = 'Una vez'")).toEqual([{ n: 1 }])
  expect(await issued()).toBe(before + 2)
  proxy.listener.close()
})

it("a proxy's answer is not taken for the server's, and no redirect is followed with a password", { tags: 'slow' }, async () => {
  const elsewhere = await startReceiver()
  const proxy = await startLossyProxy(server.url)
  const page = { status: 200, headers: { 'content-type': 'text/html', 'retry-after': '0' }, body: {} }
  const redirect = { status: 307, headers: { location: `http://localhost:${elsewhere.port}/` }, body: {} }
  const file = write('proxy.json', [factura(1)])
  // Its first request looks whether there is a server, and carries nothing secret.
  proxy.mishaps.push(page, page)
  expect(await run([file, '--name', 'Tras un proxy'], { env: { TIMBRE_URL: proxy.url } })).toMatchObject({
    code: 0, stderr: expect.stringMatching(/trying again/)
  })
  proxy.mishaps.push(page, redirect)
  expect(await run([file], { env: { TIMBRE_URL: proxy.url } })).toMatchObject({
    code: 1, stderr: expect.stringMatching(/307 NOT_TIMBRE\. Check the address, and the proxy/)
  })
  proxy.mishaps.push(page, page)
  const withToken = { TIMBRE_URL: proxy.url, TIMBRE_TOKEN: andes.token }
  expect(await run(['--template', '33', 'plantilla.xlsx'], { env: withToken })).toMatchObject({ code: 0 })
  expect(readFileSync(join(folder, 'plantilla.xlsx')).subarray(0, 2).toString()).toBe('PK')
  expect(elsewhere.received).toEqual([])
  await proxy.close()
  await elsewhere.close()
})

it(
  'Ctrl-C leaves the server working and says how to follow; following survives a restart of the server', { tags: 'slow' },
  async () => {
    const file = write('waiting.json', { name: 'Exentas', invoices: [facturaExenta(), facturaExenta()] })
    const first = startBulk(file)
    await first.says('0 of 2 issued, 2 waiting for folios of type 34')
    expect(first.told.stderr).toMatch(/No folios of type 34 are left\. Upload a CAF/)
    first.child.kill('SIGINT')
    const { code, stderr } = await first.ended
    expect(code).toBe(130)
    const [, id = ''] = / bulk --follow (\S+)/.exec(stderr) ?? []

    const second = startBulk('--follow', id, '--result', 'exentas.xlsx')
    await second.says('0 of 2 issued, 2 waiting for folios of type 34')
    await server.slam()
    await second.says('trying again')
    await server.reopen()
    await andes.addFolios(34)
    expect(await second.ended).toMatchObject({
      code: 0, stdout: expect.stringMatching(/^2 documents: 2 issued.*\nResult: exentas\.xlsx\n$/)
    })
    expect(readFileSync(join(folder, 'exentas.xlsx')).subarray(0, 2).toString()).toBe('PK')
  }
)

const settingsOfNobody: ClientSettings = {
  url: undefined, email: undefined, password: undefined, token: undefined, language: 'en', isNpx: false
}
const settingsOfAna = { ...settingsOfNobody, email: 'ana@andes.example', password }

const taskOf = (args: string[], settings: ClientSettings) =>
  readTask(readArguments({ options: bulkOptions, takesFiles: true }, args), settings)

it.each([
  [[], /No file given/],
  [['a.csv', 'b.csv'], /one file can be submitted/],
  [['--no-such-option'], /no-such-option/],
  [['a.csv', '--follow', '0'], /Give one of these/],
  [['--process', '0', '--cancel', '0'], /Give one of these/],
  [['a.csv', '--result', 'a.pdf'], /must end in \.xlsx or \.csv/],
  [['--template', '33', 'a.pdf'], /must end in \.xlsx or \.csv/],
  [['a.csv', '--url', 'timbre'], /Invalid address/],
  [['a.csv', '--language', 'fr'], /--language/]
])('the arguments %j are invalid', (args, message) => {
  expect(() => taskOf(args, settingsOfAna)).toThrow(UsageError)
  expect(() => taskOf(args, settingsOfAna)).toThrow(message)
})

it('invalid arguments are explained in the language of the terminal', () => {
  expect(() => taskOf([], { ...settingsOfAna, language: 'es' })).toThrow('Falta el archivo.')
  expect(() => taskOf(['a.csv', 'b.csv', '--language', 'es'], settingsOfAna)).toThrow('Sólo se puede enviar un archivo')
  expect(() => readArguments({ options: bulkOptions }, ['--follow'], 'es')).toThrow('falta su valor')
})

it('a user of several tenants chooses one in the environment or on the command line', () => {
  const settings = { ...settingsOfAna, tenant: 'andes' }

  expect(taskOf(['a.csv'], settings)).toMatchObject({ signIn: { email: 'ana@andes.example', tenantCode: 'andes' } })
  expect(taskOf(['a.csv', '--tenant', 'sur'], settings)).toMatchObject({ signIn: { tenantCode: 'sur' } })
})

it('the command line overrides the environment, and a token overrides a password', () => {
  expect(taskOf(['a.csv'], { ...settingsOfAna, token: 't' })).toMatchObject({
    signIn: { token: 't' }, url: new URL('http://127.0.0.1:3000')
  })
  expect(
    taskOf(['a.csv', '--email', 'b@andes.example', '--url', 'https://timbre.example'], {
      ...settingsOfAna, token: 't'
    })
  )
    .toMatchObject({ signIn: { email: 'b@andes.example', password }, url: new URL('https://timbre.example') })
  expect(() => taskOf(['a.csv'], settingsOfNobody)).toThrow(/TIMBRE_TOKEN/)
})

it('invalid arguments exit with 2, and --help with 0', { tags: 'slow' }, async () => {
  expect(await startBulk().ended).toEqual({ code: 2, stdout: '', stderr: 'No file given.\nSee timbre bulk --help.\n' })
  expect(await start(process.execPath, [join(process.cwd(), 'bin/timbre.mjs'), 'bulk', '--help']).ended).toEqual({
    code: 0, stdout: expect.stringMatching(/^Usage: timbre bulk FILE/), stderr: ''
  })
})

it('a failure exits with 1 and prints one sentence', { tags: 'slow' }, async () => {
  const file = write('one.json', [factura()])
  expect(await run([file], { env: { TIMBRE_URL: 'http://127.0.0.1:1' } })).toMatchObject({
    code: 1, stderr: expect.stringMatching(/^Cannot reach http:\/\/127\.0\.0\.1:1: .*\n$/)
  })
  expect(await run(['not-there.csv'])).toMatchObject({ code: 1, stderr: 'not-there.csv: no such file or folder\n' })
  expect(await run([file, '--result', 'no-folder/result.csv'])).toMatchObject({
    code: 1, stderr: expect.stringMatching(/no-folder\/result\.csv: no such file or folder\n$/)
  })
  expect(await run([write('broken-off.json', '[{')])).toMatchObject({
    code: 1, stderr: expect.stringMatching(/broken-off\.json is not JSON/)
  })
  expect(await run([write('other.csv', 'a;b\n1;2')])).toMatchObject({
    code: 1, stderr: expect.stringMatching(/A1: unknown column "a"/)
  })
  expect(await run([file], { env: { TIMBRE_PASSWORD: 'otra-clave-distinta' } })).toMatchObject({
    code: 1, stderr: expect.stringMatching(/./)
  })
  expect(await run([file], { env: { TIMBRE_TOKEN: 'no-token' } })).toMatchObject({
    code: 1, stderr: expect.stringMatching(/./)
  })
})

it('passwords and tokens are never printed, and no partial file is left behind', () => {
  expect(everything).not.toMatch(/correo-tinta|otra-clave|no-token|eyJ/)
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
})

it('on a terminal, progress is one live line no wider than the window, and results remain', () => {
  const written: string[] = []
  const stream = { isTTY: true, columns: 30, write: (text: string) => written.push(text) > 0 }
  const terminal = createTerminal({ stdout: stream, stderr: stream } as never)
  terminal.draw('x'.repeat(50))
  terminal.draw('second')
  terminal.say('done')

  expect(written).toEqual(['x'.repeat(29), '\r\u001b[2K', 'second', '\r\u001b[2K', 'done\n'])
  expect(printable('a\u001b[2Jb\r\nc\u009b1m')).toBe('a[2Jb c1m')
})
