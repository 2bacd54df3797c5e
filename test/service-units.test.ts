import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../src/program/config/config.ts'
import { defined } from './support/expecting.ts'
import { programSettings } from './support/program.ts'
import { hasTool } from './support/tools.ts'

const names = ['timbre-api@3001', 'timbre-worker', 'timbre-migration']

/** The file of a unit: an instance has that of its template. */
const fileOf = (unit: string): string => join(folder, `${unit.replace(/@.*/, '@')}.service`)

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'timbre-units-'))
  cpSync(new URL('../ops/systemd/', import.meta.url), folder, { recursive: true })
})
afterAll(() => { rmSync(folder, { recursive: true }) })

/** The lines of a unit with those of its drop-in, as systemd reads them. */
function settingsOf (unit: string): [name: string, value: string][] {
  const files = [fileOf(unit), join(folder, 'timbre-.service.d/common.conf')]
  const lines = files.flatMap((file) => readFileSync(file, 'utf8').split('\n'))
  return lines.filter((line) => /^[A-Z]\w+=/.test(line)).map((line) => {
    const [name = '', ...value] = line.split('=')
    return [name, value.join('=')]
  })
}

const valuesOf = (unit: string, name: string): string[] =>
  settingsOf(unit).flatMap(([one, value]) => one === name ? [value] : [])

/** What a unit gives its process: variables, whose paths of credentials are those of `credentials`. */
function environmentOf (unit: string, credentials: string): Record<string, string> {
  return Object.fromEntries(valuesOf(unit, 'Environment').flatMap((line) => line.split(' ')).map((pair) => {
    const [name = '', value = ''] = pair.split('=')
    const instance = unit.split('@')[1] ?? ''
    return [name, value.replace('%d', credentials).replace('%C', '/var/cache').replace('%N', unit).replace('%i', instance)]
  }))
}

describe.each(names)('%s.service', (unit) => {
  it('passes each secret as a credential, and none as a variable', () => {
    const credentials = valuesOf(unit, 'LoadCredential').map((line) => line.split(':'))
    const files = Object.entries(environmentOf(unit, 'CREDENTIALS')).filter(([name]) => name.endsWith('_FILE'))

    for (const [name, path = ''] of credentials) expect(basename(path)).toBe(name)
    expect(Object.fromEntries(files)).toEqual(Object.fromEntries(
      credentials.map(([name = '']) => [`${name.toUpperCase()}_FILE`, `CREDENTIALS/${name}`])
    ))
  })

  it('gives Timbre enough time to stop with the longest SHUTDOWN_DELAY_SECONDS, and signals only the supervisor', () => {
    const config = readFileSync(new URL('../src/program/config/config.ts', import.meta.url), 'utf8')
    const longestDelay = Number(/SHUTDOWN_DELAY_SECONDS: z\.coerce\.number\(\)\.min\(0\)\.max\((\d+)\)/.exec(config)?.[1])

    expect(Number(valuesOf(unit, 'TimeoutStopSec'))).toBeGreaterThanOrEqual(longestDelay + 20)
    expect(valuesOf(unit, 'KillMode')).toEqual(['mixed'])
    expect(valuesOf(unit, 'KillSignal')).toEqual(['SIGTERM'])
  })

  it('can write only to its cache and gain no rights, while V8 can compile', () => {
    const settings = Object.fromEntries(settingsOf(unit))

    expect(settings).toMatchObject({
      ProtectSystem: 'strict', NoNewPrivileges: 'yes', PrivateTmp: 'yes', CapabilityBoundingSet: '', DynamicUser: 'yes'
    })
    expect(settings).not.toHaveProperty('MemoryDenyWriteExecute')
    expect(settings).not.toHaveProperty('ReadWritePaths')
  })

  it.skipIf(!hasTool('systemd-analyze', '--version'))('passes systemd-analyze verify', () => {
    const file = fileOf(unit)
    // Where this machine has its Node.js, the program that verify looks for.
    writeFileSync(file, readFileSync(file, 'utf8').replace('/usr/bin/node', process.execPath))
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', join(folder, `${unit}.service`)], {
      encoding: 'utf8', env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` }
    })

    // Units of the machine itself are not ours to judge.
    expect(stderr.split('\n').filter((line) => line.includes('timbre'))).toEqual([])
    expect(status).toBe(0)
  })
})

describe('the units of the service', () => {
  it.each([
    ['timbre-api@3001', { ROLE: 'api', PORT: 3001, METRICS_PORT: 13_001 }], ['timbre-worker', { ROLE: 'worker', METRICS_PORT: 9465 }]
  ])('%s has settings with which Timbre starts', (unit, own) => {
    const given = environmentOf(unit, folder)
    const secrets = programSettings('postgresql://timbre@127.0.0.1/timbre') as Record<string, string>
    for (const [name, path] of Object.entries(given).filter(([name]) => name.endsWith('_FILE'))) {
      writeFileSync(path, `${defined(secrets[name.slice(0, -5)])}\n`)
    }

    expect(readConfig(given)).toMatchObject({
      production: true, ...own, DATA_DIR: `/var/cache/${unit}`, DATABASE_URL: secrets['DATABASE_URL']
    })
    expect(valuesOf(unit, 'Restart')).toEqual(['always'])
    expect(valuesOf(unit, 'ExecStart')).toEqual([expect.stringMatching(/node dist\/src\/supervisor\.js$/)])
  })

  it('have the password of the owner of the tables for migrations only', () => {
    const holders = names.filter((unit) => valuesOf(unit, 'LoadCredential').some((line) => line.includes('owner')))

    expect(holders).toEqual(['timbre-migration'])
  })
})
