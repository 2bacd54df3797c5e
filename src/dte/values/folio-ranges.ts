export interface FolioRange { from: number, to: number }

/** The folios as the fewest ranges, ascending. */
export function folioRanges (folios: readonly number[]): FolioRange[] {
  const ranges: FolioRange[] = []
  for (const folio of folios.toSorted((one, other) => one - other)) {
    const last = ranges.at(-1)
    if (last?.to === folio - 1) last.to = folio
    else ranges.push({ from: folio, to: folio })
  }
  return ranges
}
