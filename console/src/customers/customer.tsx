import { ActionIcon, Badge, Box, Menu, SimpleGrid, Stack, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Archive, ArchiveRestore, Ellipsis, FilePlus2, Trash } from 'lucide-react'
import { timbre, useCan } from '../session/session.ts'
import { Confirm } from '../shared/confirm.tsx'
import { useTypeName } from '../shared/document-types.ts'
import { words as kept } from '../shared/kept/words.ts'
import { AnchorLink, ButtonLink } from '../shared/links.tsx'
import { BackLink, Card, Facts, Loading, PageTitle } from '../shared/page.tsx'
import { Problem, ProblemNotice } from '../shared/problem.tsx'
import { StatusLabel } from '../shared/status.tsx'
import { useText, useWords } from '../text/text.tsx'
import { CustomerForm } from './form.tsx'
import { Months } from './months.tsx'
import { customer as customerQuery, foreignRut, type Customer } from './requests.ts'
import { useTerms } from './terms.ts'
import { words } from './words.ts'

/** What is kept of a customer, and what was sold to it. */
export function CustomerPage () {
  const own = useWords(words)
  const { id } = useParams({ from: '/customers/$id' })
  const { data, error, refetch } = useQuery(customerQuery(id))
  return (
    <Stack gap='lg'>
      <BackLink to='/customers'>{own.back}</BackLink>
      {data ? <Found key={id} customer={data} /> : (
        <>
          <PageTitle title={own.title} />
          {error ? <Problem error={error} onRetry={() => { void refetch() }} /> : <Loading />}
        </>
      )}
    </Stack>
  )
}

function Found ({ customer }: { customer: Customer }) {
  const { format } = useText()
  const own = useWords(words)
  const shared = useWords(kept)
  const can = useCan()
  const cache = useQueryClient()
  const termsOf = useTerms()
  const { id, businessName, taxNumber, foreignId, archived } = customer
  const fields = own.fields
  const note = [foreignId ?? format.rut(taxNumber), termsOf(customer)].filter(Boolean).join(' · ')
  return (
    <>
      <PageTitle
        title={businessName} note={<span className='numbers'>{note}</span>}
        aside={archived && <Badge variant='light' color='gray' c='var(--mantine-color-text)' tt='none'>{shared.isArchived}</Badge>}
      >
        {can('Webhook.Issue') && (
          <ButtonLink to='/issue' search={{ customer: id }} leftSection={<FilePlus2 size={16} />}>{own.invoice}</ButtonLink>
        )}
        {can('Customer.Manage') && <Actions customer={customer} />}
      </PageTitle>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing='lg'>
        <Card title={own.data}>
          {can('Customer.Manage') ? (
            <CustomerForm
              key={customer.updatedAt} customer={customer}
              onKept={(next) => {
                cache.setQueryData(customerQuery(id).queryKey, next)
                notifications.show({ message: shared.kept, color: 'green' })
              }}
            />
          ) : (
            <Facts
              facts={[
                [fields.businessActivity, customer.businessActivity], [fields.address, customer.address],
                [fields.municipality, customer.municipality], [fields.city, customer.city], [fields.email, customer.email],
                [fields.notes, customer.notes]
              ]}
            />
          )}
        </Card>
        {can('Webhook.Read') && (
          <Stack gap='lg'>
            <Months id={id} />
            <Latest customer={customer} />
          </Stack>
        )}
      </SimpleGrid>
    </>
  )
}

function Actions ({ customer: { id, businessName, archived } }: { customer: Customer }) {
  const { text } = useText()
  const own = useWords(words)
  const shared = useWords(kept)
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [asking, { open, close }] = useDisclosure()
  const changed = () => { void cache.invalidateQueries({ queryKey: ['kept'] }) }
  const archive = useMutation({
    mutationFn: () => timbre.put('/api/Customer/Update', { body: { id, archived: !archived } }), onSuccess: changed
  })
  const remove = useMutation({
    mutationFn: () => timbre.delete('/api/Customer/Delete', { query: { id } }),
    onSuccess: async () => {
      await navigate({ to: '/customers' })
      cache.removeQueries({ queryKey: customerQuery(id).queryKey })
      changed()
    }
  })
  return (
    <>
      <Menu position='bottom-end'>
        <Menu.Target><ActionIcon variant='default' size={36} aria-label={text.actions.more}><Ellipsis size={18} /></ActionIcon></Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={archived ? <ArchiveRestore size={15} /> : <Archive size={15} />} onClick={() => { archive.mutate() }}>
            {archived ? shared.restore : shared.archive}
          </Menu.Item>
          <Menu.Item leftSection={<Trash size={15} />} onClick={open}>{own.remove}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ProblemNotice error={archive.error} />
      <Confirm
        opened={asking} onClose={close} title={own.remove} action={text.actions.remove} danger work={remove}
        onConfirm={() => { remove.mutate() }}
      >
        {own.removeText(businessName)}
      </Confirm>
    </>
  )
}

const shown = 6

/** The newest documents; all are in the list, found by the RUT, or by the name of a foreigner. */
function Latest ({ customer: { taxNumber, businessName } }: { customer: Customer }) {
  const { text, format } = useText()
  const own = useWords(words)
  const nameOf = useTypeName()
  const search = taxNumber === foreignRut ? businessName : taxNumber
  const { data, error, refetch } = useQuery({
    queryKey: ['documents', 'of-customer', search],
    queryFn: ({ signal }) => timbre.get('/api/Webhook/GetWebhooks', {
      query: { ...taxNumber === foreignRut ? { search } : { customerTaxNumber: taxNumber }, pageSize: shown }, signal
    })
  })
  if (error && !data) return <Problem error={error} onRetry={() => { void refetch() }} />
  if (!data) return <Loading rows={shown} height={30} />
  return (
    <Card
      title={own.documents}
      aside={data.totalRecords > 0 && <AnchorLink to='/documents' search={{ search }} size='sm'>{own.allDocuments}</AnchorLink>}
    >
      {data.totalRecords === 0 ? <Text size='sm' c='dimmed'>{own.noDocuments}</Text> : (
        <Table layout='fixed' verticalSpacing='xs'>
          <caption className='unseen'>{own.documents}</caption>
          <Table.Tbody>
            {data.data.map((row) => (
              <Table.Tr key={row.correlationId} className='row'>
                <Table.Td className='clip'>
                  <Link to='/documents/$id' params={{ id: row.correlationId }} className='plain'>
                    <Text span size='sm' fw={550}>{nameOf(row.invoiceTypeCode)} {row.invoiceNumber ? `N° ${row.invoiceNumber}` : text.document.noFolio}</Text>
                  </Link>
                  <Text size='xs' c='dimmed' className='numbers'>{format.date(row.issueDate)}</Text>
                </Table.Td>
                <Table.Td w='30%' ta='right'>
                  <Text size='sm' fw={600} className='numbers'>{format.amount(row.totalAmount, row.currency)}</Text>
                  <Box><StatusLabel status={row.status} /></Box>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Card>
  )
}
