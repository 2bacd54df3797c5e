/* The codes of the customs' tables of ports and countries [S23]; the words of some are in customs-tables.ts. */

const ports = codesIn(`
  111-118 120-126 131-143 145-161 171-176 180 199 201-224 231-233 241-242 251-254 261-272 281-282 285 291-297 301-302
  399 411-413 421-423 431-432 441-449 451-453 461-462 471-472 481-482 491-492 499 511-512 521-522 531-538 541-547
  551-558 561-567 571-574 576-578 581-589 591-599 601-605 611-613 621-623 631-635 641-645 651-653 699 711-717 799
  811-816 899-998`)

const countries = codesIn(`
  101-109 111-156 158-166 201-236 240-253 301-337 341-346 401-409 412 415-427 501-530 532 534-536 540-568 585 901-907
  910 997-999`)

/** CodPtoEmbarque and CodPtoDesemb. */
export function isPort (code: number): boolean {
  return ports.has(code)
}

/** CodPaisRecep, CodPaisDestin and Nacionalidad. */
export function isCountry (code: number): boolean {
  return countries.has(code)
}

function codesIn (ranges: string): ReadonlySet<number> {
  return new Set(ranges.trim().split(/\s+/).flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  }))
}
