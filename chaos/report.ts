import type { Outcome } from './chaos.ts'

const shown = 5

/** Prints the table and each invariant; whether all of them hold. */
export function print ({ figures, faults, verdicts, notes, folder }: Outcome): boolean {
  for (const note of notes) console.log(note)
  console.log('\nFaults')
  for (const [name, times] of [...faults].sort()) console.log(`  ${String(times).padStart(6)}  ${name}`)
  console.log('\nFigures')
  for (const [name, value] of Object.entries(figures)) console.log(`  ${String(value).padStart(10)}  ${name}`)
  console.log('\nInvariants')
  for (const { invariant, promise, faults } of verdicts) {
    console.log(`  ${faults.length === 0 ? 'holds ' : 'BROKEN'}  ${invariant.padEnd(4)}${promise}`)
    for (const fault of faults.slice(0, shown)) console.log(`            ${fault}`)
    if (faults.length > shown) console.log(`            and ${faults.length - shown} more`)
  }
  const broken = verdicts.filter(({ faults }) => faults.length > 0)
  console.log(broken.length === 0
    ? '\nEvery invariant holds.'
    : `\nBROKEN: ${broken.map(({ invariant }) => invariant).join(' ')}. Journals and logs are in ${folder}.`)
  return broken.length === 0
}
