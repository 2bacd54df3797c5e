import { Button, Fieldset, Group, NumberInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import type { RequestOf } from '../../../clients/typescript/client.ts'
import { timbre } from '../session/session.ts'
import { DayInput } from '../shared/day-input.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { normalRut } from '../shared/rut.ts'
import { useText, useWords } from '../text/text.tsx'
import { useProgressChanged, type Kind } from './progress.ts'
import { words } from './words.ts'

type Body = RequestOf<'/api/Certification/Options', 'put'>['body']

const partyFields = ['taxNumber', 'businessName', 'businessActivity', 'address', 'municipality', 'city'] as const
type Party = Record<typeof partyFields[number], string>
const blankParty = (): Party => ({ taxNumber: '', businessName: '', businessActivity: '', address: '', municipality: '', city: '' })

const initial = () => ({
  receivers: [blankParty()], supplier: blankParty(), principal: blankParty(),
  transport: { licensePlate: '', driverName: '', driverTaxNumber: '', destinationAddress: '', destinationMunicipality: '' },
  abroad: {
    businessName: '', address: '', city: '', currency: 'DOLAR USA', rate: '' as number | string, passport: '', marks: '', containerId: '', seal: '',
    sealIssuer: '', paidOn: null as string | null
  },
  consultUrl: ''
})
type Values = ReturnType<typeof initial>

/** Without what was left blank; undefined where all of it was. */
function filled<Fields extends Record<string, string | number | null>> (fields: Fields): Partial<Fields> | undefined {
  const entries = Object.entries(fields).filter(([, value]) => value !== null && String(value).trim() !== '')
  return entries.length === 0 ? undefined : Object.fromEntries(entries) as Partial<Fields>
}

const partyOf = ({ taxNumber, ...others }: Party) => filled({ ...others, taxNumber: normalRut(taxNumber) ?? taxNumber })

function bodyOf (kind: Kind, values: Values): Body {
  const receivers = values.receivers.flatMap((one) => partyOf(one) ?? [])
  const supplier = partyOf(values.supplier)
  const principal = partyOf(values.principal)
  const { driverName, driverTaxNumber, ...way } = values.transport
  const driver = filled({ name: driverName, taxNumber: normalRut(driverTaxNumber) ?? driverTaxNumber })
  const transport = filled(way)
  const { businessName, address, city, currency, rate, ...rest } = values.abroad
  const customer = filled({ businessName, address, city })
  return {
    kind, ...receivers.length > 0 && { receivers }, ...supplier && { supplier }, ...principal && { principal },
    ...(transport || driver) && { transport: { ...transport, ...driver && { driver } } },
    ...customer && {
      abroad: { receiver: customer, exchangeRates: rate === '' ? [] : [{ currency, rate: Number(rate) }], ...filled(rest) }
    },
    ...values.consultUrl.trim() !== '' && { consultUrl: values.consultUrl.trim() }
  } as Body
}

/** What the set file leaves to the company; only what the types of the journey need is drawn. */
export function OptionsForm ({ kind, types }: { kind: Kind, types: readonly number[] }) {
  const { text } = useText()
  const { options: own } = useWords(words)
  const changed = useProgressChanged()
  const form = useForm<Values>({ initialValues: initial() })
  const keep = useMutation({
    mutationFn: (values: Values) => timbre.put('/api/Certification/Options', { body: bodyOf(kind, values) }),
    onSuccess: async () => {
      notifications.show({ message: own.saved, color: 'green' })
      await changed()
    }
  })
  const has = (...wanted: number[]) => wanted.some((type) => types.includes(type))
  return (
    <form onSubmit={form.onSubmit((values) => { keep.mutate(values) })}>
      <Stack>
        <Text size='sm' c='dimmed'>{own.text}</Text>
        {kind === 'BOLETA' ? (
          <TextInput label={own.consultUrl} type='url' placeholder='https://' {...form.getInputProps('consultUrl')} />
        ) : (
          <>
            <Receivers form={form} />
            {has(46) && <Fieldset legend={own.supplier}><PartyFields form={form} path='supplier' /></Fieldset>}
            {has(43) && <Fieldset legend={own.principal}><PartyFields form={form} path='principal' /></Fieldset>}
            {has(52) && <Transport form={form} />}
            {has(110, 111, 112) && <Abroad form={form} />}
          </>
        )}
        <ProblemNotice error={keep.error} />
        <Group justify='end'><Button type='submit' loading={keep.isPending}>{text.actions.save}</Button></Group>
      </Stack>
    </form>
  )
}

interface FieldsProps { form: UseFormReturnType<Values> }

function Receivers ({ form }: FieldsProps) {
  const { options: own } = useWords(words)
  return (
    <Stack gap='sm'>
      {form.values.receivers.map((_, index) => (
        <Fieldset key={index} legend={own.receiver(index + 1)}>
          <PartyFields form={form} path={`receivers.${index}`} />
          {form.values.receivers.length > 1 && (
            <Button
              mt='sm' size='compact-sm' variant='default' leftSection={<Trash2 size={14} />} aria-label={own.remove(index + 1)}
              onClick={() => { form.removeListItem('receivers', index) }}
            >
              {own.remove(index + 1)}
            </Button>
          )}
        </Fieldset>
      ))}
      <Group><Button variant='default' leftSection={<Plus size={16} />} onClick={() => { form.insertListItem('receivers', blankParty()) }}>{own.add}</Button></Group>
    </Stack>
  )
}

function PartyFields ({ form, path }: FieldsProps & { path: string }) {
  const { options: own } = useWords(words)
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
      {partyFields.map((field) => <TextInput key={field} label={own[field]} autoComplete='off' {...form.getInputProps(`${path}.${field}`)} />)}
    </SimpleGrid>
  )
}

const transportFields = ['licensePlate', 'driverName', 'driverTaxNumber', 'destinationAddress', 'destinationMunicipality'] as const

function Transport ({ form }: FieldsProps) {
  const { options: own } = useWords(words)
  return (
    <Fieldset legend={own.transport}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {transportFields.map((field) => <TextInput key={field} label={own[field]} autoComplete='off' {...form.getInputProps(`transport.${field}`)} />)}
      </SimpleGrid>
    </Fieldset>
  )
}

const abroadFields = ['passport', 'marks', 'containerId', 'seal', 'sealIssuer'] as const

function Abroad ({ form }: FieldsProps) {
  const { options: own } = useWords(words)
  const field = (name: string) => form.getInputProps(`abroad.${name}`)
  return (
    <Fieldset legend={own.abroad}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        <TextInput label={own.customer} autoComplete='off' {...field('businessName')} />
        <TextInput label={own.address} autoComplete='off' {...field('address')} />
        <TextInput label={own.city} autoComplete='off' {...field('city')} />
        <TextInput label={own.currency} autoComplete='off' {...field('currency')} />
        <NumberInput label={own.rate} min={0} hideControls decimalSeparator=',' thousandSeparator='.' {...field('rate')} />
        {abroadFields.map((name) => <TextInput key={name} label={own[name]} autoComplete='off' {...field(name)} />)}
        <DayInput label={own.paidOn} allowDeselect {...field('paidOn')} />
      </SimpleGrid>
    </Fieldset>
  )
}
