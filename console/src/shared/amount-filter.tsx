import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useEffect, useState } from 'react'

interface AmountFilterProps {
  label: string
  value: number | undefined
  w: NumberInputProps['w']
  onChange: (value: number | undefined) => void
}

/** Told when it is left, or with Enter: half a number finds the wrong documents. */
export function AmountFilter ({ label, value, w, onChange }: AmountFilterProps) {
  const [typed, setTyped] = useState<number | string>(value ?? '')
  useEffect(() => { setTyped(value ?? '') }, [value])
  const tell = () => { onChange(typeof typed === 'number' ? typed : undefined) }
  return (
    <NumberInput
      aria-label={label} placeholder={label} w={w} hideControls allowDecimal={false} allowNegative={false} max={999_999_999_999}
      thousandSeparator='.' decimalSeparator=',' value={typed} onChange={setTyped} onBlur={tell}
      onKeyDown={({ key }) => { if (key === 'Enter') tell() }}
    />
  )
}
