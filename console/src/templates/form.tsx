import { Button, Checkbox, ColorInput, Group, MultiSelect, SegmentedControl, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { pdfFormats } from '../shared/pdf-frame.tsx'
import { useDocumentTypes, useTypeName } from '../shared/document-types.ts'
import { FileDrop } from '../shared/files.tsx'
import { useText, useWords } from '../text/text.tsx'
import { contrastOnWhite, type Draft } from './model.ts'
import { Source } from './source.tsx'
import { words } from './words.ts'

const maxLogoBytes = 256 * 1024

interface FormProps {
  form: UseFormReturnType<Draft>
  readOnly: boolean
  problems: Array<{ line: number, column: number, message: string }>
}

/** The choices of a template; of one with code, its source, too. */
export function TemplateForm ({ form, readOnly, problems }: FormProps) {
  const { form: own, formats } = useWords(words)
  const nameOf = useTypeName()
  const { data: types } = useDocumentTypes()
  return (
    <fieldset disabled={readOnly} className='bare'>
      <Stack>
        <TextInput label={own.name} required withAsterisk={false} {...form.getInputProps('name')} />
        <MultiSelect
          label={own.types} description={own.typesNote} searchable clearable
          data={(types ?? []).map(({ code }) => ({ value: code, label: nameOf(code) }))}
          {...form.getInputProps('documentTypes')}
        />
        <Stack gap={4}>
          <Text size='sm' fw={500} id='template-format'>{own.format}</Text>
          <SegmentedControl
            w='fit-content' aria-labelledby='template-format'
            data={pdfFormats.map((value) => ({ value, label: formats[value] }))}
            {...form.getInputProps('format')}
          />
        </Stack>
        <Switch label={own.isDefault} {...form.getInputProps('isDefault', { type: 'checkbox' })} />
        <Colour form={form} />
        <Logo form={form} />
        <Textarea label={own.footer} description={own.footerNote} maxLength={240} autosize minRows={2} {...form.getInputProps('footer')} />
        {form.values.kind === 'settings' ? (
          <>
            <Stack gap='xs'>
              <Text size='sm' fw={500}>{own.columns}</Text>
              <Group>
                <Checkbox label={own.itemCode} {...form.getInputProps('itemCode', { type: 'checkbox' })} />
                <Checkbox label={own.unit} {...form.getInputProps('unitOfMeasure', { type: 'checkbox' })} />
                <Checkbox label={own.discount} {...form.getInputProps('discount', { type: 'checkbox' })} />
              </Group>
            </Stack>
            <Switch label={own.payment} {...form.getInputProps('showPayment', { type: 'checkbox' })} />
          </>
        ) : (
          <Source value={form.values.source} problems={problems} onChange={(source) => { form.setFieldValue('source', source) }} />
        )}
      </Stack>
    </fieldset>
  )
}

function Colour ({ form }: Pick<FormProps, 'form'>) {
  const { format } = useText()
  const { form: own } = useWords(words)
  const ratio = contrastOnWhite(form.values.accentColor)
  const shown = ratio === undefined ? undefined : format.number(Math.round(ratio * 10) / 10)
  return (
    <Stack gap={4}>
      <ColorInput
        label={own.color} eyeDropperButtonProps={{ 'aria-label': own.pickColor }} format='hex' swatches={['#1f3a5f', '#1d4ed8', '#0b6e4f', '#7c2d12', '#6d28d9', '#be123c', '#334155']}
        {...form.getInputProps('accentColor')}
      />
      {ratio !== undefined && shown !== undefined && (
        <Text
          size='xs' c={ratio >= 4.5 ? 'dimmed' : 'light-dark(#b45309, #fbbf24)'} role='status'
        >
          {ratio >= 4.5 ? own.contrast(shown) : own.lowContrast(shown)}
        </Text>
      )}
    </Stack>
  )
}

function Logo ({ form }: Pick<FormProps, 'form'>) {
  const { format } = useText()
  const { form: own } = useWords(words)
  const [busy, setBusy] = useState(false)
  const { logo } = form.values
  const take = async (file: File) => {
    setBusy(true)
    form.setFieldValue('logo', await base64Of(file))
    setBusy(false)
  }
  if (logo !== '') {
    return (
      <Group justify='space-between'>
        <Text size='sm'>{own.logoKept(format.bytes(Math.round(logo.length * 3 / 4)))}</Text>
        <Button variant='default' size='compact-sm' onClick={() => { form.setFieldValue('logo', '') }}>{own.removeLogo}</Button>
      </Group>
    )
  }
  return (
    <FileDrop
      label={own.logo} note={own.logoNote} accept='.png,.jpg,.jpeg,.svg' maxBytes={maxLogoBytes} busy={busy}
      onFiles={([file]) => { void take(file!) }}
    />
  )
}

async function base64Of (file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}
