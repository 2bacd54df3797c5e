import { afterAll, beforeAll } from 'vitest'
import { createTestApp, type TestApp } from './app.ts'
import { type Program, type ProgramTenant, startProgram } from './program.ts'
import { createWorld, type World } from './world.ts'

/**
 * What the tests of a file share: made before the first of them, after what was named above it. Its members are there
 * in tests and hooks, not while the file is read.
 */
function shared<Made extends object> (make: () => Promise<Made>): Made {
  const made = {} as Made
  beforeAll(async () => { Object.defineProperties(made, Object.getOwnPropertyDescriptors(await make())) })
  return made
}

/** The same, closed after the last test. */
function sharedAndClosed<Made extends { close: () => unknown }> (make: () => Promise<Made>): Made {
  const made = shared(make)
  afterAll(async () => { await made.close() })
  return made
}

export const sharedApp = (...options: Parameters<typeof createTestApp>): TestApp =>
  sharedAndClosed(() => createTestApp(...options))

export const sharedWorld = (...options: Parameters<typeof createWorld>): World =>
  sharedAndClosed(() => createWorld(...options))

export const sharedProgram = (...options: Parameters<typeof startProgram>): Program =>
  sharedAndClosed(() => startProgram(...options))

export const sharedTenant = (program: Program, ...options: Parameters<Program['tenant']>): ProgramTenant =>
  shared(() => program.tenant(...options))
