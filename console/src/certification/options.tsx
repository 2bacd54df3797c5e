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
import { useProgressChanged, type Journey, type Kind } from './progress.ts'
import { words } from './words.ts'

type Body = RequestOf<'/api/Certification/Options', 'put'>['body']
type Options = Journey['options']

const partyFields = ['taxNumber', 'businessName', 'businessActivity', 'address', 'municipality', 'city'] as const
const transportFields = ['licensePlate', 'driverName', 'driverTaxNumber', 'destinationAddress', 'destinationMunicipality'] as const
const abroadFields = ['passport', 'marks', 'containerId', 'seal', 'sealIssuer'] as const

type Fields = Record<string, unknown>
interface Rate { currency: string, rate: number | string }

const blank = (names: readonly string[]): Fields => Object.fromEntries(names.map((name) => [name, '']))
const blankRate = (): Rate => ({ currency: 'DOLAR USA', rate: '' })

/** The stored fields, also those that the form does not draw: they are sent back as they are. */
const shown = (names: readonly string[], stored: object = {}): Fields =>
  ({ ...blank(names), ...Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== null)) })

function valuesOf ({ receivers = [], supplier, principal, transport, abroad, consultUrl = '' }: Options) {
  const { driver, ...way } = transport ?? {}
  const { receiver, exchangeRates = [], paidOn, ...exported } = abroad ?? {}
  return {
    receivers: (receivers.length > 0 ? receivers : [{}]).map((one) => shown(partyFields, one)),
    supplier: shown(partyFields, supplier), principal: shown(partyFields, principal),
    transport: shown(transportFields, { ...way, driverName: driver?.name ?? '', driverTaxNumber: driver?.taxNumber ?? '' }),
    customer: shown(['businessName', 'address', 'city'], receiver),
    rates: exchangeRates.length > 0 ? exchangeRates as Rate[] : [blankRate()],
    abroad: { ...shown(abroadFields, exported), paidOn: paidOn ?? null as string | null },
    consultUrl
  }
}
type Values = ReturnType<typeof valuesOf>

/** Without what was left blank; undefined where all of it was. */
function filled (fields: Fields): Fields | undefined {
  const entries = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value] as const).filter(([, value]) => value !== '')
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

const rutOf = (typed: unknown) => normalRut(String(typed)) ?? typed
const partyOf = ({ taxNumber = '', ...others }: Fields) => filled({ ...others, taxNumber: rutOf(taxNumber) })

function bodyOf (kind: Kind, values: Values): Body {
  const receivers = values.receivers.flatMap((one) => partyOf(one) ?? [])
  const supplier = partyOf(values.supplier)
  const principal = partyOf(values.principal)
  const { driverName, driverTaxNumber, ...way } = values.transport
  const driver = filled({ name: driverName, taxNumber: rutOf(driverTaxNumber) })
  const transport = filled({ ...way, driver })
  const customer = filled(values.customer)
  const exchangeRates = values.rates.filter(({ rate }) => rate !== '').map(({ currency, rate }) => ({ currency: currency.trim(), rate: Number(rate) }))
  return {
    kind, ...receivers.length > 0 && { receivers }, ...supplier && { supplier }, ...principal && { principal },
    ...transport && { transport }, ...customer && { abroad: { receiver: customer, exchangeRates, ...filled(values.abroad) } },
    ...values.consultUrl.trim() !== '' && { consultUrl: values.consultUrl.trim() }
  } as Body
}

/** What the set file leaves to the company; only what the types of the journey need is drawn. */
export function OptionsForm ({ kind, types, options }: { kind: Kind, types: readonly number[], options: Options }) {
  const { text } = useText()
  const { options: own } = useWords(words)
  const changed = useProgressChanged()
  const form = useForm<Values>({ initialValues: valuesOf(options) })
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
      <Group><Button variant='default' leftSection={<Plus size={16} />} onClick={() => { form.insertListItem('receivers', blank(partyFields)) }}>{own.add}</Button></Group>
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

function Abroad ({ form }: FieldsProps) {
  const { options: own } = useWords(words)
  const field = (name: string) => form.getInputProps(name)
  return (
    <Fieldset legend={own.abroad}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        <TextInput label={own.customer} autoComplete='off' {...field('customer.businessName')} />
        <TextInput label={own.address} autoComplete='off' {...field('customer.address')} />
        <TextInput label={own.city} autoComplete='off' {...field('customer.city')} />
        {abroadFields.map((name) => <TextInput key={name} label={own[name]} autoComplete='off' {...field(`abroad.${name}`)} />)}
        <DayInput label={own.paidOn} allowDeselect {...field('abroad.paidOn')} />
      </SimpleGrid>
      {form.values.rates.map((_, index) => (
        <SimpleGrid key={index} cols={{ base: 1, xs: 2, md: 3 }} mt='md'>
          <TextInput label={own.currency} autoComplete='off' {...field(`rates.${index}.currency`)} />
          <NumberInput label={own.rate} min={0} hideControls decimalSeparator=',' thousandSeparator='.' {...field(`rates.${index}.rate`)} />
        </SimpleGrid>
      ))}
      <Button
        mt='sm' size='compact-sm' variant='default' leftSection={<Plus size={14} />}
        onClick={() => { form.insertListItem('rates', { ...blankRate(), currency: '' }) }}
      >
        {own.addRate}
      </Button>
    </Fieldset>
  )
}
