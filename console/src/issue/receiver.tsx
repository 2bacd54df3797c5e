import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, type FocusEvent, type ReactNode } from 'react'
import { timbre, useCan } from '../session/session.ts'
import { normalRut } from '../shared/rut.ts'
import { useText, useWords } from '../text/text.tsx'
import { useEditing } from './editing.ts'
import type { Form } from './model/form.ts'
import { receiverFilling } from './model/proposed.ts'
import type { DocumentType } from './model/types.ts'
import { words } from './words.ts'

const taxNumberPath = 'header.receiver.taxNumber'
const namePath = 'header.receiver.businessName'
// Those that their buyer takes as an electronic document.
const toBuyers: readonly DocumentType[] = ['33', '34', '43', '52', '56', '61']

/** What the latest document and the SII's directory say of the RUT in a form. */
function useKnownReceiver (form: Form | undefined) {
  const can = useCan()
  const rut = normalRut(form?.values[taxNumberPath] ?? '')
  const { data } = useQuery({
    queryKey: ['receiver', rut], enabled: rut !== undefined && can('Receiver.Read'), staleTime: 60_000, retry: false,
    queryFn: ({ signal }) => timbre.get('/api/Receiver/Find', { query: { taxNumber: rut! }, signal })
  })
  return data
}

/** Whether the directory lacks a buyer who would have to be in it. */
export function useIsUnlisted (form: Form | undefined): boolean {
  const known = useKnownReceiver(form)
  return known?.isElectronic === false && form !== undefined && toBuyers.includes(form.type)
}

/** Beside the heading of the receiver: that it takes no electronic documents. */
export function Unlisted ({ form }: { form: Form }) {
  const { format } = useText()
  const own = useWords(words)
  const rut = normalRut(form.values[taxNumberPath] ?? '')
  return <Text size='sm' className='warning' role='status'>{useIsUnlisted(form) && rut !== undefined && own.notElectronic(format.rut(rut))}</Text>
}

/**
 * Around the fields of the receiver: a whole RUT fills what is blank of a receiver without a name, and a name in the
 * field of the RUT goes where it belongs.
 */
export function ReceiverFields ({ form, children }: { form: Form, children: ReactNode }) {
  const { change } = useEditing()
  const known = useKnownReceiver(form)
  const typed = form.values[taxNumberPath] ?? ''
  const name = (form.values[namePath] ?? '').trim()
  useEffect(() => {
    if (!known?.businessName || name !== '') return
    const { isElectronic: _, exchangeMailbox: __, directoryDate: ___, ...receiver } = known
    const { identity, others } = receiverFilling(receiver)
    change({ do: 'set', values: {}, blanks: { ...others, ...identity } })
    // A name that was cleared is not put there again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [known])
  const onBlur = ({ target }: FocusEvent) => {
    if (target.id !== taxNumberPath || name !== '' || !/\p{L}{3}/u.test(typed)) return
    change({ do: 'set', values: { [taxNumberPath]: '', [namePath]: typed.trim() } })
  }
  return <div onBlur={onBlur}>{children}</div>
}
