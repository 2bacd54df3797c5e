import { AnchorLink } from '../shared/links.tsx'
import { labelOf } from '../text/labels.ts'
import { useWords } from '../text/text.tsx'
import type { Lack } from './progress.ts'
import { words } from './words.ts'

const places = {
  CERTIFICATE_MISSING: '/company', RESOLUTION_MISSING: '/company', ISSUER_INCOMPLETE: '/company', FOLIOS_MISSING: '/folios'
} as const

/** What is missing, in the console's words where the server's name the API, with the way to it. */
export function Lacks ({ lacks }: { lacks: readonly Lack[] }) {
  const own = useWords(words)
  const sentences = new Map(lacks.map(({ code, message }) => [labelOf(own.lacks, code) ?? message, code]))
  return (
    <ul className='sentences'>
      {[...sentences].map(([sentence, code]) => (
        <li key={sentence}>
          {sentence}{' '}
          {code in places && <AnchorLink to={places[code as keyof typeof places]} size='sm'>{own.goTo[code as keyof typeof places]}</AnchorLink>}
        </li>
      ))}
    </ul>
  )
}
