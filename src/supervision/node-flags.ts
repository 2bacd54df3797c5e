/**
 * What Node is started with besides the operator's own options. A worker's documents live as long as the transaction of
 * their chunk: with 16 MB for young objects, as is usual, V8 copies them several times, and collecting garbage takes
 * twice the time. NODE_OPTIONS may say otherwise.
 */
export function nodeFlags ({ ROLE: role, NODE_OPTIONS: options = '' }: NodeJS.ProcessEnv): string[] {
  return role === 'worker' && !options.includes('semi-space-size') ? ['--max-semi-space-size=32'] : []
}
