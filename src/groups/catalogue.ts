import type { Group } from '../http/operation.ts'
import { commonGroup } from './common/index.ts'

/** The groups in the order of the published catalogue, each with what it needs. */
export function catalogue (): readonly Group[] {
  return [
    commonGroup()
  ]
}
