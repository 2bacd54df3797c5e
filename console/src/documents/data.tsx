import { Group, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { RequestOf } from '../../../clients/typescript/client.ts'
import { useMe } from '../session/session.ts'
import { useReferenceName } from '../shared/document-types.ts'
import { memberName } from '../shared/document/member-name.ts'
import { NoticeText } from '../shared/document/notice-text.tsx'
import { Facts, useNarrow } from '../shared/page.tsx'
import { useText, useWords } from '../text/text.tsx'
import { useLineAmounts } from './line-amounts.ts'
import { saidIn, type Detail } from './requests.ts'
import { words } from './words.ts'

type Payload = Extract<RequestOf<'/api/Webhook/Issue', 'post'>['body'], { payload: unknown }>['payload']
type Line = NonNullable<Payload['details']>[number]

/** The document as it was sent, for people: parties, terms, lines, references and totals. */
export function Data ({ detail }: { detail: Detail }) {
  const own = useWords(words).data
  const { language } = useText()
  const payload = saidIn<Payload>(detail)
  return (
    <Stack gap='xl'>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing='lg'>
        <Sender payload={payload} />
        <Receiver payload={payload} />
      </SimpleGrid>
      <Terms payload={payload} detail={detail} />
      <Part title={own.lines}><Lines payload={payload} detail={detail} /></Part>
      <Discounts payload={payload} detail={detail} />
      <References payload={payload} />
      <Part title={own.totals}><div className='sums'><Totals detail={detail} /></div></Part>
      {detail.notices.length > 0 && (
        <Part title={own.notices}>
          <ul className='sentences'>
            {detail.notices.map((notice) => (
              <li key={`${notice.path} ${notice.code}`}>
                <NoticeText notice={notice}>{memberName(notice.path.replace(/^payload\.?/, ''), language)}</NoticeText>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </Stack>
  )
}

function Part ({ title, children }: { title: string, children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={2} size='sm' mb='xs'>{title}</Title>
      {children}
    </section>
  )
}

const joined = (...parts: Array<string | null | undefined>) => parts.filter(Boolean).join(', ')

function Sender ({ payload: { header: { sender } } }: { payload: Payload }) {
  const own = useWords(words)
  const { format } = useText()
  const { tenant } = useMe()
  return (
    <Part title={own.data.sender}>
      <Facts facts={[
        [own.data.name, sender?.businessName ?? tenant.businessName],
        [own.taxNumber, format.rut(sender?.taxNumber ?? tenant.taxNumber)],
        [own.data.activity, sender?.businessActivity],
        [own.data.address, joined(sender?.address, sender?.municipality, sender?.city)]
      ]}
      />
    </Part>
  )
}

function Receiver ({ payload: { header: { receiver } } }: { payload: Payload }) {
  const own = useWords(words)
  const { text, format } = useText()
  return (
    <Part title={own.data.receiver}>
      {!receiver ? <Text size='sm' c='dimmed'>{text.document.noReceiver}</Text> : (
        <Facts facts={[
          [own.data.name, receiver.businessName],
          [own.taxNumber, receiver.taxNumber && format.rut(receiver.taxNumber)],
          [own.data.activity, receiver.businessActivity],
          [own.data.address, joined(receiver.address, receiver.municipality, receiver.city)],
          [own.data.email, receiver.email],
          [own.data.contact, joined(receiver.contact, receiver.phone)]
        ]}
        />
      )}
    </Part>
  )
}

function Terms ({ payload: { header: { documentId, transport } }, detail }: { payload: Payload, detail: Detail }) {
  const own = useWords(words)
  const { format } = useText()
  const { paymentMethod, dueDate, periodFrom, periodTo, paymentTerms } = documentId
  return (
    <Part title={own.data.terms}>
      <Facts facts={[
        [own.issueDate, format.date(detail.issueDate)],
        [own.data.payment, joined(typeof paymentMethod === 'number' ? own.data.payments[paymentMethod] : undefined, paymentTerms)],
        [own.data.externalId, detail.externalId],
        [own.data.due, dueDate && format.date(dueDate)],
        [own.data.period, periodFrom && periodTo && `${format.date(periodFrom)} – ${format.date(periodTo)}`],
        [own.data.destination, joined(transport?.destinationAddress, transport?.destinationMunicipality, transport?.destinationCity)],
        [own.data.driver, transport?.driver?.name],
        [own.data.plate, transport?.licensePlate]
      ]}
      />
    </Part>
  )
}

function Lines ({ payload: { details }, detail }: { payload: Payload, detail: Detail }) {
  const own = useWords(words).data
  const { format } = useText()
  const narrow = useNarrow()
  const amounts = useLineAmounts(detail.correlationId, detail.folio)
  const lines = details ?? []
  if (lines.length === 0) return <Text size='sm' c='dimmed'>{own.noLines}</Text>
  const priceOf = ({ unitPrice }: Line) => typeof unitPrice === 'number' ? format.number(unitPrice) : ''
  const quantityOf = ({ quantity, unitOfMeasure }: Line) => typeof quantity === 'number' ? `${format.number(quantity)} ${unitOfMeasure ?? ''}`.trim() : ''
  const discountOf = ({ discountPercentage, discountAmount }: Line) => typeof discountPercentage === 'number' ? `${format.number(discountPercentage)} %`
    : typeof discountAmount === 'number' ? format.number(discountAmount) : ''
  const valueOf = (line: Line, index: number) => {
    const value = line.lineTotal ?? amounts?.get(line.lineNumber ?? index + 1)
    return typeof value === 'number' ? format.number(value) : ''
  }
  if (narrow) {
    return (
      <ul className='cards'>
        {lines.map((line, index) => (
          <li key={index} className='line'>
            <Item line={line} />
            <Group justify='space-between' wrap='nowrap'>
              <Text size='xs' c='dimmed' className='numbers'>
                {[quantityOf(line), priceOf(line)].filter(Boolean).join(' × ')}{discountOf(line) && ` − ${discountOf(line)}`}
              </Text>
              <Text size='sm' fw={550} className='numbers'>{valueOf(line, index)}</Text>
            </Group>
          </li>
        ))}
      </ul>
    )
  }
  const discounted = lines.some((line) => discountOf(line) !== '')
  return (
    <Table horizontalSpacing='xs' className='numbers' layout='auto'>
      <caption className='unseen'>{own.lines}</caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope='col'>{own.item}</Table.Th>
          {[own.quantity, own.price, ...(discounted ? [own.discount] : []), own.value].map((name) => <Table.Th key={name} ta='right' scope='col'>{name}</Table.Th>)}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map((line, index) => (
          <Table.Tr key={index}>
            <Table.Td><Item line={line} /></Table.Td>
            <Table.Td ta='right'>{quantityOf(line)}</Table.Td>
            <Table.Td ta='right'>{priceOf(line)}</Table.Td>
            {discounted && <Table.Td ta='right'>{discountOf(line)}</Table.Td>}
            <Table.Td ta='right' fw={550}>{valueOf(line, index)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Item ({ line: { itemName, itemDescription, itemCode, exemptIndicator } }: { line: Line }) {
  const own = useWords(words).data
  const second = [itemCode?.codeValue, itemDescription, exemptIndicator === 1 && own.exempt].filter(Boolean).join(' · ')
  return (
    <>
      <Text size='sm' className='wrap'>{itemName}</Text>
      {second !== '' && <Text size='xs' c='dimmed' className='wrap'>{second}</Text>}
    </>
  )
}

function Discounts ({ payload: { globalDiscounts }, detail: { currency } }: { payload: Payload, detail: Detail }) {
  const own = useWords(words).data
  const { format } = useText()
  if (!globalDiscounts || globalDiscounts.length === 0) return null
  return (
    <Part title={own.discounts}>
      <Facts facts={globalDiscounts.map(({ movement, description, value, valueType }): [string, string] => [
        joined(movement === 'R' ? own.surcharge : own.globalDiscount, description),
        typeof value !== 'number' ? '' : valueType === '%' ? `${format.number(value)} %` : format.amount(value, currency)
      ])}
      />
    </Part>
  )
}

function References ({ payload: { references } }: { payload: Payload }) {
  const own = useWords(words).data
  const { format } = useText()
  const nameOf = useReferenceName()
  if (!references || references.length === 0) return null
  return (
    <Part title={own.references}>
      <ul className='cards'>
        {references.map(({ documentType, folio, date, reason }, index) => (
          <li key={index} className='line'>
            <Text size='sm' className='numbers'>
              {documentType && nameOf(documentType)} {folio && (/^\d+$/.test(folio) ? `N° ${folio}` : folio)}
              {date && <Text span size='sm' c='dimmed'> · {format.date(date)}</Text>}
            </Text>
            {reason && <Text size='xs' c='dimmed' className='wrap'>{reason}</Text>}
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Totals ({ detail: { totals, currency } }: { detail: Detail }) {
  const own = useWords(words)
  const { format } = useText()
  const amount = (value: number | undefined) => value === undefined || value === 0 ? undefined : format.amount(value, currency)
  return (
    <Facts facts={[
      [own.net, amount(totals.netAmount)],
      [own.exempt, amount(totals.exemptAmount)],
      [totals.vatRate === undefined ? own.vat : `${own.vat} ${format.number(totals.vatRate)} %`, amount(totals.taxAmount)],
      ...totals.taxes.map(({ taxCode, taxAmount }): [string, string | undefined] => [own.tax(taxCode), amount(taxAmount)]),
      [own.total, <b key='total'>{format.amount(totals.totalAmount, currency)}</b>],
      [own.discountLine, amount(totals.nonBillableAmount)],
      [own.toPay, amount(totals.amountToPay)]
    ]}
    />
  )
}
