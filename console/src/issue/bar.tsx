import { ActionIcon, Button, Group, Kbd, Popover, Text, UnstyledButton } from '@mantine/core'
import { CircleCheck, Eye, Info, Send } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { commandKey } from '../shared/shortcuts.tsx'
import { NoticeText } from '../shared/document/notice-text.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import { useChoices } from './codes.ts'
import { Preview } from './draft-pdf.tsx'
import type { Answered } from './dry-run.ts'
import { FieldLink, useFieldName } from './mistakes.tsx'
import { fieldOf } from './model/problems.ts'
import { useIsUnlisted } from './receiver.tsx'
import { words } from './words.ts'

interface BarProps {
  answered: Answered | undefined
  stale: boolean
  error: Error | null
  onShow: (field: string) => void
  /** Above the totals: what is wrong. */
  children?: ReactNode
  /** What can be done with the form. */
  actions: BarActions
}

interface BarActions { issue: () => void, issueAndAnother?: (() => void) | undefined, isAsking: boolean, label: string }

/** At the foot of the window: the total as the server computes it, the preview, and Issue. */
export function Bar ({ answered, stale, error, onShow, children, actions }: BarProps) {
  const own = useWords(words)
  return (
    <section aria-label={own.totals.title} className='issue-bar'>
      <ProblemNotice error={error} />
      {children}
      <div className='issue-bar-row'>
        <Totals answered={answered} stale={stale} />
        <div className='readiness'>
          <Readiness answered={answered} stale={stale} />
          <Notices answered={answered} onShow={onShow} />
        </div>
        <Actions {...actions} answered={answered} />
      </div>
    </section>
  )
}

function Actions ({ issue, issueAndAnother, isAsking, label, answered }: BarActions & Pick<BarProps, 'answered'>) {
  const own = useWords(words)
  const [opened, setOpened] = useState(false)
  return (
    <Group gap='xs' wrap='nowrap' data-actions>
      <Preview answered={answered} opened={opened} onChange={setOpened} />
      <ActionIcon
        variant='default' size={42} aria-label={own.draftPdf.tab} title={`${own.draftPdf.tab} (Alt P)`} aria-keyshortcuts='Alt+P'
        onClick={() => { setOpened(true) }}
      >
        <Eye size={18} />
      </ActionIcon>
      {issueAndAnother && <Button variant='default' size='md' visibleFrom='lg' disabled={isAsking} onClick={issueAndAnother}>{own.issueAndAnother}</Button>}
      <Button
        size='md' loading={isAsking} onClick={issue} leftSection={<Send size={17} />} aria-keyshortcuts='Control+Enter Meta+Enter'
        rightSection={<Group gap={3} visibleFrom='lg' aria-hidden='true'><Kbd size='xs'>{commandKey}</Kbd><Kbd size='xs'>Enter</Kbd></Group>}
      >
        {label}
      </Button>
    </Group>
  )
}

function Readiness ({ answered, stale }: { answered: Answered | undefined, stale: boolean }) {
  const own = useWords(words)
  const problems = (answered?.run.problems.length ?? 0) + (answered?.made.mistakes.length ?? 0)
  return (
    <div role='status'>
      {answered && !stale && answered.run.valid && problems === 0 && (
        <Group gap={6} wrap='nowrap'><CircleCheck size={16} className='ready' aria-hidden='true' /><Text size='sm' fw={550}>{own.ready}</Text></Group>
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
    <dl data-stale={stale || undefined} className='totals'>
      {rows.map(([name, amount]) => <div key={name} className='part-of-total'><dt>{name}</dt><dd className='numbers'>{format.amount(amount, totals!.currency)}</dd></div>)}
      {totals?.otherCurrency && (
        <div className='part-of-total'><dt>{totals.otherCurrency.currency}</dt><dd className='numbers'>{format.amount(totals.otherCurrency.totalAmount, totals.otherCurrency.currency)}</dd></div>
      )}
      <div className='total'><dt>{own.totals.total}</dt><dd className='numbers'>{totals ? format.amount(totals.totalAmount, totals.currency) : '—'}</dd></div>
    </dl>
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
  return rows.flatMap(([name, amount]) => amount === undefined || amount === 0 ? [] : [[name, amount] as const])
}

/** What to keep in mind, each with the way to its field. */
function Notices ({ answered, onShow }: Pick<BarProps, 'answered' | 'onShow'>) {
  const own = useWords(words)
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const unlisted = useIsUnlisted(answered?.form)
  // That one stands at the receiver.
  const notices = (answered?.run.notices ?? []).filter(({ code }) => !(unlisted && code === 'RECEIVER_NOT_ELECTRONIC'))
  if (!answered || notices.length === 0) return null
  return (
    <Popover
      opened={opened} position='top-start' width={420} trapFocus
      onChange={(next) => {
        setOpened(next)
        // A link in it leads to a field, and the focus with it.
        if (!next) button.current?.focus()
      }}
    >
      <Popover.Target>
        <UnstyledButton ref={button} className='warning notices' aria-expanded={opened} onClick={() => { setOpened(!opened) }}>
          <Info size={15} aria-hidden='true' /> {own.notices(notices.length)}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={own.notices(notices.length)}>
        <ul className='sentences'>
          {notices.map((notice) => (
            <Notice
              key={`${notice.path}${notice.code}`} notice={notice} answered={answered}
              onShow={(field) => {
                setOpened(false)
                onShow(field)
              }}
            />
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}

type Told = Answered['run']['notices'][number]

function Notice ({ notice, answered: { form, made }, onShow }: {
  notice: Told, answered: Answered, onShow: (field: string) => void
}) {
  const nameOf = useFieldName(form)
  const field = fieldOf(notice.path, made.rowIds, form.type)
  return (
    <li>
      <NoticeText notice={notice}>{field !== undefined && <FieldLink field={field} name={nameOf(field)} onShow={onShow} />}</NoticeText>
    </li>
  )
}
