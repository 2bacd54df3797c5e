import { Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { timbre } from '../session/session.ts'
import { Confirm } from '../shared/confirm.tsx'
import { useWords } from '../text/text.tsx'
import { useDocumentName } from './name.ts'
import type { Detail } from './requests.ts'
import { words } from './words.ts'

const boletas = ['39', '41']

/** Whether a note can still change it: it has a folio, and the SII has not refused it. */
export function isInForce ({ folio, status, annulledBy }: Detail): boolean {
  return folio !== null && status >= 2 && status <= 6 && !annulledBy
}

/** No note annuls a delivery note. */
export function isAnnullable (detail: Detail): boolean {
  return isInForce(detail) && detail.invoiceTypeCode !== '52'
}

/** Issues the note that annuls the document, and shows it; a boleta may then be issued as a factura. */
export function Annul ({ detail, onClose }: { detail: Detail, onClose: () => void }) {
  const own = useWords(words)
  const nameOf = useDocumentName()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const [reason, setReason] = useState('')
  const [asFactura, setAsFactura] = useState(false)
  const { correlationId, invoiceTypeCode } = detail
  const work = useMutation({
    mutationFn: () => timbre.post('/api/Webhook/Annul', { body: { correlationId, reason: reason.trim() || own.annul.default } }),
    onSuccess: (note) => {
      onClose()
      void cache.invalidateQueries()
      void (asFactura
        ? navigate({ to: '/issue', search: { factura: correlationId } })
        : navigate({ to: '/documents/$id', params: { id: note.correlationId } }))
    }
  })
  return (
    <Confirm
      opened onClose={onClose} title={own.annul.title(nameOf(detail))} action={own.annul.action} danger work={work}
      onConfirm={() => { work.mutate() }}
    >
      <Stack gap='sm'>
        <Text size='sm'>{own.annul.text}</Text>
        <TextInput
          data-autofocus label={own.annul.reason} placeholder={own.annul.default} maxLength={90} value={reason}
          onChange={({ currentTarget }) => { setReason(currentTarget.value) }}
        />
        {boletas.includes(invoiceTypeCode) && (
          <Checkbox
            label={own.annul.asFactura} checked={asFactura} onChange={({ currentTarget }) => { setAsFactura(currentTarget.checked) }}
          />
        )}
      </Stack>
    </Confirm>
  )
}
