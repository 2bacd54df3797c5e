import type { Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { parseJsonAt } from '../http/bodies/json.ts'
import type { Language } from '../http/language.ts'
import { ServiceError } from '../shared/errors.ts'
import { problemsOf } from '../shared/schema-problems.ts'
import type { Operations, Result } from './operations.ts'
import { type Tool, tools } from './tools.ts'

/** The tools as clients list them. */
export const toolLists: Readonly<Record<Language, ListedTool[]>> = { en: listIn('en'), es: listIn('es') }

function listIn (language: Language): ListedTool[] {
  return Object.entries(tools).map(([name, { title, description, input, isReadOnly }]) => ({
    name,
    title: title[language],
    description: description[language],
    inputSchema: z.toJSONSchema(input, { io: 'input', target: 'draft-7' }) as ListedTool['inputSchema'],
    annotations: {
      readOnlyHint: isReadOnly, destructiveHint: !isReadOnly, idempotentHint: true, openWorldHint: false
    }
  }))
}

/** Runs a tool. Throws VALIDATION_FAILED for arguments that its schema refuses, and what parsing JSON throws. */
export async function useTool (tool: Tool, operations: Operations, given: Result): Promise<Result> {
  const { data, error } = tool.input.safeParse(await withObjects(tool, given), { reportInput: true })
  if (error) throw new ServiceError('VALIDATION_FAILED', { problems: problemsOf(error.issues) })
  return tool.run(operations, data)
}

/**
 * Assistants often write an object as a text. Where the schema wants an object, the text is read by the rules of a
 * body: no member twice, no number that would be stored as another.
 */
async function withObjects ({ input }: Tool, given: Result): Promise<Result> {
  const members = await Promise.all(Object.entries(given).map(async ([name, value]) =>
    [name, typeof value === 'string' && wantsObject(input, name) ? await parseJsonAt(name, Buffer.from(value)) : value]))
  return Object.fromEntries(members) as Result
}

function wantsObject (input: Tool['input'], member: string): boolean {
  return Object.hasOwn(input.shape, member) && input.shape[member] instanceof z.ZodRecord
}
