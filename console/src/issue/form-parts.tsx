import { NativeSelect, Title } from '@mantine/core'
import { useTypeName } from '../shared/document-types.ts'
import { useWords } from '../text/text.tsx'
import { useEditing } from './editing.ts'
import { Field } from './field.tsx'
import { countIn, isDrawn, type Folds } from './folds.ts'
import { Lines } from './lines.tsx'
import type { Form } from './model/form.ts'
import { documentTypes, isList, parts, scalars, sections, takes, type DocumentType, type ListName, type SectionName } from './model/types.ts'
import { Part } from './part.tsx'
import { ReceiverFields } from './receiver.tsx'
import { Rows } from './rows.tsx'
import { words } from './words.ts'

/** Every part of the form of which the type takes something. */
export function FormParts ({ form, folds, locked }: { form: Form, folds: Folds, locked: boolean }) {
  const own = useWords(words)
  return parts.filter(({ name }) => isDrawn(name, form.type)).map((part) => {
    const { name, below } = part
    const always = name === 'document' || name === 'details'
    const count = countIn(form, part)
    const open = always ? undefined : folds.isOpen(part)
    return (
      <Part
        key={name} name={name} title={own.sections[name]} open={open} onToggle={() => { folds.toggle(name, !open) }}
        {...count > 0 ? { note: own.filled(count) } : {}}
      >
        {name === 'document' && <TypeSelect form={form} locked={locked} />}
        {isList(name) ? <List list={name} form={form} /> : <SectionFields section={name} form={form} />}
        {below && <Below list={below} form={form} />}
      </Part>
    )
  })
}

function List ({ list, form }: { list: ListName, form: Form }) {
  return list === 'details' ? <Lines rows={form.rows.details} /> : <Rows list={list} rows={form.rows[list]} />
}

function SectionFields ({ section, form }: { section: SectionName, form: Form }) {
  const fields = <Fields section={section} form={form} />
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

function Fields ({ section, form }: { section: SectionName, form: Form }) {
  const own = useWords(words)
  const { change } = useEditing()
  const notes: Partial<Record<string, string>> = { 'header.documentId.issueDate': own.today }
  const taken = Object.keys(sections[section]).filter((path) => takes(scalars[path]!, form.type))
  return (
    <div className='fields'>
      {taken.map((path) => (
        <div key={path} className='field' data-width={scalars[path]!.width}>
          <Field
            path={path} member={scalars[path]!} value={form.values[path] ?? ''}
            {...path in notes ? { description: notes[path]! } : {}}
            onChange={(value) => { change({ do: 'set', values: { [path]: value } }) }}
          />
        </div>
      ))}
    </div>
  )
}

function TypeSelect ({ form, locked }: { form: Form, locked: boolean }) {
  const own = useWords(words)
  const { change } = useEditing()
  const nameOf = useTypeName()
  return (
    <NativeSelect
      label={own.type} value={form.type} disabled={locked} id='type' maw={420}
      data={documentTypes.map((type) => ({ value: type, label: nameOf(type) }))}
      onChange={({ currentTarget }) => { change({ do: 'type', type: currentTarget.value as DocumentType }) }}
    />
  )
}
