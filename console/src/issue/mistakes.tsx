import { Alert, Anchor } from '@mantine/core'
import { useText, useWords } from '../text/text.tsx'
import { typedIn, type Sayings } from './dry-run.ts'
import type { Said } from './editing.ts'
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

interface Wrong { field: string, known?: string, said: readonly Said[] }

/**
 * Above the form, once it was to be issued: what no field is about, and where several fields are wrong, each with a link
 * to it. What was changed since is left out.
 */
export function Mistakes ({ form, sayings, onShow }: MistakesProps) {
  const own = useWords(words)
  const nameOf = useFieldName(form)
  const wrong = useWrong(form, sayings)
  const { others } = sayings
  const listed = wrong.length + others.length > 1 ? wrong : []
  if (others.length + listed.length === 0) return null
  return (
    <Alert color='red' variant='light' title={own.onTop} aria-label={own.onTop} role={others.length > 0 ? 'alert' : 'group'}>
      <ul className='sentences'>
        {others.map((one, index) => <li key={index}><Sentence said={{ ...one, typed: '' }} /></li>)}
        {listed.map(({ field, known, said }) => (
          <li key={field}>
            <FieldLink field={field} name={nameOf(field)} onShow={onShow} />
            {': '}{known}{said.map((one, index) => <span key={index}><Sentence said={one} /> </span>)}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

/** The name of a field, which leads there. */
export function FieldLink ({ field, name, onShow }: { field: string, name: string, onShow: MistakesProps['onShow'] }) {
  return <Anchor component='button' type='button' size='sm' c='inherit' fw={550} underline='always' onClick={() => { onShow(field) }}>{name}</Anchor>
}

/** The fields that are still wrong, in the order of the form. */
function useWrong (form: Form, { said }: Sayings): Wrong[] {
  const own = useWords(words)
  const mistakes = payloadOf(form).mistakes.map(({ field, kind }): Wrong => ({ field, known: own.mistakes[kind], said: [] }))
  const known = new Set(mistakes.map(({ field }) => field))
  const told = [...said].flatMap(([field, all]): Wrong[] => {
    const standing = all.filter(({ typed }) => typed === typedIn(form, field))
    return known.has(field) || standing.length === 0 ? [] : [{ field, said: standing }]
  })
  const turn = ({ field }: Wrong) => {
    const at = parts.findIndex(({ name }) => name === partOf(field, form))
    return at < 0 ? parts.length : at
  }
  return [...mistakes, ...told].sort((one, other) => turn(one) - turn(other))
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
