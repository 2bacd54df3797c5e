import type { Attack } from '../attack.ts'
import { accountAttacks } from './accounts.ts'
import { bodyAttacks } from './bodies.ts'
import { connectionAttacks } from './connections.ts'
import { fileAttacks } from './files.ts'
import { framing } from './framing.ts'
import { hostileServersAttack } from './hostile-servers.ts'
import { pdfAttacks } from './pdfs.ts'
import { turns } from './turns.ts'

/** Every attack, in the order in which they are run. */
export const attacks: readonly Attack[] = [
  ...fileAttacks, ...bodyAttacks, ...turns, framing, ...connectionAttacks, ...accountAttacks, hostileServersAttack,
  ...pdfAttacks
]
