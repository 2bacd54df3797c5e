import { guideBookSet, purchaseBookSet, salesBookSet } from './book-sets.ts'
import { createSeededRandom } from './random.ts'
import { exportSet, exportServiceSet } from './export-sets.ts'
import { basicSet, exemptSet, guideSet } from './sales-sets.ts'
import type { Making } from './set-text.ts'
import { selfBilledSet } from './self-billed-set.ts'
import { settlementSet } from './settlement-set.ts'
import type { SetName, TestSet } from './test-set.ts'

/** Ways in which files of the SII differ from each other. */
export interface SetVariants {
  /** Item names without accents and Ñ. */
  withoutAccents?: boolean | undefined
  /** Attention numbers that skip one. */
  skipsNumber?: boolean | undefined
  /** A line that no reader knows, which a reader has to refuse. */
  unknownLine?: boolean | undefined
  /** The review wants another customer for each invoice of a set. */
  distinctReceivers?: boolean | undefined
}

/** In the order of the SII's file. */
const makers = {
  basic: basicSet, sales: salesBookSet, purchases: purchaseBookSet, guides: guideSet, guideBook: guideBookSet,
  exempt: exemptSet, exports1: exportSet, exports2: exportServiceSet, settlements: settlementSet,
  selfBilled: selfBilledSet
} as const satisfies Record<Exclude<SetName, 'boletas'>, (attention: number, making: Making) => TestSet>

export const setNames = Object.keys(makers) as (keyof typeof makers)[]

export interface SetMaking {
  seed: number
  attentionNumber: number
  variants?: SetVariants
  /** All of them if left out. */
  names?: readonly (keyof typeof makers)[] | undefined
}

const sectionRule = '-'.repeat(80)

/** The sets of a company, by chance, but always the same for a seed; and the file, in ISO-8859-1. */
export function makeSets (
  { seed, attentionNumber, variants = {}, names = setNames }: SetMaking
): { sets: TestSet[], file: Buffer } {
  const random = createSeededRandom(seed)
  const skipped = variants.skipsNumber ? 1 : 0
  const making = { random, plain: variants.withoutAccents === true }
  const sets = setNames.filter((name) => names.includes(name)).map((name, index) =>
    makers[name](attentionNumber + index + (index > 0 ? skipped : 0), making))
  const strange = variants.unknownLine ? ['COLOR DEL PAPEL:\tAZUL', ''] : []
  const text = sets.map((set) => set.text).join(`\n${sectionRule}\n`)
  // The SII mixes both ends of lines in one file.
  const lines = [...text.split('\n'), ...strange].map((line) => `${line}${random.oneOf(['\n', '\r\n'])}`)
  return { sets, file: Buffer.from(lines.join(''), 'latin1') }
}
