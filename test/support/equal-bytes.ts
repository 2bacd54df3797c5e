import { expect } from 'vitest'

const key = Symbol.for('timbre.equalBytes')

function areEqualBytes (one: unknown, other: unknown): boolean | undefined {
  if (!(one instanceof Uint8Array && other instanceof Uint8Array)) return undefined
  return one.constructor === other.constructor && Buffer.compare(one, other) === 0
}

// Bytes are compared at once: entry by entry, as any list, two PDFs would take a third of a second.
if (!(key in globalThis)) expect.addEqualityTesters([areEqualBytes])
Object.assign(globalThis, { [key]: true })
