import { useText } from '../text/text.tsx'

export const statuses = [1, 2, 3, 4, 5, 6, 7, 8] as const
export type Status = typeof statuses[number]

const colours: Record<Status, string> = {
  1: 'light-dark(#b45309, #fbbf24)',
  2: 'light-dark(#1d4ed8, #8facf3)',
  3: 'light-dark(#1d4ed8, #8facf3)',
  4: 'light-dark(#1d4ed8, #8facf3)',
  5: 'light-dark(#15803d, #4ade80)',
  6: 'light-dark(#a16207, #facc15)',
  7: 'light-dark(#b91c1c, #f87171)',
  8: 'light-dark(#b91c1c, #f87171)'
}

/** Whether the document continues by itself, so that it is worth asking again soon. */
export function isMoving (status: number): boolean {
  return status >= 2 && status <= 4
}

/** Whether another state can follow without anybody's doing. */
export function isUnderWay (status: number): boolean {
  return status <= 4
}

export function colourOf (status: number): string {
  return colours[status as Status]
}

/** A state in words; the colour only repeats them. */
export function StatusLabel ({ status, size = 'sm', fw = 500 }: { status: number, size?: string, fw?: number }) {
  const { text } = useText()
  return <Dot colour={colourOf(status)} moving={isMoving(status)} size={size} fw={fw}>{text.statuses[status as Status]}</Dot>
}

interface DotProps { colour: string, children: string, moving?: boolean, size?: string, fw?: number }

/** A word with a dot of its colour: a plain element, as a list has many. */
export function Dot ({ colour, children, moving = false, size = 'sm', fw = 500 }: DotProps) {
  return (
    <span className='status' style={{ '--status': colour }}>
      <span className='status-dot' data-moving={moving || undefined} aria-hidden='true' />
      <span style={{ fontSize: `var(--mantine-font-size-${size})`, lineHeight: `var(--mantine-line-height-${size})`, fontWeight: fw }}>{children}</span>
    </span>
  )
}

/** Colours of states that are no document's. */
export const tones = {
  good: 'light-dark(#15803d, #4ade80)',
  busy: 'light-dark(#1d4ed8, #8facf3)',
  warning: 'light-dark(#b45309, #fbbf24)',
  bad: 'light-dark(#b91c1c, #f87171)',
  quiet: 'light-dark(#6b7280, #9096a3)'
} as const
