import { printable } from '../terminal.ts'
import type { Context } from './context.ts'
import type { Summary } from './summary.ts'

const cancelledRow = 5
const shownNames = 10

/**
 * Reports correct documents of the earlier submission that this one leaves without a folio, and what to do. True if
 * there are none.
 */
export async function reportLeftBehind (
  { id, replacesId, leftBehind }: Summary, file: string, { session, terminal, texts, nextLine }: Context
): Promise<boolean> {
  if (replacesId === null || leftBehind === 0) return true
  const query = { id: replacesId, status: cancelledRow, pageSize: 100 } as const
  const earlier = await session.persist((timbre) => timbre.get('/api/BulkInvoice/Get', { query }))
  const { ready } = earlier.counters
  if (ready > 0) {
    terminal.say(texts.earlierGoesOn(texts.documents(ready)))
    terminal.say(nextLine(['--follow', replacesId]))
  }
  if (leftBehind > ready) {
    const names = earlier.rows.data.filter(({ isReplaced }) => !isReplaced).map(({ key }) => printable(key))
    const isAll = names.length === leftBehind - ready && names.length <= shownNames
    const shown = `${names.slice(0, shownNames).join(', ')}${isAll ? '' : ' …'}`
    terminal.say(texts.leftBehind(texts.documents(leftBehind - ready), shown))
    terminal.say(texts.toTakeThem)
    terminal.say(nextLine([file, '--replaces', id]))
  }
  return false
}
