import { NumberInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'

interface AmountFilterProps {
  label: string
  value: number | undefined
  onChange: (value: number | undefined) => void
}

const pauseMs = 400

/** Told after a pause, when it is left, or with Enter. */
export function AmountFilter ({ label, value, onChange }: AmountFilterProps) {
  const [typed, setTyped] = useState<number | string>(value ?? '')
  useEffect(() => { setTyped(value ?? '') }, [value])
  const tellOf = (typed: number | string) => { onChange(typeof typed === 'number' ? typed : undefined) }
  const tell = () => { tellOf(typed) }
  const tellSoon = useDebouncedCallback(tellOf, pauseMs)
  return (
    <NumberInput
      aria-label={label} w={110} hideControls allowDecimal={false} allowNegative={false} max={999_999_999_999}
      thousandSeparator='.' decimalSeparator=',' value={typed} onBlur={tell}
      onChange={(next) => {
        setTyped(next)
        tellSoon(next)
      }}
      onKeyDown={({ key }) => { if (key === 'Enter') tell() }}
    />
  )
}
