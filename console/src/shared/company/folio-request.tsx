import { Alert, Anchor, Button, Group, List, Text } from '@mantine/core'
import { CircleAlert, ExternalLink, FlaskConical, Upload } from 'lucide-react'
import { useCan, useMe } from '../../session/session.ts'
import { useText, useWords } from '../../text/text.tsx'
import { useTypeName } from '../document-types.ts'
import { useRehearses, type PlannedFolios } from './tenant.ts'
import { words } from './words.ts'

/** The SII's page on which folios are requested; certification and production have one each. */
const requestPages = {
  certification: 'https://maullin.sii.cl/cvc_cgi/dte/of_solicita_folios',
  production: 'https://palena.sii.cl/cvc_cgi/dte/of_solicita_folios'
}

export function useRequestPage (): string {
  return requestPages[useMe().tenant.environment === 'production' ? 'production' : 'certification']
}

/** How many documents wait for folios of the type, in words. */
export function useWaitingText (): (waiting: number) => string {
  const own = useWords(words).request
  const { format } = useText()
  return (waiting) => waiting === 0 ? own.noneWaits : own.waiting(waiting, format.number(waiting))
}

/** A type without folios: how many documents wait, and what to do in order. */
export function FolioRequest (
  { planned: { documentType, typeName, waiting, suggested, inactive, perDay }, onUpload, onRehearse }: {
    planned: PlannedFolios, onUpload: () => void, onRehearse: () => void
  }
) {
  const own = useWords(words).request
  const { format, language } = useText()
  const can = useCan()
  const rehearses = useRehearses()
  const nameOf = useTypeName()
  const waits = useWaitingText()(waiting)
  const page = useRequestPage()
  const name = nameOf(documentType)
  const number = own.count(suggested, format.number(suggested))
  const pace = Math.round(perDay * 10) / 10
  const count = suggested === 0 ? own.someCount : pace === 0 ? number : own.atPace(number, format.number(pace))
  return (
    <Alert
      color='red' variant='light' icon={<CircleAlert size={20} />} title={own.title(name)} role='region' aria-label={own.title(name)}
      styles={{ title: { color: 'var(--mantine-color-error)' } }}
    >
      <Text size='sm' fw={600} mb='xs'>{waits}</Text>
      {inactive > 0 ? <Text size='sm'>{own.inactive(inactive, format.number(inactive))}</Text> : rehearses ? (
        <Text size='sm'>{own.rehearse(count)}</Text>
      ) : (
        <List type='ordered' size='sm' spacing={4}>
          <List.Item>{own.enter} <Anchor href={page} target='_blank' rel='noreferrer' size='sm'>Solicitud de timbraje electrónico <ExternalLink size={13} aria-hidden='true' /></Anchor>{own.enterAs}</List.Item>
          <List.Item>{own.ask(language === 'es' ? typeName : name, String(documentType), count)}</List.Item>
          <List.Item>{own.upload}</List.Item>
        </List>
      )}
      {can('Folio.Manage') && inactive === 0 && (
        <Group gap='xs' mt='sm'>
          {rehearses && (
            <Button size='xs' leftSection={<FlaskConical size={15} />} onClick={onRehearse} aria-label={`${own.rehearseAction}: ${name}`}>
              {own.rehearseAction}
            </Button>
          )}
          <Button size='xs' variant={rehearses ? 'default' : 'filled'} leftSection={<Upload size={15} />} onClick={onUpload} aria-label={`${own.uploadAction}: ${name}`}>
            {own.uploadAction}
          </Button>
        </Group>
      )}
    </Alert>
  )
}
