import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useCan } from '../session/session.ts'
import { csvOf } from '../shared/csv.ts'
import { save } from '../shared/files.tsx'
import { isOfSii, useOwnSentence } from '../shared/own-sentences.ts'
import { Card } from '../shared/page.tsx'
import type { Report } from '../shared/report/report.ts'
import { useText, useWords } from '../text/text.tsx'
import { words } from './words.ts'

/** Why the SII rejected documents or objected to them, with what to do; a code leads to the documents of these dates. */
export function SiiCodes ({ report: { siiCodes, startDate: from, endDate: to }, fileName }: { report: Report, fileName: string }) {
  const own = useWords(words)
  const { language, format } = useText()
  const can = useCan()
  const ownSentence = useOwnSentence()
  const rows = siiCodes.map(({ code, documents, explanation, remedy }) => ({
    code, documents, meaning: explanation?.[language] ?? '',
    remedy: code.endsWith('_BY_MAIL') ? own.byMail : ownSentence(code, remedy?.[language]) ?? ''
  }))
  const csv = () => {
    save(csvOf(
      [own.code, own.documents, own.meaning, own.remedy],
      rows.map(({ code, documents, meaning, remedy }) => [code, documents, meaning, remedy])
    ), `${fileName}.csv`)
  }
  return (
    <Card
      title={own.codes}
      aside={rows.length > 0 && (
        <Button
          variant='subtle' color='gray' c='dimmed' size='compact-sm' leftSection={<Download size={14} />}
          aria-label={`CSV: ${own.codes}`} onClick={csv}
        >
          CSV
        </Button>
      )}
    >
      <Text size='sm' c='dimmed' mb='sm'>{rows.length > 0 ? own.codesNote : own.codesNone}</Text>
      <ul className='cards'>
        {rows.map(({ code, documents, meaning, remedy }) => (
          <li key={code} className='row bar'>
            <Group wrap='nowrap' align='start' justify='space-between' gap='md' py={6}>
              <Stack gap={2} miw={0}>
                <Text size='sm' fw={550} component='div'>
                  {can('Webhook.Read')
                    ? <Link to='/documents' search={{ code, from, to }} className='plain'>{meaning || code}</Link>
                    : meaning || code}
                  {' '}{meaning !== '' && isOfSii(code) && <Code>{code}</Code>}
                </Text>
                {remedy !== '' && <Text size='sm' c='dimmed'>{own.remedy}: {remedy}</Text>}
              </Stack>
              <Text size='sm' fw={600} className='numbers' flex='none'>{format.number(documents)}</Text>
            </Group>
          </li>
        ))}
      </ul>
    </Card>
  )
}
