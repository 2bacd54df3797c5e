import { readFile, writeFile } from 'node:fs/promises'

/**
 * Writes a page of docs/ that is made from the code. With --check on the command line it writes nothing, and the
 * process ends with 1 if the committed page differs.
 * @param file below docs/
 * @param command the npm script that writes it
 */
export async function keepPage (file: string, text: string, command: string): Promise<void> {
  const url = new URL(`../../docs/${file}`, import.meta.url)
  if (!process.argv.includes('--check')) {
    await writeFile(url, text)
    return
  }
  if (await readFile(url, 'utf8').catch(() => '') === text) return
  process.stderr.write(`docs/${file} differs from the code: run npm run ${command}.\n`)
  process.exitCode = 1
}
