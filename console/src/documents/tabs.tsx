import { Button, Code, CopyButton, Group, ScrollArea, Tabs as MantineTabs, Text } from '@mantine/core'
import { useText, useWords } from '../text/text.tsx'
import { Data } from './data.tsx'
import { PdfPreview } from './pdf-preview.tsx'
import type { Detail } from './requests.ts'
import { words } from './words.ts'

/** The document as it is printed, as people read it, and as programs do. */
export function Tabs ({ detail }: { detail: Detail }) {
  const own = useWords(words)
  const hasFolio = detail.folio !== null
  return (
    <MantineTabs key={String(hasFolio)} defaultValue={hasFolio ? 'pdf' : 'data'} keepMounted={false}>
      <MantineTabs.List mb='md'>
        {hasFolio && <MantineTabs.Tab value='pdf'>{own.tabs.pdf}</MantineTabs.Tab>}
        <MantineTabs.Tab value='data'>{own.tabs.data}</MantineTabs.Tab>
        <MantineTabs.Tab value='json'>{own.tabs.json}</MantineTabs.Tab>
      </MantineTabs.List>
      {hasFolio && <MantineTabs.Panel value='pdf'><PdfPreview detail={detail} /></MantineTabs.Panel>}
      <MantineTabs.Panel value='data'><Data detail={detail} /></MantineTabs.Panel>
      <MantineTabs.Panel value='json'><Json detail={detail} /></MantineTabs.Panel>
    </MantineTabs>
  )
}

function Json ({ detail }: { detail: Detail }) {
  const own = useWords(words)
  const { text } = useText()
  const json = JSON.stringify(detail.payload, null, 2)
  return (
    <>
      <Group justify='space-between' mb='xs'>
        <Text size='sm' c='dimmed'>{own.json}</Text>
        <CopyButton value={json}>{({ copied, copy }) => (
          <Button size='compact-sm' variant='default' onClick={copy}>{copied ? text.actions.copied : own.copyJson}</Button>
        )}
        </CopyButton>
      </Group>
      <ScrollArea.Autosize mah={640} type='auto' viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': own.json }}>
        <Code block>{json}</Code>
      </ScrollArea.Autosize>
    </>
  )
}
