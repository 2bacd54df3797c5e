import type { FolioBlock } from '../shared/company/tenant.ts'

/** The folios of a type, with its blocks in the order of their use. */
export interface Supply {
  documentType: number
  blocks: FolioBlock[]
  /** In active blocks. */
  left: number
  /** How much of the active blocks is left, from 0 to 1. */
  share: number
  daysLeft: number | null
  /** The day on which the first active folios expire. */
  expiresOn: string | null
  inactive: number
}

/** Below it, more folios must be asked for. */
const fewDays = 7

export function suppliesOf (blocks: FolioBlock[]): Supply[] {
  const types = [...new Set(blocks.map(({ documentType }) => documentType))].sort((one, other) => one - other)
  return types.map((type) => supplyOf(type, blocks.filter(({ documentType }) => documentType === type)))
}

function supplyOf (documentType: number, blocks: FolioBlock[]): Supply {
  const active = blocks.filter(({ state }) => state === 2)
  const left = active.reduce((sum, { remaining }) => sum + remaining, 0)
  const all = active.reduce((sum, { rangeFrom, rangeTo }) => sum + rangeTo - rangeFrom + 1, 0)
  return {
    documentType,
    blocks: blocks.toSorted((one, other) => turnOf(one) - turnOf(other) || one.rangeFrom - other.rangeFrom),
    left,
    share: all === 0 ? 0 : left / all,
    daysLeft: active.length === 0 ? null : active[0]!.typeDaysLeft,
    expiresOn: active.flatMap(({ expiresOn }) => expiresOn ?? []).sort()[0] ?? null,
    inactive: blocks.filter(({ state }) => state === 1).length
  }
}

/** Those in the queue by their place in it, then those that wait for a person, then what is over. */
function turnOf ({ state, position }: FolioBlock): number {
  return state === 2 ? position ?? 0 : state === 5 ? 0.5e6 : state === 1 ? 1e6 : 2e6
}

export function isLow ({ left, daysLeft }: Supply): boolean {
  return left === 0 || (daysLeft !== null && daysLeft < fewDays)
}

export type BlockState = 'inUse' | 'queued' | 'uploaded' | 'exhausted' | 'expired' | 'stopped'

export function stateOf (block: FolioBlock, { blocks }: Supply): BlockState {
  if (block.state === 2) return blocks[0]?.id === block.id ? 'inUse' : 'queued'
  return ({ 1: 'uploaded', 3: 'exhausted', 4: 'expired', 5: 'stopped' } as const)[block.state]
}
