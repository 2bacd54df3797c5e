import { Button } from '@mantine/core'
import { CircleCheck, CircleX, PackageCheck, Reply, type LucideIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useCan } from '../session/session.ts'
import { tones } from '../shared/status.tsx'
import { useWords } from '../text/text.tsx'
import { actionsOf, acts, claimFirst, type Act } from './acts.ts'
import type { Row } from './requests.ts'
import { words } from './words.ts'

const ActDialog = lazy(async () => ({ default: (await import('./act.tsx')).ActDialog }))
const icons: Record<Act, LucideIcon> = { ACD: CircleCheck, ERM: PackageCheck, claim: CircleX, answer: Reply }

/** What can be done with one document, or with those that are selected. */
export function ActButtons ({ rows, size }: { rows: Row[], size?: 'xs' }) {
  const own = useWords(words)
  const can = useCan()
  const [open, setOpen] = useState<{ act: Act, rows: Row[] }>()
  if (!can('Received.Claim')) return null
  // Nobody accepts by habit what failed the checks.
  const ordered = rows.some(({ failedChecks }) => failedChecks.length > 0) ? claimFirst : acts
  const possible = ordered.filter((act) => rows.some((row) => actionsOf(row, act).length > 0))
  return (
    <>
      {possible.map((act) => {
        const Icon = icons[act]
        return (
          <Button
            key={act} variant='default' {...size && { size }} {...act === 'claim' && { c: tones.bad }} leftSection={<Icon size={size ? 15 : 16} />}
            onClick={() => { setOpen({ act, rows }) }}
          >
            {own.act[act]}
          </Button>
        )
      })}
      {open && <Suspense><ActDialog {...open} onClose={() => { setOpen(undefined) }} /></Suspense>}
    </>
  )
}
