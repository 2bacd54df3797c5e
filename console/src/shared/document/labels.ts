import { lists } from './lists.ts'
import { members } from './members.ts'

/** What the members of a document are called. */
export const labels = {
  es: { scalars: members.es, ...lists.es },
  en: { scalars: members.en, ...lists.en }
}
