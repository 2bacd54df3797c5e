import { z } from 'zod'

interface JsonSchema { anyOf?: JsonSchema[], properties?: Record<string, JsonSchema>, items?: JsonSchema }

/** The members of a schema by their paths: "header.sender.taxNumber", "details", "details[]", "details[].itemName" … */
export function memberPaths (schema: z.ZodType): string[] {
  return pathsBelow('', z.toJSONSchema(schema, { io: 'input' }) as JsonSchema)
}

function pathsBelow (path: string, { properties = {}, anyOf = [], items }: JsonSchema): string[] {
  const own = Object.entries(properties).flatMap(([name, member]) => {
    const below = path === '' ? name : `${path}.${name}`
    return [below, ...pathsBelow(below, member)]
  })
  const rows = items ? [`${path}[]`, ...pathsBelow(`${path}[]`, items)] : []
  return [...own, ...rows, ...anyOf.flatMap((branch) => pathsBelow(path, branch))]
}
