import type { FastifyRequest } from 'fastify'
import type { Sentence } from '../shared/errors.ts'

export type Language = keyof Sentence

/** The language of answers: English, unless Accept-Language prefers Spanish. */
export function languageOf (request: FastifyRequest): Language {
  return preferred(request, ['en', 'es'])
}

/** The language of emails: Spanish, unless Accept-Language prefers another. */
export function mailLanguageOf (request: FastifyRequest): Language {
  return preferred(request, ['es', 'en'])
}

function preferred (request: FastifyRequest, offered: [Language, ...Language[]]): Language {
  if (request.headers['accept-language'] === undefined) return offered[0]
  return request.language(offered) as Language | false || 'en'
}
