import type { z } from 'zod'
import { presentable } from './answer-text.ts'
import type { HttpOutcome } from './http.ts'
import type { Attempt } from './session.ts'
import { describeFailure } from './soap.ts'

/** An answer of the boletas' REST service: read, or why it could not be. */
export type JsonAnswer<Content> =
  | { kind: 'json', content: Content }
  | { kind: 'none', httpStatus: number | undefined, text: string, cause: string }

/** Reads a JSON answer in the given shape; a 401 says that the token was refused. */
export function readJsonAnswer<Content> (
  outcome: HttpOutcome, shape: z.ZodType<Content>
): Attempt<JsonAnswer<Content>> {
  if (outcome.kind === 'failed') return unread(undefined, '', describeFailure(outcome))
  const { status, text } = outcome
  if (status === 401) return unread(status, text, 'HTTP 401: the token is not accepted')
  if (status !== 200) return unread(status, text, `HTTP ${status}`)
  const content = shape.safeParse(parseJson(text))
  if (!content.success) return unread(status, text, 'HTTP 200 with an answer that cannot be read')
  return { result: { kind: 'json', content: content.data }, tokenRefused: false }
}

/** Parses JSON, its texts made presentable; undefined when it is not JSON. */
export function parseJson (text: string): unknown {
  try {
    return JSON.parse(text, (_name, value: unknown) => typeof value === 'string' ? presentable(value) : value)
  } catch {
    return undefined
  }
}

/** A web page, which stands for no answer of the service itself. */
export function isPage (text: string): boolean {
  return /^[\s\uFEFF]*(<!doctype|<html|<head|<body)/i.test(text)
}

function unread (
  httpStatus: number | undefined, text: string, cause: string
): Attempt<Extract<JsonAnswer<never>, { kind: 'none' }>> {
  return { result: { kind: 'none', httpStatus, text, cause }, tokenRefused: httpStatus === 401 }
}
