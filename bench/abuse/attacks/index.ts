import type { Attack } from '../attack.ts'
import { accountAttacks } from './accounts.ts'
import { assistantAttacks } from './assistants.ts'
import { bodyAttacks } from './bodies.ts'
import { connectionAttacks } from './connections.ts'
import { fileAttacks } from './files.ts'
import { framing } from './framing.ts'
import { importAttacks } from './imports.ts'
import { mailServers } from './mail-servers.ts'
import { notificationServers } from './notification-servers.ts'
import { pdfAttacks } from './pdfs.ts'
import { pages } from './pages.ts'

/** Every attack, in the order in which they are run. */
export const attacks: readonly Attack[] = [
  ...fileAttacks, ...importAttacks, ...bodyAttacks, ...assistantAttacks, pages, framing, ...connectionAttacks,
  ...accountAttacks, mailServers, notificationServers, ...pdfAttacks
]
