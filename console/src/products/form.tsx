import { Button, Checkbox, Group, Input, MultiSelect, SegmentedControl, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RequestOf } from '../../../clients/typescript/client.ts'
import { timbre } from '../session/session.ts'
import { numberIn, tidyNumber, typedOf } from '../shared/numbers.ts'
import { ProblemNotice } from '../shared/problem.tsx'
import { TableProposals, tableOf } from '../shared/table-proposals.tsx'
import { useText, useWords } from '../text/text.tsx'
import type { Product } from './requests.ts'
import { words } from './words.ts'

type Body = RequestOf<'/api/Product/Create', 'post'>['body']

const order: Array<'label' | 'input' | 'description' | 'error'> = ['label', 'input', 'description', 'error']
const mostTaxes = 2

/** All that is kept of a product. */
export function ProductForm ({ product, onClose }: { product: Product | undefined, onClose: () => void }) {
  const { text } = useText()
  const own = useWords(words)
  const cache = useQueryClient()
  const { data: taxes = [] } = useQuery({
    queryKey: ['additional-taxes'], staleTime: Infinity, queryFn: () => tableOf('details[].taxes[].taxCode')
  })
  const form = useForm({
    initialValues: valuesOf(product),
    validate: {
      name: (value) => value.trim() === '' ? own.missing : null,
      unitPrice: (value) => value.trim() !== '' && numberIn(value) === undefined ? own.noNumber : null
    }
  })
  const keep = useMutation({
    mutationFn: (values: typeof form.values) => product
      ? timbre.put('/api/Product/Update', { body: { id: product.id, ...bodyOf(values) } })
      : timbre.post('/api/Product/Create', { body: bodyOf(values) }),
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: ['kept'] })
      onClose()
    }
  })
  const { exempt, grossPrice, taxCodes } = form.values
  return (
    <form onSubmit={form.onSubmit((values) => { keep.mutate(values) })} noValidate>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing='md'>
          <TextInput label={own.fields.name} required withAsterisk={false} maxLength={80} data-autofocus {...form.getInputProps('name')} />
          <TextInput
            label={own.fields.code} description={own.codeNote} inputWrapperOrder={order} maxLength={35} {...form.getInputProps('code')}
          />
          <TextInput
            label={own.fields.unitPrice} inputMode='decimal' {...form.getInputProps('unitPrice')}
            onBlur={() => { form.setFieldValue('unitPrice', tidyNumber) }}
          />
          <TableProposals
            member='details[].unitOfMeasure' typed={form.values.unitOfMeasure}
            onPick={({ code }) => { form.setFieldValue('unitOfMeasure', code) }}
          >
            <TextInput label={own.fields.unitOfMeasure} maxLength={4} {...form.getInputProps('unitOfMeasure')} />
          </TableProposals>
          <Input.Wrapper label={own.fields.priceIs} labelElement='div'>
            <SegmentedControl
              aria-label={own.fields.priceIs} fullWidth disabled={exempt} value={grossPrice ? 'gross' : 'net'}
              data={[{ value: 'net', label: own.net }, { value: 'gross', label: own.gross }]}
              onChange={(value) => { form.setFieldValue('grossPrice', value === 'gross') }}
            />
          </Input.Wrapper>
          <TableProposals
            member='header.totals.currency' typed={form.values.currency}
            onPick={({ code }) => { form.setFieldValue('currency', code) }}
          >
            <TextInput label={own.fields.currency} placeholder='PESO CL' maxLength={20} {...form.getInputProps('currency')} />
          </TableProposals>
          <MultiSelect
            label={own.fields.taxCodes} searchable disabled={exempt} maxValues={mostTaxes} hidePickedOptions
            data={taxes.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))} {...form.getInputProps('taxCodes')}
          />
          <Checkbox label={own.fields.exempt} mt={{ sm: 30 }} {...form.getInputProps('exempt', { type: 'checkbox' })} />
        </SimpleGrid>
        {!exempt && <Text size='xs' c='dimmed'>{taxCodes.length > 0 ? own.priceOfTaxed : own.priceNote}</Text>}
        <Textarea label={own.fields.description} autosize minRows={2} maxRows={8} maxLength={1000} {...form.getInputProps('description')} />
        <ProblemNotice error={keep.error} />
        <Group justify='end'>
          <Button variant='default' onClick={onClose}>{text.actions.cancel}</Button>
          <Button type='submit' loading={keep.isPending}>{text.actions.save}</Button>
        </Group>
      </Stack>
    </form>
  )
}

function valuesOf (product: Product | undefined) {
  return {
    name: product?.name ?? '', code: product?.code ?? '', description: product?.description ?? '',
    unitOfMeasure: product?.unitOfMeasure ?? '', unitPrice: product?.unitPrice ? typedOf(product.unitPrice) : '', currency: product?.currency ?? '',
    grossPrice: product?.grossPrice ?? false, exempt: product?.exempt ?? false, taxCodes: product?.taxCodes ?? []
  }
}

function bodyOf ({ unitPrice, taxCodes, exempt, ...values }: ReturnType<typeof valuesOf>): Body {
  return { ...values, exempt, taxCodes: exempt ? [] : taxCodes, unitPrice: numberIn(unitPrice) ?? 0 }
}
