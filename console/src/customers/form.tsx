import { Button, Group, NumberInput, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { timbre } from '../session/session.ts'
import { ProblemNotice } from '../shared/problem.tsx'
import { normalRut } from '../shared/rut.ts'
import { municipalityOf, TableProposals } from '../shared/table-proposals.tsx'
import { useText, useWords } from '../text/text.tsx'
import { foreignRut, type Customer, type CustomerBody } from './requests.ts'
import { words } from './words.ts'

const longest = {
  businessName: 100, businessActivity: 40, address: 70, municipality: 20, city: 20, email: 80, foreignId: 20, nationality: 3
} as const

// Notes below, so that fields beside one another stand in a line.
const order: Array<'label' | 'input' | 'description' | 'error'> = ['label', 'input', 'description', 'error']

interface CustomerFormProps {
  /** Undefined for a new one. */
  customer?: Customer
  onKept: (kept: Customer) => void
  onCancel?: () => void
}

/** All that is kept of a customer. */
export function CustomerForm ({ customer, onKept, onCancel }: CustomerFormProps) {
  const { text, format } = useText()
  const own = useWords(words)
  const cache = useQueryClient()
  const form = useForm({
    initialValues: valuesOf(customer, format.rut),
    validateInputOnBlur: ['taxNumber'],
    validate: {
      taxNumber: (value) => normalRut(value) === undefined ? own.wrongRut : null,
      businessName: (value) => value.trim() === '' ? own.missing : null,
      foreignId: (value, { taxNumber }) => normalRut(taxNumber) === foreignRut && value.trim() === '' ? own.missingForeignId : null
    }
  })
  const keep = useMutation({
    mutationFn: (values: typeof form.values) => customer
      ? timbre.put('/api/Customer/Update', { body: { id: customer.id, ...bodyOf(values) } })
      : timbre.post('/api/Customer/Create', { body: bodyOf(values) }),
    onSuccess: (kept) => {
      form.resetDirty()
      void cache.invalidateQueries({ queryKey: ['kept'] })
      onKept(kept)
    }
  })
  const isForeign = normalRut(form.values.taxNumber) === foreignRut
  const field = (name: keyof typeof longest, required = false) => (
    <TextInput
      label={own.fields[name]} maxLength={longest[name]} required={required} withAsterisk={false} inputWrapperOrder={order}
      {...name === 'email' && { description: own.notes.email }} {...form.getInputProps(name)}
    />
  )
  const submit = async (values: typeof form.values) => {
    const municipality = isForeign ? values.municipality : await municipalityOf(values.municipality)
    if (municipality === undefined) form.setFieldError('municipality', text.unknownMunicipality)
    else keep.mutate({ ...values, municipality })
  }
  return (
    <form onSubmit={form.onSubmit((values) => { void submit(values) })} noValidate>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing='md'>
          <TextInput
            label={own.fields.taxNumber} description={own.notes.taxNumber} required withAsterisk={false} inputWrapperOrder={order}
            {...!customer && { 'data-autofocus': true }} {...form.getInputProps('taxNumber')}
          />
          {field('businessName', true)}
          {isForeign && field('foreignId', true)}
          {isForeign && field('nationality')}
          {field('businessActivity')}
          {field('address')}
          <TableProposals
            member='header.receiver.municipality' typed={form.values.municipality}
            onPick={({ code }) => { form.setFieldValue('municipality', code) }}
          >
            {field('municipality')}
          </TableProposals>
          {field('city')}
          {field('email')}
          <Group grow align='start'>
            <Select
              label={own.fields.paymentMethod} inputWrapperOrder={order} allowDeselect={false}
              data={[{ value: '0', label: own.noMethod }, ...Object.entries(own.methods).map(([value, label]) => ({ value, label }))]}
              {...form.getInputProps('paymentMethod')}
            />
            <NumberInput
              label={own.fields.paymentDays} inputWrapperOrder={order} min={0} max={3650} allowDecimal={false} {...form.getInputProps('paymentDays')}
            />
          </Group>
        </SimpleGrid>
        <Textarea
          label={own.fields.notes} description={own.notes.notes} inputWrapperOrder={order} autosize minRows={2} maxRows={8} maxLength={2000}
          {...form.getInputProps('notes')}
        />
        <ProblemNotice error={keep.error} />
        <Group justify='end'>
          {onCancel && <Button variant='default' onClick={onCancel}>{text.actions.cancel}</Button>}
          <Button type='submit' loading={keep.isPending} disabled={customer !== undefined && !form.isDirty()}>{text.actions.save}</Button>
        </Group>
      </Stack>
    </form>
  )
}

function valuesOf (customer: Customer | undefined, rut: (value: string) => string) {
  return {
    taxNumber: customer ? rut(customer.taxNumber) : '', businessName: customer?.businessName ?? '', foreignId: customer?.foreignId ?? '',
    nationality: customer?.nationality ?? '', businessActivity: customer?.businessActivity ?? '', address: customer?.address ?? '',
    municipality: customer?.municipality ?? '', city: customer?.city ?? '', email: customer?.email ?? '',
    paymentMethod: String(customer?.paymentMethod ?? 0), paymentDays: (customer?.paymentDays ?? '') as number | string, notes: customer?.notes ?? ''
  }
}

function bodyOf ({ taxNumber, paymentMethod, paymentDays, foreignId, nationality, ...texts }: ReturnType<typeof valuesOf>): CustomerBody {
  const rut = normalRut(taxNumber) ?? taxNumber
  const isForeign = rut === foreignRut
  return {
    ...texts, taxNumber: rut, foreignId: isForeign ? foreignId : '', nationality: isForeign ? nationality : '',
    paymentMethod: Number(paymentMethod), paymentDays: Number(paymentDays || 0)
  }
}
