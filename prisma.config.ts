import { fileURLToPath } from 'node:url'
import { defineConfig } from 'prisma-cli/config'

// The CLI wants a native schema engine before any command and would download it; it is pointed at the WebAssembly
// build of the same engine instead. Windows cannot start a script as a program and keeps the download.
if (process.platform !== 'win32') {
  process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ??= fileURLToPath(
    new URL('./prisma/engine/schema-engine.mjs', import.meta.url)
  )
}
process.env['CHECKPOINT_DISABLE'] ??= '1'

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  // `prisma generate` needs no database, but the configuration must name one: nothing listens on port 1.
  datasource: { url: process.env['DATABASE_URL'] ?? 'postgresql://127.0.0.1:1/unset' }
})
