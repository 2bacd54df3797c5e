/** The entry of the command line: `timbre <command>`. */
import { runTimbre } from './run.ts'
import { createTerminal } from './terminal.ts'

process.exitCode = await runTimbre(process.argv.slice(2), createTerminal(process))
