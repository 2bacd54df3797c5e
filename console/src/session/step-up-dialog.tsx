import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { CodeInput } from '../shared/code-input.tsx'
import { useText } from '../text/text.tsx'
import { useQuestion } from './step-up.ts'

/** Asks for a code of the second factor above the page; pending work then continues. */
export function StepUp () {
  const { text } = useText()
  const question = useQuestion()
  return (
    <Modal
      opened={question !== undefined} onClose={() => { question?.answer(undefined) }} title={text.secondFactor.title} centered zIndex={900}
      closeButtonProps={{ 'aria-label': text.actions.close }}
    >
      {question && <CodeForm {...question} />}
    </Modal>
  )
}

function CodeForm ({ isWrong, answer }: { isWrong: boolean, answer: (code: string | undefined) => void }) {
  const { text } = useText()
  const form = useForm({ initialValues: { code: '' } })
  return (
    <form onSubmit={form.onSubmit(({ code }) => { answer(code) })}>
      <Stack>
        <Text size='sm' c='dimmed'>{text.secondFactor.text}</Text>
        {isWrong && <Alert color='red' variant='light' role='alert'>{text.secondFactor.wrong}</Alert>}
        <CodeInput data-autofocus {...form.getInputProps('code')} />
        <Group justify='end'>
          <Button variant='default' onClick={() => { answer(undefined) }}>{text.actions.cancel}</Button>
          <Button type='submit'>{text.secondFactor.submit}</Button>
        </Group>
      </Stack>
    </form>
  )
}
