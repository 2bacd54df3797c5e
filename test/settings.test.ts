import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { ConfigError, configOfProcess, readConfig } from '../src/program/config/config.ts'
import { allCaptured, defined, first } from './support/expecting.ts'
import { programSettings } from './support/program.ts'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

/** `PORT=3000` and `# DATABASE_URL=…` of the example, in its order. */
const shown = [...read('.env.example').matchAll(/^(# )?([A-Z][A-Z_]+)=(.*)$/gm)].map(([, mark, name, value]) => ({
  name: defined(name), value: defined(value).replaceAll('"', ''), isSet: mark === undefined
}))

/** The members of the schema of the settings, from its source: the program itself hands out their values only. */
const known = allCaptured(
  /^ {2}([A-Z][A-Z_]+):/gm,
  defined(read('src/program/config/config.ts').split('const settings = z.object({')[1]?.split('\n})')[0])
)

const production: Record<string, string> = {
  ...programSettings('postgresql://timbre@127.0.0.1/timbre'), NODE_ENV: 'production'
}
const secrets = ['DATABASE_URL', 'MASTER_KEY', 'JWT_KEYS', 'KEY_PEPPER'] as const
const least = Object.fromEntries(secrets.map((name) => [name, defined(production[name])]))

describe('.env.example', () => {
  it('contains each setting once, and nothing else', () => {
    expect(known.length).toBeGreaterThan(25)
    expect(shown.map(({ name }) => name).sort()).toEqual([...known].sort())
  })

  it('sets only defaults', () => {
    const example = Object.fromEntries(shown.filter(({ isSet }) => isSet).map(({ name, value }) => [name, value]))

    expect(readConfig({ ...least, ...example })).toEqual(readConfig(least))
  })

  it.each(shown.filter(({ name, isSet }) => !isSet && !secrets.some((secret) => secret === name)))(
    'shows what the program accepts for $name',
    ({ name, value }) => {
      const config = readConfig({ ...least, [name]: value }) as Record<string, unknown>

      expect(String(config[name])).toBe(value)
    })
})

describe.each(['docs/configuration.md', 'docs/es/configuration.md'])('%s', (page) => {
  const rows = [...read(page).matchAll(/^\| `([A-Z_]+)` \| ([^|]*) \| ([^|]+) \|$/gm)].map(([, name, value, text]) => ({
    name: defined(name), value: defined(value), text: defined(text)
  }))

  it('has each setting once, and nothing else', () => {
    expect(rows.map(({ name }) => name).sort()).toEqual([...known].sort())
  })

  it('has the defaults of the program', () => {
    const config = readConfig(least) as Record<string, unknown>
    // These depend on others, or are made up.
    const special = ['PUBLIC_URL', 'DATABASE_URL']
    const wrong = rows.filter(({ name, value }) => {
      const shown = /^`([^`]*)`/.exec(value)?.[1] ?? ''
      const actual = config[name]
      return !special.includes(name) && !secrets.some((secret) => secret === name) &&
        shown !== (Array.isArray(actual) ? actual.join(',') : String(actual ?? ''))
    })

    expect(wrong).toEqual([])
  })
})

describe('docker-compose.yml', () => {
  const compose = first(read('docker-compose.yml').split('\n  simulator:\n    <<'))
  const given = allCaptured(/^ {4}([A-Z][A-Z_]+): /gm, compose)

  it('passes only existing settings to the service', () => {
    const names = given.filter((name) => !name.startsWith('POSTGRES_')).map((name) => name.replace(/_FILE$/, ''))

    expect(names).toContain('PUBLIC_URL')
    expect(names.filter((name) => !known.includes(name))).toEqual([])
  })

  // Each of these is the container's own business: where it listens and what it is.
  const fixed = ['NODE_ENV', 'ROLE', 'HOST', 'PORT', 'METRICS_PORT', 'DATA_DIR', 'SII_SIMULATOR_PORT', 'DATABASE_OWNER_URL']

  it('passes every other setting on', () => {
    const settings = defined(/x-timbre: &timbre[\s\S]*?\n {2}secrets:/.exec(compose))[0]
    const passed = allCaptured(/^ {4}([A-Z][A-Z_]+?)(?:_FILE)?: /gm, settings)

    expect(known.filter((name) => !passed.includes(name) && !fixed.includes(name))).toEqual([])
  })

  it('creates each secret that it passes on', () => {
    const makes = read('docker/make-secrets')
    const files = allCaptured(/file: secrets\/(\w+)/g, read('docker-compose.yml'))

    expect(files.filter((name) => !makes.includes(`\nkeep ${name} `))).toEqual([])
    expect(files.length).toBeGreaterThanOrEqual(6)
  })

  it('have a certificate for localhost that clients accept as an authority', { tags: 'slow' }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'timbre-secrets-'))
    mkdirSync(join(folder, 'docker'))
    copyFileSync(new URL('../docker/make-secrets', import.meta.url), join(folder, 'docker/make-secrets'))
    execFileSync(join(folder, 'docker/make-secrets'), { stdio: 'ignore' })
    const certificate = new X509Certificate(readFileSync(join(folder, 'secrets/tls_certificate')))
    const verify = (...check: string[]): string => execFileSync('openssl', [
      'verify', '-x509_strict', '-CAfile', join(folder, 'secrets/tls_certificate'), ...check, join(folder, 'secrets/tls_certificate')
    ], { encoding: 'utf8' })

    expect(certificate.subjectAltName).toBe('DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1')
    expect(verify('-verify_hostname', 'localhost')).toContain(': OK')
    expect(verify('-verify_ip', '::1')).toContain(': OK')
    rmSync(folder, { recursive: true })
  })

  it('give PostgreSQL what docs/scaling.md recommends, for the memory that it has', () => {
    const { services: { database } } = parse(read('docker-compose.yml'), { merge: true })

    expect(database).toMatchObject({
      mem_limit: '1g',
      command: [
        'postgres', '--shared_buffers=256MB', '--max_wal_size=8GB', '--checkpoint_timeout=30min', '--wal_compression=lz4',
        '--random_page_cost=1.1'
      ]
    })
    expect(read('docs/scaling.md')).toMatch(
      /`max_wal_size`, `checkpoint_timeout` \| 8 GB, 30 min[\s\S]*`wal_compression` \| `lz4`[\s\S]*`shared_buffers` \| a quarter[\s\S]*`random_page_cost` \| 1\.1/)
  })

  it('restarts the service after its end', () => {
    expect(defined(/x-hardened: &hardened\n[\s\S]*?\n\n/.exec(compose))[0]).toContain('\n  restart: unless-stopped\n')
    expect(compose).toContain('x-timbre: &timbre\n  <<: *hardened\n')
  })

  it('uses images pinned by digest', () => {
    const dockerfile = read('Dockerfile')
    const named = [...`${dockerfile}${compose}`.matchAll(/^(?:ARG NODE_IMAGE=| {4}image: )(.*)$/gm)]
      .map(([, name]) => defined(name)).filter((name) => name !== 'timbre')

    expect(named.filter((name) => !/@sha256:[0-9a-f]{64}$/.test(name))).toEqual([])
    expect(new Set(named.filter((name) => name.startsWith('postgres:'))).size).toBe(1)
    expect(named.length).toBeGreaterThanOrEqual(3)
    expect(dockerfile.match(/^FROM /gm)).toHaveLength(defined(dockerfile.match(/^FROM \$\{NODE_IMAGE\}/gm)).length)
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

  it('name everything that is missing in production at once', () => {
    expect(() => readConfig({ NODE_ENV: 'production', DATABASE_OWNER_URL: 'postgresql://a@b/c' })).toThrow(
      new ConfigError(secrets.map((name) => `${name}: is required`).join('\n'))
    )
    const files = Object.fromEntries(secrets.map((name) => [`${name}_FILE`, join(folder, name)]))
    expect(() => readConfig({ NODE_ENV: 'production', ...files })).toThrow(
      new ConfigError(secrets.map((name) => `${name}_FILE: the file ${join(folder, name)} does not exist`).join('\n'))
    )
  })

  it.each([
    ['METRICS_PORT', { PORT: '8080', METRICS_PORT: '8080' }],
    ['METRICS_PORT', { METRICS_PORT: '3000' }],
    ['SII_SIMULATOR_PORT', { DATABASE_URL: '', SII_SIMULATOR_PORT: '3000' }]
  ])('refuse one port for two listeners: %s of %j', (name, ports) => {
    expect(() => readConfig({ ...least, DATA_DIR: folder, ...ports })).toThrow(
      new RegExp(`^${name}: is the port of PORT, too\\.`)
    )
  })

  it('accept the port of a disabled listener, and 0 for two', () => {
    expect(readConfig({ ...least, ROLE: 'worker', METRICS_PORT: '3000', SII_SIMULATOR_PORT: '3000' }).METRICS_PORT)
      .toBe(3000)
    expect(readConfig({ ...least, PORT: '0', METRICS_PORT: '0' }).PORT).toBe(0)
  })

  it.each([
    ['PORT', 'eighty'],
    ['MASTER_KEY', 'k1:c2hvcnQ='],
    ['KEY_PEPPER', 'c2hvcnQ='],
    ['ROLE', 'both'],
    ['MASTER_KEY', `${production['MASTER_KEY']},${production['MASTER_KEY']}`],
    ['PUBLIC_URL', 'timbre.example.cl'],
    ['SMTP_URL', 'http://mail.example'],
    ['MAIL_FROM', 'Timbre'],
    ['MAIL_FROM', 'a@b.cl>\r\nBcc: <x@y.cl'],
    ['UF_VALUE', '39.485,65'],
    ['TRUSTED_AUTHORITIES', 'acepta'],
    ['TRUSTED_AUTHORITIES', '-----BEGIN CERTIFICATE-----\nMIIC\n-----END CERTIFICATE-----'],
    ['DATABASE_URL', 'mysql://127.0.0.1/timbre']
  ])('refuse %s=%s, by its name and without its value', (name, value) => {
    expect(() => readConfig({ ...production, [name]: value })).toThrow(
      new RegExp(`^${name}: (?!.*${value.slice(0, 6)})`)
    )
  })

  it('read yes and no in each usual form, and refuse anything else', () => {
    for (const yes of ['true', 'yes', 'on', '1']) expect(readConfig({ ...production, MCP_ENABLED: yes }).MCP_ENABLED).toBe(true)
    for (const no of ['false', 'no', 'off', '0', '']) expect(readConfig({ ...production, MCP_ENABLED: no }).MCP_ENABLED).toBe(false)
    expect(() => readConfig({ ...production, MCP_ENABLED: 'sometimes' })).toThrow(/^MCP_ENABLED: /)
  })

  it('accept the variables of docs/integrating.md in the environment', () => {
    const named = new Set(read('docs/integrating.md').match(/\bTIMBRE_[A-Z_]+/g))

    expect(named.size).toBeGreaterThan(4)
    expect(readConfig({ ...production, ...Object.fromEntries([...named].map((name) => [name, 'x'])) })).toEqual(readConfig(production))
  })

  it.each(['prod', 'Production', 'staging'])('refuse NODE_ENV=%s, without inventing values', (mode) => {
    const dataDir = join(folder, mode)

    expect(() => readConfig({ NODE_ENV: mode, DATA_DIR: dataDir })).toThrow(
      'NODE_ENV: must be one of: production, development, test'
    )
    expect(existsSync(dataDir)).toBe(false)
  })

  it.each([
    ['TRUST_PROXY', 'proxy.internal', /^TRUST_PROXY: "proxy.internal" is not the IP address of a proxy/],
    ['TRUST_PROXY', '10.0.0.0/8, 10.0.0.0/33', /^TRUST_PROXY: "10.0.0.0\/33" is not/],
    ['CORS_ORIGINS', '*', /^CORS_ORIGINS: "\*" is not an origin.*https:\/\/shop\.example\.cl$/],
    ['CORS_ORIGINS', 'https://shop.example.cl/', /^CORS_ORIGINS: "https:\/\/shop.example.cl\/" is not an origin/],
    ['CORS_ORIGINS', 'https://a.cl,shop.example.cl', /^CORS_ORIGINS: "shop.example.cl" is not an origin/]
  ])('refuse %s=%s with the item that is wrong', (name, value, sentence) => {
    expect(() => readConfig({ ...production, [name]: value })).toThrow(sentence)
  })

  it('accept proxies by address, range and name, and origins with a port', () => {
    const lists = { TRUST_PROXY: '10.1.2.3, 2001:db8::/32,loopback', CORS_ORIGINS: 'https://a.cl,http://localhost:5173' }

    expect(readConfig({ ...production, ...lists })).toMatchObject({
      TRUST_PROXY: ['10.1.2.3', '2001:db8::/32', 'loopback'], CORS_ORIGINS: ['https://a.cl', 'http://localhost:5173']
    })
  })

  it.each([
    ['DATABSE_URL', 'DATABASE_URL'], ['MASTERKEY', 'MASTER_KEY'], ['SMPT_URL', 'SMTP_URL'],
    ['KEY_PEPPER_FIEL', 'KEY_PEPPER_FILE'], ['registration', 'REGISTRATION'], ['TIMBRE_PORT', 'PORT'],
    ['TIMBRE_DATABASE_URL', 'DATABASE_URL'], ['TIMBRE_PASSWROD', 'TIMBRE_PASSWORD']
  ])('refuse %s, which is unknown, and suggest %s', (name, meant) => {
    expect(() => readConfig({ ...production, [name]: '1' })).toThrow(
      `${name}: is not a setting of Timbre; did you mean ${meant}?`
    )
  })

  it('refuse unknown names that begin with TIMBRE_', () => {
    expect(() => readConfig({ ...production, TIMBRE_COLOUR: 'red' })).toThrow(/^TIMBRE_COLOUR: is not a setting of Timbre$/)
  })

  it('ignore the variables of other programs', () => {
    const others = {
      PATH: '/bin', HOME: '/root', HOSTNAME: 'a', SHELL: '/bin/sh', LANG: 'es_CL', PWD: '/', NODE_OPTIONS: '', PGHOST: 'a',
      npm_config_port: '1', COMPOSE_PROJECT_NAME: 'a', TIMBRE_URL: 'http://a', TIMBRE_PASSWORD: 'a', TIMBRE_TENANT: 'a',
      TIMBRE_PORT: 'tcp://10.0.0.1:3000', TIMBRE_SERVICE_HOST: '10.0.0.1', TIMBRE_SERVICE_PORT_HTTP: '3000',
      TIMBRE_PORT_3000_TCP_ADDR: '10.0.0.1', TIMBRE_API_PORT: 'tcp://10.0.0.1:3000'
    }

    expect(readConfig({ ...production, ...others })).toEqual(readConfig(production))
  })

  it("name a setting's file that is missing", () => {
    const { MASTER_KEY: _left, ...rest } = production
    const missing = join(folder, 'missing')

    expect(() => readConfig({ ...rest, MASTER_KEY_FILE: missing })).toThrow(
      new ConfigError(`MASTER_KEY_FILE: the file ${missing} does not exist`)
    )
    expect(() => readConfig({ ...rest, MASTER_KEY_FILE: folder })).toThrow(/^MASTER_KEY_FILE: .* is a folder$/)
  })

  it.each([
    ['DATABASE_OWNER_URL', 'another database', production['DATABASE_URL']],
    ['DATABASE_OWNER_URL', 'no database', undefined],
    ['DATABASE_DIRECT_URL', 'another database', production['DATABASE_URL']],
    ['DATABASE_DIRECT_URL', 'no database', undefined]
  ] as const)('refuse %s of %s', (name, _, url) => {
    const settings = {
      ...production, NODE_ENV: undefined, DATA_DIR: folder, DATABASE_URL: url,
      [name]: 'postgresql://owner@127.0.0.1/other'
    }

    expect(() => readConfig(settings)).toThrow(new RegExp(`^${name}: must name the database of DATABASE_URL`))
  })

  it('delay shutdown for a load balancer only in production, unless set', () => {
    const delayOf = (given: Record<string, string>): number => readConfig(given).SHUTDOWN_DELAY_SECONDS

    expect([delayOf(production), delayOf(least), delayOf({ DATA_DIR: folder })]).toEqual([5, 0, 0])
    expect(delayOf({ ...production, SHUTDOWN_DELAY_SECONDS: '0' })).toBe(0)
  })

  it('create the secrets of the embedded default once', () => {
    const first = readConfig({ DATA_DIR: folder })

    expect(first).toMatchObject({ embedded: true, REGISTRATION: 'open' })
    expect(readConfig({ DATA_DIR: folder }).MASTER_KEY).toEqual(first.MASTER_KEY)
  })

  it('create no new secrets for an existing database, and name both', () => {
    const dataDir = join(folder, 'orphaned')
    mkdirSync(join(dataDir, 'postgres/data'), { recursive: true })
    const start = (): unknown => readConfig({ DATA_DIR: dataDir })

    expect(start).toThrow(join(dataDir, 'secrets.json'))
    expect(start).toThrow(join(dataDir, 'postgres/data'))
    expect(existsSync(join(dataDir, 'secrets.json'))).toBe(false)
  })

  it('explain a truncated file of secrets', () => {
    const dataDir = join(folder, 'cut')
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'secrets.json'), '{ "MASTER_')

    expect(() => readConfig({ DATA_DIR: dataDir })).toThrow(`DATA_DIR: ${join(dataDir, 'secrets.json')} cannot be read.`)
  })
})

describe('.env', () => {
  const before = process.cwd()
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'timbre-env-'))
    process.chdir(folder)
  })
  afterAll(() => {
    process.chdir(before)
    rmSync(folder, { recursive: true })
  })

  it('in the working folder adds settings missing in the environment', () => {
    const lines = Object.entries({ ...production, MAIL_FROM: '"Timbre <timbre@example.cl>"', DATABASE_POOL: '7' })
    writeFileSync('.env', lines.map(([name, value]) => `${name}=${value}`).join('\n'))
    process.env['DATABASE_POOL'] = '9'

    try {
      expect(configOfProcess()).toMatchObject({
        DATABASE_URL: production['DATABASE_URL'], MAIL_FROM: 'Timbre <timbre@example.cl>', DATABASE_POOL: 9
      })
    } finally {
      delete process.env['DATABASE_POOL']
    }
  })

  it('is checked for unknown names', () => {
    writeFileSync('.env', 'DATABSE_URL=postgresql://a/b')

    expect(() => configOfProcess()).toThrow('DATABSE_URL: is not a setting of Timbre; did you mean DATABASE_URL?')
  })

  it.each([
    ['PORT 3000', [1]],
    ['# comment\n\nPORT: 3000\r\nROLE=api\r\n=x', [3, 5]],
    ['MAIL_FROM="Timbre <a@b.cl>\nROLE=api', [1]],
    ['MAIL_FROM="Timbre" <a@b.cl>', [1]],
    ['A="one\ntwo"\nthree', [3]]
  ])('is checked for malformed lines, reported by number and without their text: %j', (text, numbers) => {
    writeFileSync('.env', text)

    expect(() => configOfProcess()).toThrow(ConfigError)
    expect(() => configOfProcess()).toThrow(new RegExp(
      `^${numbers.map((number) => `\\S*\\.env, line ${number}: must be NAME=value.*`).join('\\n')}$`
    ))
  })

  it('can contain comments, blank lines, export, empty values, and quotes over several lines', () => {
    const lines = Object.entries(least).map(([name, value]) => `export ${name} = ${value} # of ours`)
    writeFileSync('.env', `${lines.join('\r\n')}\r\n  # more\n \nUF_VALUE=\nMAIL_FROM='a@b.cl' # it's ours\nPORT="80\n81"`)

    expect(() => configOfProcess()).toThrow(/^PORT: /)
  })

  it('cannot be a folder', () => {
    rmSync('.env')
    mkdirSync('.env')

    expect(() => configOfProcess()).toThrow(/\.env is a folder$/)
  })
})
