import { Accordion, Button, Modal, Paper, Progress, Text } from '@mantine/core'
import { BookOpenCheck, FlaskConical, Upload } from 'lucide-react'
import { useState } from 'react'
import { useCan } from '../session/session.ts'
import { useBegin } from '../shared/begin.ts'
import { FolioRehearsal, FolioUpload } from '../shared/company/folio-upload.tsx'
import { FolioRequest } from '../shared/company/folio-request.tsx'
import { useFolioPlan, useFolios, useRehearses, withoutFolios, type PlannedFolios } from '../shared/company/tenant.ts'
import { useTypeName } from '../shared/document-types.ts'
import { Loading, PageTitle } from '../shared/page.tsx'
import { Nothing, Problem } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import { Blocks } from './blocks.tsx'
import { Plan } from './plan.tsx'
import { Spent } from './spent.tsx'
import { isLow, suppliesOf, type Supply } from './supplies.ts'
import { words } from './words.ts'

type Way = 'upload' | 'rehearse' | PlannedFolios

/** What is left of each type of document, until when, and where more comes from. */
export function Folios () {
  const { text } = useText()
  const own = useWords(words)
  const { data: blocks, error, refetch } = useFolios()
  const plan = useFolioPlan()
  // Both at once: what came later would push the rest of the page down.
  const data = plan.data || plan.error ? blocks : undefined
  const [way, setWay] = useState<Way>()
  const can = useCan()
  useBegin('upload', () => { if (can('Folio.Manage')) setWay('upload') })
  const more = <More onWay={setWay} />
  const modal = {
    onClose: () => { setWay(undefined) }, centered: true, size: 'lg', closeButtonProps: { 'aria-label': text.actions.close }
  } as const
  return (
    <div className='stack'>
      <PageTitle title={text.places.folios} note={own.note}>{data && data.length > 0 && more}</PageTitle>
      {data && withoutFolios(plan.data ?? []).map((planned) => (
        <FolioRequest key={planned.documentType} planned={planned} onUpload={() => { setWay('upload') }} onRehearse={() => { setWay(planned) }} />
      ))}
      {error && !data ? <Problem error={error} onRetry={() => { void refetch() }} />
        : !data ? <Loading rows={5} height={56} />
            : data.length === 0 ? <Nothing icon={<BookOpenCheck size={32} />} title={own.emptyTitle} note={own.emptyNote}>{more}</Nothing>
              : <Supplies supplies={suppliesOf(data)} />}
      {data && data.length > 0 && <Plan />}
      {data && <Spent />}
      <Modal {...modal} opened={way === 'upload'} title={own.uploadTitle}><FolioUpload /></Modal>
      <Modal {...modal} opened={way !== undefined && way !== 'upload'} title={own.rehearseTitle}>
        <FolioRehearsal {...typeof way === 'object' && { documentType: way.documentType, count: way.suggested }} />
      </Modal>
    </div>
  )
}

/** The two ways to more folios. */
function More ({ onWay }: { onWay: (way: Way) => void }) {
  const own = useWords(words)
  const can = useCan()
  const rehearses = useRehearses()
  if (!can('Folio.Manage')) return null
  return (
    <>
      {rehearses && (
        <Button variant='default' leftSection={<FlaskConical size={16} />} onClick={() => { onWay('rehearse') }}>{own.rehearse}</Button>
      )}
      <Button leftSection={<Upload size={16} />} onClick={() => { onWay('upload') }}>{own.upload}</Button>
    </>
  )
}

function Supplies ({ supplies }: { supplies: Supply[] }) {
  const nameOf = useTypeName()
  return (
    <Paper className='clipped'>
      <Accordion multiple chevronPosition='left' order={2} variant='default' className='supplies'>
        {supplies.map((supply) => (
          <Accordion.Item key={supply.documentType} value={String(supply.documentType)}>
            <Accordion.Control><Row supply={supply} name={nameOf(supply.documentType)} /></Accordion.Control>
            <Accordion.Panel><Blocks supply={supply} name={nameOf(supply.documentType)} /></Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Paper>
  )
}

function Row ({ supply, name }: { supply: Supply, name: string }) {
  const own = useWords(words)
  const { format } = useText()
  const { left, share, daysLeft, expiresOn, inactive } = supply
  const low = isLow(supply)
  const days = daysLeft === null ? own.daysUnknown : own.days(daysLeft, format.number(daysLeft))
  return (
    <span className='supply numbers'>
      <span>
        <Text span fw={600} size='sm' display='block'>{name}</Text>
        {inactive > 0 && <Text span size='xs' c='dimmed' display='block'>{own.inactive(inactive)}</Text>}
      </span>
      <Progress.Root size={10} radius='xl' component='span' className='supply-bar'>
        <Progress.Section component='span' value={share * 100} color={left === 0 ? 'red.6' : low ? 'orange.6' : 'ink'} aria-label={own.bar(name, format.percent(share))} />
      </Progress.Root>
      <Text span fw={600} size='sm' className={left === 0 ? 'bad' : undefined}>{left === 0 ? own.none : left === 1 ? own.leftOne : own.left(format.number(left))}</Text>
      <span>
        <Text span size='sm' display='block' fw={low ? 600 : 450} className={low ? 'warning' : undefined}>{left === 0 ? '' : days}</Text>
        <Text span size='xs' c='dimmed' display='block'>
          {left === 0 ? '' : expiresOn === null ? own.neverExpires : own.expires(format.date(expiresOn))}
        </Text>
      </span>
    </span>
  )
}
