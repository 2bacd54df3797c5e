import type { Actor } from '../../services/actor.ts'
import type { TillCopiesOf, TillMember, TillRequest } from '../../services/printing/till-copies.ts'

export type TillQuery = Omit<TillRequest, 'include'> & { include?: TillMember[] | undefined }

/** What a till asks for beside the answer; nothing is drawn or read unless it does. */
export function copiesFor (
  tillCopies: TillCopiesOf, actor: Actor, correlationId: string, { include, format }: TillQuery = {}
) {
  return include && tillCopies(actor, correlationId, { include, format })
}
