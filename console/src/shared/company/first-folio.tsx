import { Button, Group, NumberInput, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { timbre } from '../../session/session.ts'
import { useText, useWords } from '../../text/text.tsx'
import { ProblemNotice } from '../problem.tsx'
import { useCompanyChanged, type FolioBlock } from './tenant.ts'
import { words } from './words.ts'

/** Puts a block into use from the first folio that no other program used. */
export function FirstFolio ({ block, onDone }: { block: FolioBlock, onDone: () => void }) {
  const own = useWords(words).folios
  const { format } = useText()
  const changed = useCompanyChanged()
  const [next, setNext] = useState<number | string>('')
  const from = block.next ?? block.rangeTo
  const activate = useMutation({
    mutationFn: async () => {
      await timbre.put('/api/Folio/Activate', { body: { id: block.id, next: Number(next) } })
      await changed()
      onDone()
    }
  })
  return (
    <form onSubmit={(event) => { event.preventDefault(); activate.mutate() }}>
      <Stack gap='xs'>
        <Group align='end'>
          <NumberInput
            label={own.firstFolio} description={own.firstFolioNote(format.number(from), format.number(block.rangeTo))}
            value={next} onChange={setNext} min={from} max={block.rangeTo} allowDecimal={false} allowNegative={false} thousandSeparator='.' decimalSeparator=','
            hideControls required withAsterisk={false} flex='1 1 200px'
          />
          <Button type='submit' loading={activate.isPending}>{own.begin}</Button>
        </Group>
        <ProblemNotice error={activate.error} />
      </Stack>
    </form>
  )
}
