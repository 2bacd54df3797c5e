import { basename } from 'node:path'
import type { ClientSettings } from '../../program/config/config.ts'
import type { BulkArguments } from './options.ts'

/** Makes a line to paste into the terminal, with the options of this call that hold for the next one too. */
export type NextLine = (args: string[]) => string

export function createNextLine (
  { url, email, tenant, language, wait }: BulkArguments['values'], { isNpx }: Pick<ClientSettings, 'isNpx'>
): NextLine {
  const kept = Object.entries({ url, email, tenant, language }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value]
  )
  const again = [...kept, ...(wait ? ['--wait'] : [])]
  return (args) => `  ${[...calledAs(isNpx), 'bulk', ...args, ...again].map(shellWord).join(' ')}`
}

/** How this command was called. */
function calledAs (isNpx: boolean): string[] {
  const script = process.argv[1] ?? 'timbre'
  if (isNpx) return ['npx', 'timbre']
  return basename(script) === 'timbre' ? ['timbre'] : ['node', script]
}

function shellWord (text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll('\'', '\'\\\'\'')}'`
}
