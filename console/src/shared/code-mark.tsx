import { Tooltip } from '@mantine/core'
import { Info } from 'lucide-react'

/** The code behind a sentence, for a help desk: people read the sentence alone. */
export function CodeMark ({ label }: { label: string }) {
  return (
    <Tooltip label={label} events={{ hover: true, focus: true, touch: true }} openDelay={0}>
      <button type='button' className='code-mark' aria-label={label}><Info size={14} aria-hidden='true' /></button>
    </Tooltip>
  )
}
