import type { Sentence } from '../shared/errors.ts'

export type Language = keyof Sentence

/** English, unless Accept-Language weighs Spanish higher. */
export function languageOf (acceptLanguage: string | undefined): Language {
  if (acceptLanguage === undefined) return 'en'
  const weights = acceptLanguage.slice(0, 200).split(',').map(weighted)
  return weightOf(weights, 'es') > weightOf(weights, 'en') ? 'es' : 'en'
}

/** What a person reads by mail: Spanish, unless their browser says that they read something else. */
export function mailLanguageOf (acceptLanguage: string | undefined): Language {
  return acceptLanguage === undefined || acceptLanguage.trim().startsWith('*') ? 'es' : languageOf(acceptLanguage)
}

function weighted (range: string, index: number): { tag: string, weight: number } {
  const [tag = '', ...parameters] = range.trim().toLowerCase().split(';')
  const quality = parameters.map((parameter) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(parameter)?.[1]).find(Boolean)
  // The earlier of two languages with the same quality wins.
  return { tag, weight: Number(quality ?? 1) - index / 1e6 }
}

function weightOf (weights: readonly { tag: string, weight: number }[], language: Language): number {
  return weights.find(({ tag }) => tag === language || tag.startsWith(`${language}-`))?.weight ?? 0
}
