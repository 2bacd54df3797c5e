import { Button, Group, NativeSelect, Paper, Text, Title } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useFolioPlan } from '../shared/company/tenant.ts'
import { useTypeName } from '../shared/document-types.ts'
import { useNarrow } from '../shared/page.tsx'
import { useText, useWords } from '../text/text.tsx'
import { useEditing } from './editing.ts'
import { Field } from './field.tsx'
import { countIn, isDrawn, type Folds } from './folds.ts'
import { labels } from './labels.ts'
import { Lines } from './lines.tsx'
import { newRow, type Form } from './model/form.ts'
import { pricesIn } from './model/proposed.ts'
import { dueDay, issueDay } from './model/terms.ts'
import {
  boletas, choosesGross, documentTypes, grossPath, isList, parts, scalars, sections, takes, type DocumentType, type ListName, type PartName,
  type SectionName
} from './model/types.ts'
import { Part } from './part.tsx'
import { ReceiverFields, Unlisted } from './receiver.tsx'
import { Rows } from './rows.tsx'
import { Terms } from './terms.tsx'
import { words } from './words.ts'

type PartOf = typeof parts[number]

interface FormPartsProps { form: Form, folds: Folds, locked: boolean }

const always: readonly PartName[] = ['document', 'details']

/** What every sale needs, what this one has, and the way to everything else that its type takes. */
export function FormParts ({ form, folds, locked }: FormPartsProps) {
  const narrow = useNarrow()
  const drawn = parts.filter((part) => isDrawn(part, form))
  const isOpen = (part: PartOf) => always.includes(part.name) || folds.isOpen(part)
  // On a phone the customer comes first, except for a boleta, which is sold without asking for a name.
  const first: readonly PartName[] = boletas.includes(form.type) ? always : ['receiver']
  const turn = ({ name }: PartOf) => narrow && first.includes(name) ? 0 : 1
  return (
    <>
      {drawn.filter(isOpen).toSorted((one, other) => turn(one) - turn(other)).map((part) => (
        <OpenPart key={part.name} part={part} form={form} folds={folds} locked={locked} />
      ))}
      <More parts={drawn.filter((part) => !isOpen(part))} form={form} folds={folds} />
    </>
  )
}

function OpenPart ({ part: { name, below, needed }, form, folds, locked }: { part: PartOf } & FormPartsProps) {
  const own = useWords(words)
  const isFolding = !always.includes(name) && !needed.includes(form.type)
  return (
    <Part
      name={name} title={own.sections[name]} plain={always.includes(name)} {...isFolding && { onFold: () => { folds.fold(name) } }}
      aside={name === 'receiver' && <Unlisted form={form} />}
    >
      {isList(name) ? <List list={name} form={form} /> : <SectionFields section={name} form={form} locked={locked} />}
      {below && <Below list={below} form={form} />}
    </Part>
  )
}

/** Rarely used parts, each by its name. */
function More ({ parts: folded, form, folds }: { parts: PartOf[], form: Form, folds: Folds }) {
  const own = useWords(words)
  const { change } = useEditing()
  if (folded.length === 0) return null
  return (
    <Paper component='section' aria-labelledby='more-title' className='part more'>
      <Title order={2} id='more-title'>{own.moreData}</Title>
      <Group gap={6}>
        {folded.map((part) => {
          const count = countIn(form, part)
          return (
            <Button
              key={part.name} id={`more-${part.name}`} size='compact-sm' variant='default' fw={450} leftSection={<Plus size={14} />} aria-expanded='false'
              onClick={() => {
                if (isList(part.name) && count === 0) change({ do: 'insert', list: part.name, at: 0, rows: [newRow(part.name)] })
                folds.open(part.name)
              }}
            >
              {own.sections[part.name]}{count > 0 && ` · ${own.filled(count)}`}
            </Button>
          )
        })}
      </Group>
    </Paper>
  )
}

function List ({ list, form }: { list: ListName, form: Form }) {
  return list === 'details' ? <Lines rows={form.rows.details} currency={pricesIn(form).currency} /> : <Rows list={list} rows={form.rows[list]} />
}

function SectionFields ({ section, form, locked }: { section: SectionName, form: Form, locked: boolean }) {
  if (section === 'document') {
    return (
      <>
        <div className='fields'>
          <div className='field' data-width='3'><TypeSelect form={form} locked={locked} /></div>
          <Fields section={section} form={form} />
        </div>
        <WithoutFolios type={form.type} />
      </>
    )
  }
  const fields = <div className='fields'><Fields section={section} form={form} /></div>
  return section === 'receiver' ? <ReceiverFields form={form}>{fields}</ReceiverFields> : fields
}

function Below ({ list, form }: { list: ListName, form: Form }) {
  const own = useWords(words)
  return (
    <div id={`part-${list}`}>
      <Title order={3} size='sm' mb='xs'>{own.sections[list as keyof typeof own.sections]}</Title>
      <Rows list={list} rows={form.rows[list]} />
    </div>
  )
}

/** What stands in a field that is left open. */
const shown: Readonly<Record<string, (values: Form['values']) => string>> = {
  'header.documentId.issueDate': issueDay, 'header.documentId.dueDate': dueDay
}

function Fields ({ section, form }: { section: SectionName, form: Form }) {
  const own = useWords(words)
  const { language } = useText()
  const { change } = useEditing()
  const notes: Partial<Record<string, string>> = { 'header.totals.totalAmount': own.expected }
  const isAtLines = (path: string) => path === grossPath && choosesGross(form.type)
  const taken = Object.keys(sections[section]).filter((path) => takes(scalars[path]!, form.type) && !isAtLines(path))
  return taken.map((path) => (
    <div key={path} className='field' data-width={scalars[path]!.width}>
      {scalars[path]!.kind === 'terms'
        ? <Terms id={path} label={labels[language].scalars[path] ?? path} form={form} />
        : (
          <Field
            path={path} member={scalars[path]!} value={shown[path]?.(form.values) ?? form.values[path] ?? ''}
            {...path in notes ? { description: notes[path]! } : {}}
            onChange={(value) => { change({ do: 'set', values: { [path]: value } }) }}
          />
          )}
    </div>
  ))
}

/** Which types have no folio left; none while that is not known. */
function useIsOut (): (type: DocumentType) => boolean {
  const { data } = useFolioPlan()
  return (type) => data !== undefined && !data.some(({ documentType, remaining }) => String(documentType) === type && remaining > 0)
}

function WithoutFolios ({ type }: { type: DocumentType }) {
  const own = useWords(words)
  return useIsOut()(type) && <Text size='sm' mt='xs' className='warning' role='status'>{own.withoutFolios}</Text>
}

function TypeSelect ({ form, locked }: { form: Form, locked: boolean }) {
  const own = useWords(words)
  const isOut = useIsOut()
  const { change } = useEditing()
  const nameOf = useTypeName()
  return (
    <NativeSelect
      label={own.type} value={form.type} disabled={locked} id='type'
      data={documentTypes.map((type) => ({ value: type, label: isOut(type) ? own.outOfFolios(nameOf(type)) : nameOf(type) }))}
      onChange={({ currentTarget }) => { change({ do: 'type', type: currentTarget.value as DocumentType }) }}
    />
  )
}
