import { Anchor } from '@mantine/core'
import { useText, useWords } from '../text/text.tsx'
import { typedIn, type Sayings } from './dry-run.ts'
import { Sentence } from './field.tsx'
import { partOf } from './folds.ts'
import { labels } from './labels.ts'
import type { Form } from './model/form.ts'
import { payloadOf } from './model/payload.ts'
import { listNames, parts } from './model/types.ts'
import { words } from './words.ts'

interface MistakesProps {
  form: Form
  sayings: Sayings
  /** Goes to the field. */
  onShow: (field: string) => void
}

/**
 * Once the form was to be issued: what no field is about, and where several fields are wrong, the way to each; what is
 * wrong stands there. What was changed since is left out.
 */
export function Mistakes ({ form, sayings, onShow }: MistakesProps) {
  const own = useWords(words)
  const nameOf = useFieldName(form)
  const wrong = useWrong(form, sayings)
  const { others } = sayings
  const listed = wrong.length + others.length > 1 ? wrong : []
  if (others.length + listed.length === 0) return null
  return (
    <div className='mistakes' aria-label={own.onTop} role={others.length > 0 ? 'alert' : 'group'}>
      <strong>{own.onTop}</strong>
      <ul>
        {others.map((one, index) => <li key={index}><Sentence said={{ ...one, typed: '' }} /></li>)}
        {listed.map((field) => <li key={field}><FieldLink field={field} name={nameOf(field)} onShow={onShow} /></li>)}
      </ul>
    </div>
  )
}

/** The name of a field, which leads there. */
export function FieldLink ({ field, name, onShow }: { field: string, name: string, onShow: MistakesProps['onShow'] }) {
  return <Anchor component='button' type='button' size='sm' c='inherit' fw={550} underline='always' onClick={() => { onShow(field) }}>{name}</Anchor>
}

/** The fields that are still wrong, in the order of the form. */
function useWrong (form: Form, { said }: Sayings): string[] {
  const mistakes = payloadOf(form).mistakes.map(({ field }) => field)
  const told = [...said].flatMap(([field, all]) => all.some(({ typed }) => typed === typedIn(form, field)) ? [field] : [])
  const turn = (field: string) => {
    const at = parts.findIndex(({ name }) => name === partOf(field, form))
    return at < 0 ? parts.length : at
  }
  return [...new Set([...mistakes, ...told])].sort((one, other) => turn(one) - turn(other))
}

/** What a field is called, with its row where it is in one. */
export function useFieldName (form: Form): (field: string) => string {
  const { language } = useText()
  const own = useWords(words)
  return (field) => {
    const [rowId, member] = field.split('/')
    const section = own.sections[field as keyof typeof own.sections]
    if (member === undefined) return labels[language].scalars[field] ?? section ?? field
    const list = listNames.find((name) => form.rows[name].some(({ id }) => id === rowId))!
    const index = form.rows[list].findIndex(({ id }) => id === rowId)
    return own.cell(own.row[list], index + 1, labels[language].rows[member] ?? member)
  }
}
