// What `npm ci` runs last. Without the development packages there is no Prisma CLI, and what was built before has its
// client.
import { spawnSync } from 'node:child_process'

const { error, status } = spawnSync('prisma', ['generate'], { stdio: 'inherit', shell: process.platform === 'win32' })

if (error && error.code !== 'ENOENT') throw error
process.exitCode = status ?? 0
