import type { Element } from '../xml.ts'
export async function schemaProblems (_root: Element): Promise<string[]> { return [] }
