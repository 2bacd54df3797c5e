import type { RequestOf } from '../../../clients/typescript/client.ts'
import { timbre } from '../session/session.ts'
import { useText } from '../text/text.tsx'
import { Proposal, Proposals, type ProposalsProps, type Source } from './proposals.tsx'

export type TableMember = RequestOf<'/api/Common/Codes', 'get'>['query']['member']

interface Code { code: string, name: string }

const mostShown = 30

// Each table is asked for once; a failure is forgotten.
const asked = new Map<TableMember, Promise<Code[]>>()

/** A table of Common/Codes. */
export function tableOf (member: TableMember): Promise<Code[]> {
  const known = asked.get(member)
  if (known) return known
  const table = timbre.get('/api/Common/Codes', { query: { member } })
  asked.set(member, table)
  table.catch(() => { asked.delete(member) })
  return table
}

/** A text as it is compared: without accents and capitals. */
export const plain = (text: string): string => text.normalize('NFD').toLowerCase().replaceAll(/\p{M}/gu, '')

/**
 * The rows with every word of the search, without regard to case and accents; those that begin with it come first. None
 * for what stands in the table as it is.
 */
export function found (rows: readonly Code[], search: string): Code[] {
  const wanted = plain(search.trim())
  const words = wanted.split(/\s+/)
  const rank = ({ code, name }: Code) => [code, name].some((text) => plain(text).startsWith(wanted)) ? 0 : 1
  if (rows.some(({ code, name }) => search === code || search === name)) return []
  return rows.filter(({ code, name }) => words.every((word) => plain(`${code} ${name}`).includes(word)))
    .toSorted((one, other) => rank(one) - rank(other)).slice(0, mostShown)
}

/** The municipality as its table has it; undefined for what the table does not have. Blank stays blank. */
export async function municipalityOf (typed: string): Promise<string | undefined> {
  if (typed.trim() === '') return ''
  const rows = await tableOf('header.receiver.municipality').catch(() => undefined)
  return rows ? rows.find(({ code }) => plain(code) === plain(typed.trim()))?.code : typed
}

const sources = new Map<TableMember, Source<Code>>()

function sourceOf (member: TableMember): Source<Code> {
  const known = sources.get(member)
  if (known) return known
  const source: Source<Code> = { name: member, find: async ({ search = '' }) => found(await tableOf(member), search) }
  sources.set(member, source)
  return source
}

interface TableProposalsProps {
  member: TableMember
  typed: string
  onPick: (row: Code) => void
  children: ProposalsProps<unknown>['children']
}

/** What an official table has for a field, below it; any other text can be written all the same. */
export function TableProposals ({ member, typed, onPick, children }: TableProposalsProps) {
  const { text } = useText()
  return (
    <Proposals
      from={sourceOf(member)} label={text.table} typed={typed} onPick={onPick}
      row={({ code, name }) => <Proposal name={code} note={[name]} />}
    >
      {children}
    </Proposals>
  )
}
