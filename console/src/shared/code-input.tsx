import { TextInput, type TextInputProps } from '@mantine/core'
import { useText } from '../text/text.tsx'

/** A code of the authenticator app, or a recovery code. */
export function CodeInput (props: TextInputProps) {
  const { text } = useText()
  return (
    <TextInput
      label={text.secondFactor.code} description={text.secondFactor.codeNote} autoComplete='one-time-code' required withAsterisk={false}
      spellCheck={false} {...props}
    />
  )
}
