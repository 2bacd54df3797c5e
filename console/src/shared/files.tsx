import { Button, Group, Stack, Text } from '@mantine/core'
import { Upload } from 'lucide-react'
import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { useText } from '../text/text.tsx'

/** Hands a file to the browser to be saved. */
export function save (file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  setTimeout(() => { URL.revokeObjectURL(address) }, 60_000)
}

interface FileDropProps {
  label: string
  /** As the attribute `accept`: `.xlsx,.csv`. */
  accept?: string
  multiple?: boolean
  maxBytes?: number
  busy?: boolean
  /** Below the label: which files, from where. */
  note?: ReactNode
  onFiles: (files: File[]) => void
}

/** A button that chooses files, in an area on which files can be dropped. */
export function FileDrop ({ label, accept, multiple = false, maxBytes, busy = false, note, onFiles }: FileDropProps) {
  const { text, format } = useText()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [refused, setRefused] = useState<string>()

  const take = (list: FileList | null) => {
    const files = [...list ?? []]
    if (files.length > 1 && !multiple) { setRefused(text.files.onlyOne(files.length)); return }
    const large = files.find(({ size }) => maxBytes !== undefined && size > maxBytes)
    setRefused(large && text.files.tooLarge(large.name, format.bytes(maxBytes!)))
    if (!large && files.length > 0) onFiles(files)
    if (input.current) input.current.value = ''
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!busy) take(event.dataTransfer.files)
  }

  return (
    <div
      className='drop' data-over={over || undefined} onDrop={drop} onDragLeave={() => { setOver(false) }}
      onDragOver={(event) => { event.preventDefault(); setOver(true) }}
    >
      <Stack align='center' gap='xs'>
        <Text fw={550} size='sm' ta='center'>{label}</Text>
        {note && <Text size='sm' c='dimmed' ta='center' component='div'>{note}</Text>}
        <Group>
          <Button variant='default' loading={busy} leftSection={<Upload size={16} />} onClick={() => input.current?.click()}>
            {text.files.choose}
          </Button>
        </Group>
        <Text size='xs' c='dimmed' visibleFrom='sm'>{multiple ? text.files.dropMany : text.files.drop}</Text>
        {refused && <Text size='sm' c='red' role='alert'>{refused}</Text>}
        <input
          ref={input} type='file' accept={accept} multiple={multiple} className='unseen' tabIndex={-1} aria-label={label}
          onChange={({ currentTarget }) => { take(currentTarget.files) }}
        />
      </Stack>
    </div>
  )
}
