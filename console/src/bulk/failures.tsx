import { Button, Group, Text } from '@mantine/core'
import { CodeMark } from '../shared/code-mark.tsx'
import { columnName } from '../shared/document/member-name.ts'
import { useServersSentence } from '../shared/document/sentences.ts'
import { Card } from '../shared/page.tsx'
import { useText, useWords } from '../text/text.tsx'
import { useFailures, type Failure, type Submission } from './queries.ts'
import { words } from './words.ts'

/** Each cause once, however many documents it stopped, and the way to their rows. */
export function Failures ({ submission, onShow }: { submission: Submission, onShow: (failure: Failure) => void }) {
  const { format, text } = useText()
  const { failures: own } = useWords(words)
  const reasonOf = useFailureReason(submission)
  const failures = useFailures(submission)
  if (failures.length === 0) return null
  return (
    <Card title={own.title}>
      <ul className='cards'>
        {failures.map((failure) => {
          const { code, field, message, documents, rows } = failure
          const reason = reasonOf(failure)
          return (
            <li key={`${code} ${field} ${message}`} style={{ padding: '10px 0' }}>
              <Group justify='space-between' gap='xs'>
                <Text size='sm' fw={600} className='numbers bad'>{documents === 1 ? own.one : own.documents(format.number(documents))}</Text>
                <Button variant='default' size='compact-sm' aria-label={own.showOf(reason)} onClick={() => { onShow(failure) }}>{own.show}</Button>
              </Group>
              <Text size='sm' className='wrap'>{reason}<CodeMark label={text.problem.code(code)} /></Text>
              <Text size='xs' c='dimmed' className='numbers'>
                {own.rows(rows.map((row) => format.number(row)).join(', '), documents > rows.length)}
              </Text>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

/** What is wrong, with the name of the column or field. */
export function useFailureReason ({ source }: Pick<Submission, 'source'>): (failure: Failure) => string {
  const { language } = useText()
  const sentenceOf = useServersSentence()
  return ({ code, field, message }) => {
    const sentence = sentenceOf({ path: field, code, message })
    const name = source === 'json' && field !== '' ? columnName(field.replaceAll('[]', '[0]'), language) : field
    return name === '' ? sentence : `${name}: ${sentence}`
  }
}
