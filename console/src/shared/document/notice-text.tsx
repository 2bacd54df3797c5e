import type { ReactNode } from 'react'
import { labelOf } from '../../text/labels.ts'
import { useText } from '../../text/text.tsx'
import { CodeMark } from '../code-mark.tsx'
import { noticeTitles } from './notice-titles.ts'
import { capital, useServersSentence } from './sentences.ts'

interface Notice { path: string, code: string, rule: string, message: { es: string, en: string } }

/** What a notice is called, and below it what it says; `children` is the name of its field. */
export function NoticeText ({ notice: { path, code, rule, message }, children }: { notice: Notice, children: ReactNode }) {
  const { text, language } = useText()
  const sentence = useServersSentence()({ path, code, message: message[language] })
  const title = labelOf(noticeTitles[language], code)
  return (
    <>
      {title !== undefined && <strong>{title}</strong>}
      <CodeMark label={text.problem.code(rule === '' ? code : `${code} (${rule})`)} />
      <div>{children ? <>{children}: {sentence}</> : capital(sentence)}</div>
    </>
  )
}
