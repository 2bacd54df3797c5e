// A worker's documents live as long as the transaction of their chunk: with 16 MB for young objects, as is usual, V8
// copies them several times, and collecting garbage takes twice the time.
const roomForYoungObjects = '--max-semi-space-size=32'
// V8 compiles a function for speed once that has run for long enough: with seven times the usual, it compiles fewer,
// and less often again. With a kill in each thousand documents that is a quarter of the worker's time. V8 13, of Node
// 24, decides by other means.
const laterCompilation = '--interrupt-budget=1000000'
const firstWithoutBudget = 24

/** What Node is started with besides the operator's own options: NODE_OPTIONS may say otherwise. */
export function nodeFlags (
  { ROLE: role, NODE_OPTIONS: options = '' }: NodeJS.ProcessEnv, version = process.versions.node
): string[] {
  if (role !== 'worker') return []
  const flags = Number.parseInt(version) < firstWithoutBudget
    ? [roomForYoungObjects, laterCompilation]
    : [roomForYoungObjects]
  return flags.filter((flag) => !options.includes(flag.slice(0, flag.indexOf('='))))
}
