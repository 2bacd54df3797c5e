// Of the SII's file none is longer than some 300 characters.
const longestLine = 2000

/** A line with its number in the file, from 1; `text` is undefined for one that is too long to be a company. */
export interface DirectoryLine { number: number, text: string | undefined }

/** The lines of a file in ISO-8859-1, those of a chunk at a time; holds no more than a chunk and a line. */
export async function * directoryLines (chunks: AsyncIterable<Buffer>): AsyncGenerator<DirectoryLine[]> {
  let number = 0
  let begun = ''
  let isTooLong = false

  function lineOf (text: string): DirectoryLine {
    number++
    const whole = (begun + text).replace(/\r$/, '')
    const line = { number, text: isTooLong || whole.length > longestLine ? undefined : whole }
    begun = ''
    isTooLong = false
    return line
  }

  for await (const chunk of chunks) {
    const parts = chunk.toString('latin1').split('\n')
    const last = parts.pop() ?? ''
    yield parts.map(lineOf)
    begun += last
    if (begun.length > longestLine) {
      isTooLong = true
      begun = ''
    }
  }
  if (begun !== '' || isTooLong) yield [lineOf('')]
}
