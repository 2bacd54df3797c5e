import type { Language } from '../../http/language.ts'
import type { ProductionSetup } from '../workflow/go-live.ts'
import type { UploadedSet } from '../workflow/journeys.ts'
import type { MissingRequirement } from '../workflow/missing-requirements.ts'
import type { NextStep } from '../workflow/next-steps.ts'
import type { AttemptView, ItemView, JourneyView } from '../workflow/progress.ts'
import { shownOptionsOf } from './options.ts'

// Answers say each sentence in the language of the request.

export function missingIn (lacks: readonly MissingRequirement[], language: Language) {
  return lacks.map(({ message, ...lack }) => ({ ...lack, message: message[language] }))
}

export function uploadedIn ({ missing, ...uploaded }: UploadedSet, language: Language) {
  return { ...uploaded, missing: missingIn(missing, language) }
}

export function journeyIn ({ options, missing, next, deadlines, items, ...journey }: JourneyView, language: Language) {
  return {
    ...journey, options: shownOptionsOf(options), missing: missingIn(missing, language), next: nextIn(next, language),
    deadlines: deadlines.map(({ what, at }) => ({ what: what[language], at })),
    items: items.map((item) => itemIn(item, language))
  }
}

function itemIn ({ missing, next, attempts, ...item }: ItemView, language: Language) {
  return {
    ...item, missing: missingIn(missing, language), next: nextIn(next, language),
    attempts: attempts.map((attempt) => attemptIn(attempt, language))
  }
}

export function attemptIn ({ reasons, ...attempt }: AttemptView, language: Language) {
  return {
    ...attempt, reasons: reasons.map(({ remedy, text, ...reason }) => ({
      ...reason, message: text, remedy: remedy?.[language] ?? null
    }))
  }
}

function nextIn (next: NextStep | null, language: Language) {
  if (!next) return null
  const { text, ...rest } = next
  return { ...rest, message: text[language] }
}

export function productionSetupIn ({ tenantCode, copied, readiness, steps }: ProductionSetup, language: Language) {
  return {
    tenantCode, copied, ready: readiness.ready,
    missing: readiness.missing.map(({ code, documentType, message }) =>
      ({ code, documentType, message: message[language] })),
    steps: steps.map(({ page, text }) => ({ page, message: text[language] }))
  }
}
