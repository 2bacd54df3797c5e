import type { FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import type { Problem } from '../shared/errors.ts'
import { parseTakingDigits } from '../shared/digits.ts'
import { problemsOf, problemsOfQuery } from '../shared/schema-problems.ts'
import { removeAbsent } from './absent-members.ts'

/** A request that does not fit its schema, with every problem of it. */
export class RequestInvalid extends Error {
  readonly problems: readonly Problem[]

  constructor (problems: readonly Problem[]) {
    super('The request does not fit its schema.')
    this.name = 'RequestInvalid'
    this.problems = problems
  }
}

/** Parses a part of the request with its zod schema and lists all problems at once, each with its path. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => (data) => {
  if (httpPart === 'body') removeAbsent(schema, data)
  // Fastify hands over null where there was no body.
  const result = httpPart === 'body'
    ? parseTakingDigits(schema, data ?? undefined)
    : schema.safeParse(data ?? undefined, { reportInput: true })
  if (result.success) return { value: result.data }
  const { issues } = result.error
  if (httpPart !== 'body') return { error: new RequestInvalid(problemsOfQuery(issues)) }
  return {
    error: new RequestInvalid(problemsOf(issues).map((problem) => ({ ...problem, path: problem.path || 'body' })))
  }
}
