import { Alert, Button, Group, Kbd, Paper, Stack, Tabs, Text } from '@mantine/core'
import { CircleCheck, Send } from 'lucide-react'
import { useText, useWords } from '../text/text.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { commandKey } from '../shared/shortcuts.tsx'
import { useChoices } from './codes.ts'
import { DraftPdf } from './draft-pdf.tsx'
import type { Answered } from './dry-run.ts'
import { Field } from './field.tsx'
import { scalars } from './model/types.ts'
import { useIsUnlisted } from './receiver.tsx'
import { words } from './words.ts'

interface AsideProps {
  answered: Answered | undefined
  stale: boolean
  error: Error | null
  expected: string
  onExpected: (value: string) => void
  /** What can be done with the form. */
  actions: AsideActions
}

interface AsideActions { issue: () => void, issueAndAnother?: (() => void) | undefined, isAsking: boolean, label: string }

/** Beside the form: what the document comes to, as the server computes it, and how it will look. */
export function Aside ({ answered, stale, error, expected, onExpected, actions }: AsideProps) {
  const own = useWords(words)
  return (
    <Stack className='aside'>
      <Paper component='section' aria-label={own.totals.title} p='lg'>
        <Stack>
          <Tabs defaultValue='totals' keepMounted={false}>
            <Tabs.List grow mb='md'>
              <Tabs.Tab value='totals'>{own.totals.title}</Tabs.Tab>
              <Tabs.Tab value='draft'>{own.draftPdf.tab}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value='totals'><Totals answered={answered} stale={stale} /></Tabs.Panel>
            <Tabs.Panel value='draft'><DraftPdf answered={answered} /></Tabs.Panel>
          </Tabs>
          <ProblemNotice error={error} />
          <Field path='header.totals.totalAmount' member={scalars['header.totals.totalAmount']!} value={expected} description={own.expected} onChange={onExpected} />
          <Readiness answered={answered} stale={stale} />
          <Actions {...actions} />
        </Stack>
      </Paper>
      <Notices answered={answered} />
    </Stack>
  )
}

function Actions ({ issue, issueAndAnother, isAsking, label }: AsideActions) {
  const own = useWords(words)
  return (
    <Stack gap='xs'>
      <Button
        size='md' loading={isAsking} onClick={issue} leftSection={<Send size={17} />} aria-keyshortcuts='Control+Enter Meta+Enter'
        rightSection={<Group gap={3} visibleFrom='sm' aria-hidden='true'><Kbd size='xs'>{commandKey}</Kbd><Kbd size='xs'>Enter</Kbd></Group>}
      >
        {label}
      </Button>
      {issueAndAnother && <Button variant='default' disabled={isAsking} onClick={issueAndAnother}>{own.issueAndAnother}</Button>}
    </Stack>
  )
}

function Readiness ({ answered, stale }: { answered: Answered | undefined, stale: boolean }) {
  const own = useWords(words)
  const problems = answered?.run.problems.length ?? 0
  return (
    <div role='status' className='readiness'>
      {answered && !stale && answered.run.valid && answered.made.mistakes.length === 0 && (
        <Group gap={8} wrap='nowrap'><CircleCheck size={17} className='ready' aria-hidden='true' /><Text size='sm' fw={550}>{own.ready}</Text></Group>
      )}
      {answered && problems > 0 && <Text size='sm' c='dimmed'>{own.left(problems)}</Text>}
      {stale && answered && problems === 0 && <Text size='sm' c='dimmed'>{own.computing}</Text>}
    </div>
  )
}

function Totals ({ answered, stale }: { answered: Answered | undefined, stale: boolean }) {
  const { format } = useText()
  const own = useWords(words)
  const totals = answered?.run.totals
  const rows = useTotalRows(answered)
  return (
    <div data-stale={stale || undefined} className='totals'>
      {rows.length === 0 ? <Text size='sm' c='dimmed'>{answered ? own.incomplete : own.empty}</Text> : (
        <dl>
          {rows.map(([name, amount]) => <div key={name}><dt>{name}</dt><dd className='numbers'>{format.amount(amount, totals!.currency)}</dd></div>)}
          <div className='total'><dt>{own.totals.total}</dt><dd className='numbers'>{format.amount(totals!.totalAmount, totals!.currency)}</dd></div>
          {totals!.otherCurrency && (
            <div><dt>{totals!.otherCurrency.currency}</dt><dd className='numbers'>{format.amount(totals!.otherCurrency.totalAmount, totals!.otherCurrency.currency)}</dd></div>
          )}
        </dl>
      )}
    </div>
  )
}

/** Names and amounts above the total; what is 0 is left out. */
function useTotalRows (answered: Answered | undefined): Array<readonly [name: string, amount: number]> {
  const { format } = useText()
  const { totals: names } = useWords(words)
  const taxes = useChoices('taxes[0].taxCode', 'details', '33')
  const totals = answered?.run.totals
  if (!totals) return []
  const { commissions } = totals
  const nameOf = (code: string) => taxes.find(({ value }) => value === code)?.label ?? names.otherTax(code)
  const rows: Array<readonly [string, number | undefined]> = [
    [names.net, totals.netAmount], [names.exempt, totals.exemptAmount],
    [totals.vatRate === undefined ? names.tax : names.vat(format.number(totals.vatRate)), totals.taxAmount],
    ...totals.taxes.map(({ taxCode, taxAmount }) => [nameOf(taxCode), taxAmount] as const),
    [names.unwithheld, totals.unwithheldTaxAmount], [names.constructionCredit, totals.constructionCredit],
    [names.deposit, totals.depositAmount],
    [names.commissions, commissions?.netAmount], [names.exemptCommissions, commissions?.exemptAmount],
    [names.taxOfCommissions, commissions?.taxAmount],
    [names.nonBillable, totals.nonBillableAmount], [names.period, totals.periodAmount],
    [names.previous, totals.previousBalance],
    [names.toPay, totals.amountToPay]
  ]
  return rows.flatMap(([name, amount]) => amount === undefined || (amount === 0 && name !== names.net) ? [] : [[name, amount] as const])
}

function Notices ({ answered }: { answered: Answered | undefined }) {
  const { language } = useText()
  const own = useWords(words)
  const unlisted = useIsUnlisted(answered?.form)
  // That one stands at the receiver.
  const notices = (answered?.run.notices ?? []).filter(({ code }) => !(unlisted && code === 'RECEIVER_NOT_ELECTRONIC'))
  if (notices.length === 0) return null
  return (
    <Alert color='orange' variant='light' title={own.notices}>
      <ul className='sentences'>{notices.map(({ path, code, message }) => <li key={`${path}${code}`}>{message[language]}</li>)}</ul>
    </Alert>
  )
}
