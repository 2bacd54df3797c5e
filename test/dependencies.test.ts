import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { verdictOf } from '../ops/supply-chain/audit-verdict.ts'
import { licenceTexts, shippedPackages } from '../ops/supply-chain/packages.ts'
import { defined } from './support/expecting.ts'

interface LockedPackage {
  name?: string
  version: string
  integrity?: string
  resolved?: string
  engines?: { node?: string }
  license?: string
  dev?: boolean
  devOptional?: boolean
}

const { minVersion, satisfies } = createRequire(import.meta.url)('semver') as {
  minVersion: (range: string) => { version: string }, satisfies: (version: string, range: string) => boolean
}

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'))
const { packages: { '': _root, ...locked } } = read('package-lock.json') as { packages: Record<string, LockedPackage> }
const packages = Object.entries(locked)

// `npm prune --omit=dev` leaves these in the image. One that is also an optional peer of something (devOptional) stays
// too.
const inTheImage = packages.filter(([, { dev }]) => dev !== true)

// Licences that ask for a notice at most. The OFL covers the letters of the PDFs, which may be shipped with any
// program.
const permissive = new Set([
  'MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0', 'OFL-1.1'
])

/** Of an SPDX expression: one side of OR is enough, both of AND are needed. */
function isPermissive (licence: string): boolean {
  const terms = licence.replace(/^\((.*)\)$/, '$1').split(/ or /i)
  return terms.some((term) => term.split(/ and /i).every((name) => permissive.has(name)))
}

describe('package-lock.json', () => {
  it('has an integrity hash for each package, on every platform', () => {
    expect(packages.length).toBeGreaterThan(500)
    expect(packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([])
  })

  it('has no package that requires a newer Node.js than Timbre, so npm ci shows no warning', () => {
    const oldest = minVersion((read('package.json') as { engines: { node: string } }).engines.node)?.version
    const others = packages.filter(([, { engines }]) => !satisfies(oldest, engines?.node ?? '*'))

    expect(oldest).toBe('20.19.0')
    expect(others.map(([path, { engines }]) => `${path}: ${engines?.node}`)).toEqual([])
  })

  it('names no registry, so each builder uses its own', () => {
    expect(packages.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([])
  })
})

describe('the packages of the image', () => {
  it('have permissive licences only', () => {
    const others = inTheImage.filter(([, { license }]) => !isPermissive(license ?? 'none'))

    expect(others.map(([path, { license }]) => `${path}: ${license}`)).toEqual([])
    expect(inTheImage.length).toBeGreaterThan(100)
  })

  it.each(['MPL-2.0', 'GPL-3.0-only', '(MIT AND LGPL-2.1)', 'EPL-2.0', 'none'])('could not have %s', (licence) => {
    expect(isPermissive(licence)).toBe(false)
  })

  // @prisma/client names the command line as an optional peer, and npm keeps an optional peer that is installed for
  // development. Under the name `prisma-cli` it is nobody's peer.
  it("exclude Prisma's command line and its dependencies", () => {
    const brought = ['prisma', 'prisma-cli', 'elkjs', 'react', '@prisma/dev', '@prisma/studio-core']

    expect(
      inTheImage.filter(([path, { name }]) => brought.includes(name ?? path.replace(/^.*node_modules\//, ''))).map((
        [path]
      ) => path)
    ).toEqual([])
  })
})

describe('the notices of shipped packages', () => {
  it('include the packages of the image, those bundled in the console, and the fonts with their licence', () => {
    const shipped = shippedPackages()
    const names = shipped.map(({ name }) => name)
    const font = defined(shipped.find(({ name }) => name === '@expo-google-fonts/inter'))

    expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'react', '@mantine/core', '@fontsource-variable/inter']))
    expect(names).not.toContain('vitest')
    expect(licenceTexts(font).join()).toContain('SIL OPEN FONT LICENSE')
  })
})

describe('the audit of dependencies', () => {
  const via = [{ url: 'https://github.com/advisories/GHSA-1', title: 'Bomb', severity: 'high', name: 'zip' }]
  const answer = JSON.stringify({ vulnerabilities: { zip: { via }, other: { via: ['zip'] }, mild: { via: [{ ...via[0], severity: 'low' }] } } })
  const options = { accepted: [], today: '2026-11-23', required: true, last: null }

  it('fails on a vulnerability of high severity, and names it', () => {
    expect(verdictOf(answer, options)).toMatchObject({ exitCode: 1, lines: ['NOT ACCEPTED: GHSA-1 high zip: Bomb', expect.any(String)] })
  })

  it('accepts a listed vulnerability until its date', () => {
    const accepted = [{ advisory: 'GHSA-1', why: 'zip files are not read', until: '2026-12-01' }]

    expect(verdictOf(answer, { ...options, accepted }).exitCode).toBe(0)
    expect(verdictOf(answer, { ...options, accepted, today: '2026-12-02' }).exitCode).toBe(1)
  })

  it.each(['', '{"message":"405 Method Not Allowed"}'])('says so if the registry is unavailable (%s), with the last known state', (silence) => {
    const last = { on: '2026-11-01', lines: ['0 known vulnerabilities of high or critical severity'] }
    const { lines, exitCode, isAsked } = verdictOf(silence, { ...options, last })

    expect([lines, exitCode, isAsked]).toEqual([[expect.stringMatching(/^NOT AUDITED/), 'Last asked on 2026-11-01:', ...last.lines], 1, false])
    expect(verdictOf(silence, options).lines[1]).toMatch(/^No earlier answer is recorded/)
    expect(verdictOf(silence, { ...options, required: false }).exitCode).toBe(0)
  })
})
