import { Button, Group, Stack } from '@mantine/core'
import { Download } from 'lucide-react'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import { timbre } from '../session/session.ts'
import { save } from '../shared/files.tsx'
import { Facts } from '../shared/page.tsx'
import { useText, useWords } from '../text/text.tsx'
import { IssueItem } from './issue-item.tsx'
import type { Item, Kind } from './progress.ts'
import { words } from './words.ts'

type Book = ResultOf<'/api/Certification/IssueBook', 'post'>

export function IssueBook ({ kind, item }: { kind: Kind, item: Item }) {
  const { name } = item
  const { confirmBook } = useWords(words)
  const send = (dryRun: boolean): Promise<Book> => timbre.post('/api/Certification/IssueBook', {
    body: { kind, name }, headers: dryRun ? { 'X-Dry-Run': 'true' } : {}
  })
  return (
    <IssueItem
      item={item} send={send} shown={(book) => <Contents book={book} />}
      question={{ title: confirmBook.title, text: confirmBook.text(name) }}
    />
  )
}

function Contents ({ book: { period, entries, fileName, xml } }: { book: Book }) {
  const { format } = useText()
  const { book: own } = useWords(words)
  return (
    <Stack>
      <Facts facts={[[own.period, period], [own.entries, format.number(entries)]]} />
      <Group>
        <Button
          variant='default' leftSection={<Download size={16} />}
          onClick={() => { save(new Blob([xml], { type: 'application/xml' }), fileName) }}
        >
          {own.download}
        </Button>
      </Group>
    </Stack>
  )
}
