import { Stack, Text } from '@mantine/core'
import { useRef } from 'react'
import { useText, useWords } from '../text/text.tsx'
import { words } from './words.ts'

interface SourceProps {
  value: string
  problems: Array<{ line: number, column: number, message: string }>
  onChange: (value: string) => void
}

/** The source with its line numbers; a problem leads to its line. */
export function Source ({ value, problems, onChange }: SourceProps) {
  const { format } = useText()
  const { form: own, reference } = useWords(words)
  const area = useRef<HTMLTextAreaElement>(null)
  const numbers = useRef<HTMLPreElement>(null)
  const count = value.split('\n').length
  const wrong = new Set(problems.map(({ line }) => line))

  const show = (line: number, column: number) => {
    const start = value.split('\n').slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0) + column - 1
    area.current?.focus()
    area.current?.setSelectionRange(start, start)
  }
  return (
    <Stack gap='xs'>
      <Text size='sm' fw={500} component='label' htmlFor='template-source'>{own.source}</Text>
      <div className='source'>
        <pre ref={numbers} aria-hidden='true'>
          {Array.from({ length: count }, (_, index) => <span key={index} data-wrong={wrong.has(index + 1) || undefined}>{index + 1}{'\n'}</span>)}
        </pre>
        <textarea
          id='template-source' ref={area} value={value} spellCheck={false} wrap='off' rows={24} aria-invalid={problems.length > 0}
          onChange={({ currentTarget }) => { onChange(currentTarget.value) }}
          onScroll={({ currentTarget }) => { if (numbers.current) numbers.current.scrollTop = currentTarget.scrollTop }}
        />
      </div>
      {problems.map(({ line, column, message }, index) => (
        <button type='button' key={index} className='source-problem' onClick={() => { show(line, column) }}>
          <b>{own.line(format.number(line), format.number(column))}</b> {message}
        </button>
      ))}
      <Text size='xs' c='dimmed'>{reference}</Text>
    </Stack>
  )
}
