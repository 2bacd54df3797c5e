import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { linesOfATurn } from '../../src/http/lines-of-a-turn.ts'

const nextTurn = () => new Promise((resolve) => { setImmediate(resolve) })

it('writes the lines of a turn together, in their order, and keeps none beyond it', async () => {
  const written: string[] = []
  const lines = linesOfATurn({ write: (text: string) => { written.push(text) } })
  lines.write('one\n')
  lines.write('two\n')
  await Promise.resolve().then(() => { lines.write('three\n') })
  expect(written).toEqual([])
  await nextTurn()
  expect(written).toEqual(['one\ntwo\nthree\n'])

  lines.write('four\n')
  lines.flushSync()
  lines.flushSync()
  await nextTurn()
  expect(written).toEqual(['one\ntwo\nthree\n', 'four\n'])
})

it('writes what there is when the process ends', () => {
  const module = new URL('../../src/http/lines-of-a-turn.ts', import.meta.url).href
  const program = `
    import { writeSync } from 'node:fs'
    import { linesOfATurn } from '${module}'
    linesOfATurn({ write: (text) => { writeSync(1, text) } }).write('last words')
    process.exit(0)`
  const said = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], { encoding: 'utf8' })

  expect(said).toBe('last words')
})
