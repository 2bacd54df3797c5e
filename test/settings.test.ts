import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../src/config.ts'
import { startFailure } from '../src/start-failure.ts'
import { programSettings } from './support/program.ts'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

/** `PORT=3000` and `# DATABASE_URL=…` of the example, in its order. */
const shown = [...read('.env.example').matchAll(/^(# )?([A-Z][A-Z_]+)=(.*)$/gm)].map(([, mark, name, value]) => ({
  name: name!, value: value!.replaceAll('"', ''), isSet: mark === undefined
}))

/** The members of the schema of the settings, from its source: the program itself hands out their values only. */
const known = [
  ...read('src/config.ts').split('const settings = z.object({')[1]!.split('\n})')[0]!.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)
].map(([, name]) => name!)

const production: Record<string, string> = {
  ...programSettings('postgresql://timbre@127.0.0.1/timbre'), NODE_ENV: 'production'
}
const secrets = ['DATABASE_URL', 'MASTER_KEY', 'JWT_KEYS', 'KEY_PEPPER'] as const
const least = Object.fromEntries(secrets.map((name) => [name, production[name]!]))

describe('.env.example', () => {
  it('shows each setting once, and nothing else', () => {
    expect(known.length).toBeGreaterThan(25)
    expect(shown.map(({ name }) => name).sort()).toEqual([...known].sort())
  })

  it('sets what is the default anyway', () => {
    const example = Object.fromEntries(shown.filter(({ isSet }) => isSet).map(({ name, value }) => [name, value]))

    expect(readConfig({ ...least, ...example })).toEqual(readConfig(least))
  })

  it.each(shown.filter(({ name, isSet }) => !isSet && !secrets.some((secret) => secret === name)))(
    'shows of $name what the program takes',
    ({ name, value }) => {
      const config = readConfig({ ...least, [name]: value })

      expect(config).toHaveProperty(name, value)
    })
})

describe('docker-compose.yml', () => {
  const compose = read('docker-compose.yml').split('\n  simulator:\n    <<')[0]!
  const given = [...compose.matchAll(/^ {4}([A-Z][A-Z_]+): /gm)].map(([, name]) => name!)

  it('gives the service settings that there are', () => {
    const names = given.filter((name) => !name.startsWith('POSTGRES_')).map((name) => name.replace(/_FILE$/, ''))

    expect(names).toContain('PUBLIC_URL')
    expect(names.filter((name) => !known.includes(name))).toEqual([])
  })

  it('makes each secret that it hands over', () => {
    const makes = read('docker/make-secrets')
    const files = [...read('docker-compose.yml').matchAll(/file: secrets\/(\w+)/g)].map(([, name]) => name!)

    expect(files.filter((name) => !makes.includes(`\nkeep ${name} `))).toEqual([])
    expect(files.length).toBeGreaterThanOrEqual(6)
  })
})

describe('the settings', () => {
  let folder: string
  beforeAll(() => { folder = mkdtempSync(join(tmpdir(), 'timbre-settings-')) })
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each(secrets)('in production are not complete without %s, and the message names it', (name) => {
    const { [name]: _left, ...rest } = production

    expect(() => readConfig(rest)).toThrow(ConfigError)
    expect(() => readConfig(rest)).toThrow(new RegExp(`^${name}: is required`))
  })

  it.each([
    ['PORT', 'eighty'],
    ['MASTER_KEY', 'k1:c2hvcnQ='],
    ['KEY_PEPPER', 'c2hvcnQ='],
    ['ROLE', 'both'],
    ['PUBLIC_URL', 'timbre.example.cl'],
    ['SMTP_URL', 'http://mail.example'],
    ['MAIL_FROM', 'Timbre'],
    ['MAIL_FROM', 'a@b.cl>\r\nBcc: <x@y.cl'],
    ['UF_VALUE', '39.485,65'],
    ['DATABASE_URL', 'mysql://127.0.0.1/timbre']
  ])('refuse %s=%s, by its name and without its value', (name, value) => {
    expect(() => readConfig({ ...production, [name]: value })).toThrow(
      new RegExp(`^${name}: (?!.*${value.slice(0, 6)})`)
    )
  })

  it('are named by whatever stops the start, a taken port included', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as AddressInfo
    const second = createServer()
    const error = await new Promise((resolve) => second.once('error', resolve).listen(port, '127.0.0.1'))
    await new Promise((resolve) => taken.close(resolve))

    expect(startFailure(error)).toMatch(
      new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is already in use\\. .*METRICS_PORT`)
    )
    expect(startFailure(new ConfigError('PORT: must be a number'))).toBe(
      'Invalid settings:\nPORT: must be a number\n'
    )
    expect(startFailure(new Error('out of disk'))).toMatch(/out of disk\n +at /)
  })

  it.each([['another database', production['DATABASE_URL']], ['no database', undefined]])(
    'refuse an owner of %s',
    (_, url) => {
      const settings = {
        ...production, NODE_ENV: undefined, DATA_DIR: folder, DATABASE_URL: url,
        DATABASE_OWNER_URL: 'postgresql://owner@127.0.0.1/other'
      }

      expect(() => readConfig(settings)).toThrow(/^DATABASE_OWNER_URL: must name the database of DATABASE_URL/)
    })

  it('make the secrets of the embedded default once', () => {
    const first = readConfig({ DATA_DIR: folder })

    expect(first).toMatchObject({ embedded: true, REGISTRATION: 'open' })
    expect(readConfig({ DATA_DIR: folder }).MASTER_KEY).toEqual(first.MASTER_KEY)
  })
})
