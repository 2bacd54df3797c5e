import { expect, it } from 'vitest'
import { emptyDatabase } from '../support/database.ts'
import { runPrisma } from '../support/prisma-cli.ts'

it('the migrations lead to the tables that the schema describes', async () => {
  const database = await emptyDatabase()

  const answer = await runPrisma(database.ownerUrl, [
    'migrate', 'diff', '--from-migrations', 'prisma/migrations', '--to-schema', 'prisma/schema.prisma', '--exit-code'
  ])
  await database.drop()

  expect(answer.output).toContain('No difference detected')
  expect(answer.code).toBe(0)
})
