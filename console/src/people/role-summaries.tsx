import { Accordion, Paper, Text } from '@mantine/core'
import { labelOf } from '../text/labels.ts'
import { useWords } from '../text/text.tsx'
import { useRoleName, type Role } from './queries.ts'
import { words } from './words.ts'

// The evidence of a document is read, too.
const reading = /\.(Read|Evidence)$/

interface Described { value: string, description: string }
interface GroupOfClaims { name: string, held: Described[], isReadOnly: boolean }

/** What each role lets a person do, in words: in short, and unfolded by part of the service. */
export function RoleSummaries ({ roles, claims }: { roles: readonly Role[], claims: readonly Described[] }) {
  const { summaries: own } = useWords(words)
  const nameOf = useRoleName()
  return (
    <Paper className='clipped' component='section' aria-label={own.title}>
      <Accordion multiple chevronPosition='left' order={2} variant='default'>
        {roles.map((role) => (
          <Accordion.Item key={role.id} value={role.id}>
            <Accordion.Control>
              <Text span fw={600} size='sm' display='block'>{nameOf(role.name)}</Text>
              <Short role={role} claims={claims} />
            </Accordion.Control>
            <Accordion.Panel><Whole role={role} claims={claims} /></Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Paper>
  )
}

interface OneProps { role: Role, claims: readonly Described[] }

function useGroups ({ role, claims }: OneProps): GroupOfClaims[] {
  const { matrix: { groups: names } } = useWords(words)
  const has = new Set(role.claims.map(({ value }) => value))
  const groups = [...new Set(claims.map(({ value }) => value.split('.')[0]!))]
  return groups.map((group) => {
    const held = claims.filter(({ value }) => value.startsWith(`${group}.`) && has.has(value))
    return { name: labelOf(names, group) ?? group, held, isReadOnly: held.every(({ value }) => reading.test(value)) }
  })
}

function Short (props: OneProps) {
  const { summaries: own } = useWords(words)
  const groups = useGroups(props)
  const named = (wanted: (group: GroupOfClaims) => boolean) => groups.filter(wanted).map(({ name }) => name).join(', ')
  const works = named(({ held, isReadOnly }) => held.length > 0 && !isReadOnly)
  const sees = named(({ held, isReadOnly }) => held.length > 0 && isReadOnly)
  const closed = named(({ held }) => held.length === 0)
  const isAll = props.claims.every(({ value }) => props.role.claims.some((claim) => claim.value === value))
  const sentences = isAll ? [own.all] : [works && own.works(works), sees && own.sees(sees), closed && own.closed(closed)]
  return sentences.map((sentence) => sentence && <Text key={sentence} span size='sm' display='block'>{sentence}</Text>)
}

function Whole (props: OneProps) {
  const { summaries: own } = useWords(words)
  const groups = useGroups(props).filter(({ held }) => held.length > 0)
  if (groups.length === 0) return <Text size='sm' c='dimmed'>{own.nothing}</Text>
  return (
    <dl className='facts'>
      {groups.map(({ name, held }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{held.map(({ value, description }) => <Text key={value} size='sm'>{description}</Text>)}</dd>
        </div>
      ))}
    </dl>
  )
}
