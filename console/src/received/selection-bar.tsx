import { SelectionBar } from '../shared/list/selection-bar.tsx'
import type { Selection } from '../shared/selection.ts'
import { ActButtons } from './act-buttons.tsx'
import type { Row } from './requests.ts'

/** What can be done with the selected rows. */
export function ReceivedSelection ({ selection }: { selection: Selection<Row> }) {
  return <SelectionBar selection={selection}><ActButtons rows={selection.rows} size='xs' /></SelectionBar>
}
