import { expect, it } from 'vitest'
import { files, oddEndings } from '../support/damaged-files.ts'

it.each(files)('%s is read or refused with any byte changed, or cut at any length', async (_what, file, read) => {
  expect(await oddEndings(file, read)).toEqual([])
})
