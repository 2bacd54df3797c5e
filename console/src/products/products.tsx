import { ActionIcon, Box, Group, Menu, Modal, Table, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Archive, ArchiveRestore, Ellipsis, Package, Pencil, Trash } from 'lucide-react'
import { useState } from 'react'
import { timbre, useCan } from '../session/session.ts'
import { Confirm } from '../shared/confirm.tsx'
import { KeptList } from '../shared/kept/kept-list.tsx'
import { words as kept } from '../shared/kept/words.ts'
import { useNarrow } from '../shared/page.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import { ProductForm } from './form.tsx'
import type { Product } from './requests.ts'
import { words } from './words.ts'

/** What the company sells. */
export function Products () {
  const { text } = useText()
  const own = useWords(words)
  const can = useCan()
  const [edited, setEdited] = useState<Product | 'new'>()
  const [removed, setRemoved] = useState<Product>()
  const close = () => { setEdited(undefined) }
  return (
    <>
      <KeptList
        place='/products' own={own} icon={<Package size={28} />}
        find={(query, signal) => timbre.get('/api/Product/List', { query, signal })}
        onCreate={can('Product.Manage') ? () => { setEdited('new') } : undefined}
        rows={(rows) => <Rows rows={rows} onEdit={setEdited} onRemove={setRemoved} />}
      />
      <Modal
        opened={edited !== undefined} onClose={close} title={edited === 'new' ? own.create : own.edit} size='lg' centered
        closeButtonProps={{ 'aria-label': text.actions.close }}
      >
        {edited && <ProductForm product={edited === 'new' ? undefined : edited} onClose={close} />}
      </Modal>
      {removed && <Removal product={removed} onClose={() => { setRemoved(undefined) }} />}
    </>
  )
}

interface RowsProps { rows: Product[], onEdit: (product: Product) => void, onRemove: (product: Product) => void }

function Rows ({ rows, ...handlers }: RowsProps) {
  const { format } = useText()
  const own = useWords(words)
  const can = useCan()
  const narrow = useNarrow()
  const price = ({ unitPrice, currency }: Product) => unitPrice === null ? '' : format.amount(unitPrice, currency)
  const taxes = ({ exempt, grossPrice, unitPrice, taxCodes }: Product) => [
    exempt ? own.isExempt : unitPrice !== null && (grossPrice ? own.vatIncluded : own.plusVat), ...taxCodes
  ].filter(Boolean).join(' · ')
  const actions = (row: Product) => can('Product.Manage') && <Actions product={row} {...handlers} />
  if (narrow) {
    return (
      <ul className='cards' aria-label={own.caption}>
        {rows.map((row) => (
          <Box component='li' key={row.id} px='md' py='sm'>
            <Group justify='space-between' wrap='nowrap' gap='sm' align='start'>
              <Box miw={0}>
                <Text size='sm' fw={550} className='clip'>{row.name}</Text>
                <Text size='xs' c='dimmed' className='clip numbers'>{[row.code, row.unitOfMeasure, taxes(row)].filter(Boolean).join(' · ')}</Text>
              </Box>
              <Group gap={4} wrap='nowrap'><Text size='sm' fw={600} className='numbers'>{price(row)}</Text>{actions(row)}</Group>
            </Group>
          </Box>
        ))}
      </ul>
    )
  }
  return (
    <Table layout='fixed'>
      <caption className='unseen'>{own.caption}</caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{own.columns.name}</Table.Th><Table.Th w='16%'>{own.columns.code}</Table.Th><Table.Th w='10%'>{own.columns.unit}</Table.Th>
          <Table.Th w='16%' ta='right'>{own.columns.price}</Table.Th><Table.Th w='18%'>{own.columns.tax}</Table.Th>
          {can('Product.Manage') && <Table.Td w={60} />}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.id}>
            <Table.Td className='clip' title={row.name}><Text span size='sm' fw={550}>{row.name}</Text></Table.Td>
            <Table.Td className='clip numbers'>{row.code}</Table.Td>
            <Table.Td c='dimmed'>{row.unitOfMeasure}</Table.Td>
            <Table.Td ta='right' className='numbers'>{price(row)}</Table.Td>
            <Table.Td c='dimmed' className='clip'>{taxes(row)}</Table.Td>
            {can('Product.Manage') && <Table.Td ta='right'>{actions(row)}</Table.Td>}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Actions ({ product, onEdit, onRemove }: Omit<RowsProps, 'rows'> & { product: Product }) {
  const { text } = useText()
  const shared = useWords(kept)
  const cache = useQueryClient()
  const { id, name, archived } = product
  const archive = useMutation({
    mutationFn: () => timbre.put('/api/Product/Update', { body: { id, archived: !archived } }),
    onSuccess: () => { void cache.invalidateQueries({ queryKey: ['kept'] }) }
  })
  return (
    <>
      <Menu position='bottom-end'>
        <Menu.Target>
          <ActionIcon variant='subtle' color='gray' aria-label={`${text.actions.more}: ${name}`}><Ellipsis size={18} /></ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Pencil size={15} />} onClick={() => { onEdit(product) }}>{text.actions.edit}</Menu.Item>
          <Menu.Item leftSection={archived ? <ArchiveRestore size={15} /> : <Archive size={15} />} onClick={() => { archive.mutate() }}>
            {archived ? shared.restore : shared.archive}
          </Menu.Item>
          <Menu.Item leftSection={<Trash size={15} />} onClick={() => { onRemove(product) }}>{text.actions.remove}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ProblemNotice error={archive.error} />
    </>
  )
}

function Removal ({ product: { id, name }, onClose }: { product: Product, onClose: () => void }) {
  const { text } = useText()
  const own = useWords(words)
  const cache = useQueryClient()
  const remove = useMutation({
    mutationFn: () => timbre.delete('/api/Product/Delete', { query: { id } }),
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: ['kept'] })
      onClose()
    }
  })
  return (
    <Confirm
      opened onClose={onClose} title={own.remove} action={text.actions.remove} danger work={remove}
      onConfirm={() => { remove.mutate() }}
    >
      {own.removeText(name)}
    </Confirm>
  )
}
