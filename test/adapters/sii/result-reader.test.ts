import { describe, expect, it } from 'vitest'
import { createResultReader } from '../../../src/adapters/sii/result-reader.ts'
import { readUploadResult } from '../../../src/adapters/sii/upload-result.ts'
import { uploadResultXml } from '../../support/upload-result.ts'

const held = new Map<string, () => number>()
const read = createResultReader({ countHeld: (name, count) => { held.set(name, count) } })
const caller = { tenantId: 'a' }

const resultOf = (documents: number): Buffer => Buffer.from(uploadResultXml({
  issuer: '88888888-8',
  trackId: '1234567',
  documents: Array.from({ length: documents }, (_, index) => ({
    folio: index + 1, type: 33, state: 'DTE Aceptado con Reparos', details: ['(REF-3-750) DTE referenciado']
  }))
}), 'latin1')

describe('the result of an envelope', () => {
  it.each([1, 2000])('of %i documents is read in the same way, whether here or in a thread', async (documents) => {
    const bytes = resultOf(documents)
    const result = await read(bytes, caller)

    expect(result?.documents).toHaveLength(documents)
    expect(result).toEqual(readUploadResult(bytes))
  })

  it('is not read from a large file of another kind', async () => {
    expect(await read(Buffer.alloc(100_000, '<a>'), caller)).toBeUndefined()
  })

  it('is abandoned when its client leaves, and the next one is read', async () => {
    const client = new AbortController()
    const left = read(resultOf(2000), { ...caller, signal: client.signal })
    client.abort(new Error('the client left'))

    await expect(left).rejects.toThrow('the client left')
    expect(held.get('result_reader')?.()).toBe(0)
    expect((await read(resultOf(200), caller))?.documents).toHaveLength(200)
  })
})
