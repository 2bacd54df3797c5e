import { Group, Stack, Text, Title } from '@mantine/core'
import { CircleAlert, CircleCheck, CircleHelp, CircleMinus, TriangleAlert, type LucideIcon } from 'lucide-react'
import { Card } from '../shared/page.tsx'
import { tones } from '../shared/status.tsx'
import { labelOf } from '../text/labels.ts'
import { useWords } from '../text/text.tsx'
import { checkWords, sentenceOf } from './checks.ts'
import type { Check, Detail } from './requests.ts'
import { words } from './words.ts'

const looks: Record<Check['outcome'], { icon: LucideIcon, colour: string }> = {
  passed: { icon: CircleCheck, colour: tones.good }, failed: { icon: CircleAlert, colour: tones.bad },
  warning: { icon: TriangleAlert, colour: tones.warning }, notApplicable: { icon: CircleMinus, colour: tones.quiet },
  notPossible: { icon: CircleHelp, colour: tones.quiet }
}

/** What was checked, in sentences: of the document, then of its file. */
export function Checks ({ detail: { checks, file, siiGloss } }: { detail: Detail }) {
  const own = useWords(words)
  return (
    <Card title={own.checks}>
      <Stack gap='md'>
        <Part title={own.ofDocument} checks={checks} />
        {siiGloss && <Text size='xs' c='dimmed' className='wrap'>{own.siiSays(siiGloss)}</Text>}
        <Part title={own.ofFile} checks={file.checks} />
      </Stack>
    </Card>
  )
}

function Part ({ title, checks }: { title: string, checks: Check[] }) {
  const own = useWords(checkWords)
  const without = checks.filter(({ outcome }) => outcome === 'notApplicable').map(({ check }) => labelOf(own.short, check) ?? check)
  return (
    <section aria-label={title}>
      <Title order={3} size='xs' c='dimmed' mb={6}>{title}</Title>
      <Stack gap={6} component='ul' m={0} p={0} style={{ listStyle: 'none' }}>
        {checks.filter(({ outcome }) => outcome !== 'notApplicable').map((check) => <One key={check.check} check={check} />)}
      </Stack>
      {without.length > 0 && <Text size='xs' c='dimmed' mt={6}>{own.outcomes.notApplicable}: {without.join(', ')}.</Text>}
    </section>
  )
}

function One ({ check: { check, outcome, detail } }: { check: Check }) {
  const own = useWords(checkWords)
  const { icon: Icon, colour } = looks[outcome]
  const why = detail === null ? outcome === 'passed' ? '' : `${own.outcomes[outcome]}.` : sentenceOf(detail, own)
  return (
    <li>
      <Group gap={8} wrap='nowrap' align='start'>
        <Icon size={16} color={colour} aria-hidden='true' style={{ flex: 'none', marginTop: 3 }} />
        <div>
          <Text size='sm' {...outcome === 'failed' && { fw: 600 }}>{labelOf(own.names, check) ?? check}<span className='unseen'>: {own.outcomes[outcome]}</span></Text>
          {why !== '' && <Text size='xs' c={outcome === 'failed' ? tones.bad : 'dimmed'} className='wrap'>{why}</Text>}
        </div>
      </Group>
    </li>
  )
}
