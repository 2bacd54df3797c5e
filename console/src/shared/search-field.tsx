import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'

/** Tells what is searched for 250 ms after the last key. */
export function SearchField ({ label, value, onChange }: { label: string, value: string, onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value)
  const tell = useDebouncedCallback(onChange, 250)
  useEffect(() => { setTyped(value) }, [value])
  return (
    <TextInput
      aria-label={label} placeholder={label} leftSection={<Search size={16} />} flex='1 1 220px' type='search' value={typed}
      onChange={({ currentTarget }) => { setTyped(currentTarget.value); tell(currentTarget.value.trim()) }}
    />
  )
}
