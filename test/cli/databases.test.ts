import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listDatabases, removeDatabase } from '../../src/cli/databases.ts'
import { type Embedded, startEmbedded } from '../../src/database/embedded.ts'
import { replacementOf, wantedPlace, wantedPlaceFile } from '../../src/database/embedded-place.ts'
import { throwawayFolder } from '../support/memory-folder.ts'

let home: string
let project: string
let path: string
let embedded: Embedded
beforeAll(async () => {
  home = throwawayFolder('timbre-home-')
  chmodSync(home, 0o755)
  project = throwawayFolder('timbre-project-')
  const wanted = wantedPlace(join(project, 'data'))
  mkdirSync(wanted, { recursive: true })
  path = replacementOf(wanted, home)
  embedded = await startEmbedded({ dir: path })
  writeFileSync(wantedPlaceFile(path), wanted)
})
afterAll(async () => {
  await embedded.stop()
  for (const folder of [home, project]) rmSync(folder, { recursive: true, force: true })
})

async function printed (run: typeof listDatabases): Promise<string[]> {
  const lines: string[] = []
  const print = (line: string): void => { lines.push(line) }
  expect(await run({ terminal: { say: print, warn: print }, home })).toBe(0)
  return lines.join('\n').split('\n')
}

const remove = (...paths: string[]) => printed((call) => removeDatabase(paths, call))

describe('timbre databases', () => {
  it('lists each database with its size, last use, state and folder, and ignores other files', async () => {
    mkdirSync(join(home, 'postgresql-18.4.0'))
    const [head, row, ...others] = await printed(listDatabases)

    expect(head).toMatch(/^PATH +SIZE +LAST USE +STATE +DATA_DIR$/)
    expect(row?.split(/ {2,}/)).toEqual([
      path, expect.stringMatching(/^[1-9]\d+ MiB$/), expect.stringContaining(new Date().toISOString().slice(0, 10)), 'running',
      join(project, 'data')
    ])
    expect(others).toEqual([])
  })

  it('removes neither running databases nor anything else', async () => {
    await expect(remove(path)).rejects.toThrow(`${path} is running. Stop the Timbre that uses it first.`)
    for (const other of [project, home, join(home, 'postgresql-18.4.0'), join(path, 'data')]) {
      await expect(remove(other)).rejects.toThrow(`${other} is not an embedded database in ${home}`)
      expect(existsSync(other)).toBe(true)
    }
    await expect(remove()).rejects.toThrow('Give one path')
  })

  it('reports missing and unknown folders, and removes their remains', async () => {
    await embedded.stop()
    rmSync(project, { recursive: true })
    expect((await printed(listDatabases))[1]).toMatch(/ stopped +\S+ \(gone\)$/)
    rmSync(wantedPlaceFile(path))
    expect((await printed(listDatabases))[1]).toMatch(/ stopped +unknown$/)

    expect(await remove(path)).toEqual([expect.stringMatching(/ was removed: \d+ MiB\.$/)])
    expect(existsSync(path)).toBe(false)
    expect(await printed(listDatabases)).toEqual(['There are no embedded databases outside of their DATA_DIR.'])
  })
})
