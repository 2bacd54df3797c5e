import type { z } from 'zod'
import type { Language } from '../../http/language.ts'
import type { JourneyOptions } from '../../model/certification.ts'
import type { GoneLive } from '../../services/certification/go-live.ts'
import type { UploadedSet } from '../../services/certification/journeys.ts'
import type { Lack } from '../../services/certification/lacks.ts'
import type { NextStep } from '../../services/certification/next-steps.ts'
import type { AttemptView, ItemView, JourneyView } from '../../services/certification/progress.ts'
import type { optionsBody } from './schemas.ts'

type PostedOptions = Omit<z.output<typeof optionsBody>, 'kind'>

/** What was posted, without members that were left out. */
export function optionsOf ({ abroad, ...posted }: PostedOptions): JourneyOptions {
  const rates = abroad?.exchangeRates.map(({ currency, rate }) => [currency, rate] as const) ?? []
  return JSON.parse(JSON.stringify({
    ...posted, ...(abroad && { abroad: { ...abroad, exchangeRates: Object.fromEntries(rates) } })
  })) as JourneyOptions
}

// Answers say each sentence in the language of the request.

export function lacksIn (lacks: readonly Lack[], language: Language) {
  return lacks.map(({ message, ...lack }) => ({ ...lack, message: message[language] }))
}

export function uploadedIn ({ missing, ...uploaded }: UploadedSet, language: Language) {
  return { ...uploaded, missing: lacksIn(missing, language) }
}

export function journeyIn ({ missing, next, deadlines, items, ...journey }: JourneyView, language: Language) {
  return {
    ...journey, missing: lacksIn(missing, language), next: nextIn(next, language),
    deadlines: deadlines.map(({ what, at }) => ({ what: what[language], at })),
    items: items.map((item) => itemIn(item, language))
  }
}

function itemIn ({ missing, next, attempts, ...item }: ItemView, language: Language) {
  return {
    ...item, missing: lacksIn(missing, language), next: nextIn(next, language),
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

export function goneLiveIn ({ tenantCode, copied, readiness, steps }: GoneLive, language: Language) {
  return {
    tenantCode, copied, ready: readiness.ready,
    missing: readiness.missing.map(({ code, documentType, message }) =>
      ({ code, documentType, message: message[language] })),
    steps: steps.map(({ page, text }) => ({ page, message: text[language] }))
  }
}
