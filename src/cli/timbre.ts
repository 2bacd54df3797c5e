/**
 * What one types: `timbre <command>`. Its commands are clients of the HTTP API and need nothing but an address and a
 * sign-in.
 */
import { clientOfProcess } from '../config.ts'
import { version } from '../version.ts'
import { runBulk } from './bulk/command.ts'
import { usageOfBulk } from './bulk/options.ts'
import { createTerminal } from './terminal.ts'

const [command, ...args] = process.argv.slice(2)
const terminal = createTerminal(process)

if (command === 'bulk') process.exitCode = await runBulk(args, { settings: clientOfProcess(), terminal })
else if (command === '--version') terminal.say(version)
else if (command === undefined || command === '--help' || command === 'help') terminal.say(usageOfBulk)
else {
  terminal.warn(`There is no command ${command}. There is: timbre bulk, timbre --version, timbre --help`)
  process.exitCode = 2
}
