import { readFileSync } from 'node:fs'

// What npm start and timbre run first: an older Node.js cannot even load the rest, and says so with a stack. It may use
// nothing that such a Node.js lacks.
const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const [least, current] = [engines.node.replace('>=', ''), process.versions.node].map((version) => version.split('.').map(Number))

if (current[0] < least[0] || (current[0] === least[0] && current[1] < least[1])) {
  process.stderr.write(`Timbre needs Node.js ${least.join('.')} or later; this is ${process.versions.node}.\n`)
  process.exit(1)
}
