import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'

interface SearchFieldProps { label: string, value: string, onChange: (value: string) => void, w?: TextInputProps['w'] }

/** Tells what is searched for 250 ms after the last key. The search of a page has all the room; a filter has its width, `w`. */
export function SearchField ({ label, value, onChange, w }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const tell = useDebouncedCallback(onChange, 250)
  useEffect(() => { setTyped(value) }, [value])
  return (
    <TextInput
      aria-label={label} value={typed}
      {...(w === undefined ? { placeholder: label, flex: '1 1 220px', type: 'search', leftSection: <Search size={16} /> } : { w })}
      onChange={({ currentTarget }) => { setTyped(currentTarget.value); tell(currentTarget.value.trim()) }}
    />
  )
}
