import { Button, Group, SimpleGrid, Stack, TagsInput, Text, TextInput, type TagsInputProps } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState, type ReactNode } from 'react'
import { timbre } from '../../session/session.ts'
import { useText, useWords } from '../../text/text.tsx'
import { ProblemNotice } from '../problem.tsx'
import { Proposal } from '../proposals.tsx'
import { normalRut } from '../rut.ts'
import { found, municipalityOf, type TableMember, tableOf, TableProposals } from '../table-proposals.tsx'
import { useCompanyChanged, type Tenant, type TenantChange } from './tenant.ts'
import { words } from './words.ts'

export type CompanyField =
  'businessName' | 'taxNumber' | 'businessActivity' | 'activityCodes' | 'address' | 'municipality' | 'city' | 'siiOffice' |
  'branchName' | 'branchCode' | 'phone' | 'email'

const longest: Partial<Record<CompanyField, number>> = {
  businessName: 100, businessActivity: 80, address: 70, municipality: 20, city: 20, siiOffice: 60, branchName: 20, branchCode: 9,
  phone: 20, email: 80
}

// Any other text is taken, too.
const tables: Partial<Record<CompanyField, TableMember>> = { municipality: 'header.sender.municipality', siiOffice: 'siiOffice' }

// Notes below, so that fields beside one another stand in a line.
const order: Array<'label' | 'input' | 'description' | 'error'> = ['label', 'input', 'description', 'error']

/** Keeps what changes of the company; whatever shows it asks again. */
export function useTenantUpdate () {
  const changed = useCompanyChanged()
  return useMutation({
    mutationFn: async (change: TenantChange) => {
      await timbre.put('/api/Tenant/Update', { body: change })
      await changed()
    }
  })
}

/** Some or all of what the company's documents say of it. */
export function CompanyForm ({ tenant, fields, note }: { tenant: Tenant, fields: readonly CompanyField[], note?: ReactNode }) {
  const own = useWords(words).company
  const { text, format } = useText()
  const update = useTenantUpdate()
  const before = valuesOf({ ...tenant, taxNumber: format.rut(tenant.taxNumber) })
  const form = useForm({
    initialValues: before,
    validateInputOnBlur: ['taxNumber'],
    validate: {
      taxNumber: (value) => normalRut(value) === undefined ? own.wrongRut : null,
      businessName: (value) => value.trim() === '' ? own.missingName : null
    }
  })
  const submit = form.onSubmit(async (values) => {
    const isKept = values.municipality === before.municipality || !fields.includes('municipality')
    const municipality = isKept ? values.municipality : await municipalityOf(values.municipality)
    if (municipality === undefined) return form.setFieldError('municipality', text.unknownMunicipality)
    const changes = changesIn({ ...values, municipality }, before, fields)
    update.mutate(changes, { onSuccess: () => { form.resetDirty() } })
  })
  const labels = labelsOf(own)
  return (
    <form onSubmit={(event) => { void submit(event) }} noValidate>
      <Stack>
        {note}
        <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing='md'>
          {fields.map((field) => {
            const { label, description } = labels[field]
            const common = { label, description, withAsterisk: false, inputWrapperOrder: order }
            if (field === 'activityCodes') return <ActivityCodes key={field} {...common} {...form.getInputProps(field)} />
            const input = (
              <TextInput
                key={field} {...common} maxLength={longest[field]} type={field === 'email' ? 'email' : field === 'phone' ? 'tel' : 'text'}
                required={field === 'businessName' || field === 'taxNumber'} {...form.getInputProps(field)}
              />
            )
            const table = tables[field]
            if (!table) return input
            return (
              <TableProposals
                key={field} member={table} typed={String(form.values[field])}
                onPick={({ code }) => { form.setFieldValue(field, code) }}
              >
                {input}
              </TableProposals>
            )
          })}
        </SimpleGrid>
        <ProblemNotice error={update.error} />
        <Group justify='end'>
          {update.isSuccess && !form.isDirty() && <Text size='sm' role='status'>{own.saved}</Text>}
          <Button type='submit' loading={update.isPending} disabled={!form.isDirty()}>{text.actions.save}</Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Codes as they are typed, or found in the SII's table by words of the activity. */
function ActivityCodes (props: TagsInputProps) {
  const [wanted, setWanted] = useState(false)
  const { data = [] } = useQuery({ queryKey: ['activities'], enabled: wanted, staleTime: Infinity, queryFn: () => tableOf('header.sender.activityCode') })
  const names = useMemo(() => new Map(data.map(({ code, name }) => [String(Number(code)), name])), [data])
  return (
    <TagsInput
      {...props} onChange={(tags) => { props.onChange?.(tags.flatMap(codesIn)) }}
      data={[...names.keys()]} maxTags={4} acceptValueOnBlur selectFirstOptionOnChange splitChars={[',', ';']}
      renderOption={({ option }) => <Proposal name={option.value} note={[names.get(option.value)]} />}
      filter={({ options, search }) => {
        const rows = (options as Array<{ value: string }>).map(({ value }) => ({ code: value, name: names.get(value) ?? '' }))
        return search.trim() === '' ? [] : found(rows, search).map(({ code }) => ({ value: code, label: code }))
      }}
      onFocus={(event) => {
        setWanted(true)
        props.onFocus?.(event)
      }}
    />
  )
}

/** Words that were typed and stand for no code are not kept: which activity they mean is for the person to say. */
const codesIn = (tag: string): string[] => /^[\d\s]+$/.test(tag) ? tag.trim().split(/\s+/) : []

export function labelsOf (own: typeof words.es.company): Record<CompanyField, { label: string, description?: string }> {
  return {
    businessName: { label: own.businessName },
    taxNumber: { label: own.taxNumber, description: own.taxNumberNote },
    businessActivity: { label: own.activity, description: own.activityNote },
    activityCodes: { label: own.codes, description: own.codesNote },
    address: { label: own.address },
    municipality: { label: own.municipality },
    city: { label: own.city },
    siiOffice: { label: own.siiOffice, description: own.siiOfficeNote },
    branchName: { label: own.branchName },
    branchCode: { label: own.branchCode },
    phone: { label: own.phone },
    email: { label: own.email }
  }
}

type Values = Record<Exclude<CompanyField, 'activityCodes'>, string> & { activityCodes: string[] }

function valuesOf (tenant: Tenant): Values {
  const { businessName, taxNumber, businessActivity, activityCodes } = tenant
  const { address, municipality, city, siiOffice, branchName, branchCode, phone, email } = tenant
  return {
    businessName, taxNumber, businessActivity, activityCodes: activityCodes.map(String), address: address ?? '',
    municipality: municipality ?? '', city: city ?? '', siiOffice: siiOffice ?? '', branchName: branchName ?? '',
    branchCode: branchCode ?? '', phone: phone ?? '', email: email ?? ''
  }
}

/** Only what was changed: another person may be changing the rest. */
function changesIn (values: Values, before: Values, fields: readonly CompanyField[]): TenantChange {
  const changed = fields.filter((field) => String(values[field]) !== String(before[field]))
  return Object.fromEntries(changed.map((field) => [field, apiValue(field, values)]))
}

function apiValue (field: CompanyField, values: Values): string | number[] {
  if (field === 'activityCodes') return values.activityCodes.map(Number)
  const value = values[field].trim()
  return field === 'taxNumber' ? normalRut(value) ?? value : value
}
