#!/usr/bin/env node
import './node-version.mjs'
import { existsSync } from 'node:fs'

// A clone runs its sources, so that what was built from older ones never stands in for them; an installation without
// them, or without the development's packages, runs what was built.
const source = new URL('../src/cli/timbre.ts', import.meta.url)
const built = new URL('../dist/src/cli/timbre.js', import.meta.url)
const tsx = existsSync(source) ? await import('tsx/esm/api').catch(() => undefined) : undefined

if (tsx) {
  tsx.register()
  await import(source.href)
} else {
  await import(built.href)
}
