import type { Terminal } from '../terminal.ts'
import type { NextLine } from './next-line.ts'
import type { Session } from '../session.ts'
import type { BulkTexts } from './texts.ts'

/** What every step of the command works with. */
export interface Context { session: Session, terminal: Terminal, texts: BulkTexts, nextLine: NextLine }
