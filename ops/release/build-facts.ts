/**
 * Writes dist/build.json, from which what was built knows its version and commit. The commit is COMMIT, or the one that
 * is checked out: the builder of the image gets no .git.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { build, type Build } from '../../src/shared/version.ts'

const facts: Build = { ...build, commit: process.env['COMMIT'] || build.commit }
const dist = new URL('../../dist/', import.meta.url)
mkdirSync(dist, { recursive: true })
writeFileSync(new URL('build.json', dist), `${JSON.stringify(facts)}\n`)
