const customsPeso = 'PESO CL'

/** How people write the currencies that are usual in Chile; others go by their names. */
const symbols: Readonly<Record<string, string>> = { [customsPeso]: '$', CLP: '$', 'DOLAR USA': 'US$', USD: 'US$', EURO: '€', EUR: '€' }
const timeZone = 'America/Santiago'

export type Formats = ReturnType<typeof formatsOf>

/** Amounts, numbers, dates and times as Chile writes them; times are Chile's, wherever the reader is. */
export function formatsOf (language: 'es' | 'en') {
  const locale = language === 'es' ? 'es-CL' : 'en-GB'
  // Made when first used: each takes a millisecond or two, and a place needs few of them.
  // The point groups and the comma divides in both languages: an amount must not read as a thousandth of itself.
  const number = lazy(() => new Intl.NumberFormat('es-CL', { useGrouping: 'always', maximumFractionDigits: 6 }))
  const cents = lazy(() => new Intl.NumberFormat('es-CL', { useGrouping: 'always', minimumFractionDigits: 2, maximumFractionDigits: 6 }))
  const short = lazy(() => new Intl.NumberFormat('es-CL', { notation: 'compact', maximumFractionDigits: 2 }))
  const percent = lazy(() => new Intl.NumberFormat('es-CL', { style: 'percent', maximumFractionDigits: 1 }))
  const dates = (options: Intl.DateTimeFormatOptions) => lazy(() => new Intl.DateTimeFormat(locale, options))
  const day = dates({ day: 'numeric', month: 'short', year: 'numeric', timeZone })
  const dayOnly = dates({ day: 'numeric', month: 'short', timeZone: 'UTC' })
  const date = dates({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  const longDate = dates({ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  const monthOnly = dates({ month: 'short', timeZone: 'UTC' })
  const monthOfYear = dates({ month: 'long', year: 'numeric', timeZone: 'UTC' })
  const minute = dates({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone })
  const second = dates({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23', timeZone })
  const calendar = (value: string) => new Date(`${value}T00:00:00Z`)
  return {
    number: (value: number) => number().format(value),
    /** `$ 1.234`, `US$ 1.234,00`, `€ 0,50`; other currencies by their names. */
    amount: (value: number, currency: string = customsPeso) => {
      const symbol = symbols[currency]
      if (symbol === undefined) return `${number().format(value)} ${currency}`
      return `${value < 0 ? '-' : ''}${symbol} ${(symbol === '$' ? number() : cents()).format(Math.abs(value))}`
    },
    shortAmount: (value: number, currency: string = customsPeso) => `${symbols[currency] ?? ''} ${short().format(value)}`.trim(),
    percent: (share: number) => percent().format(share),
    /** An instant: `22 nov 2026`. */
    day: (instant: string) => day().format(new Date(instant)).replaceAll('.', ''),
    /** An instant: `14:03:27`. */
    clock: (instant: string) => second().format(new Date(instant)),
    /** An instant: `22 nov 2026, 14:03`. */
    moment: (instant: string) => `${day().format(new Date(instant)).replaceAll('.', '')}, ${minute().format(new Date(instant))}`,
    /** A calendar date, which belongs to no time zone: `22 nov 2026`. */
    date: (value: string) => date().format(calendar(value)).replaceAll('.', ''),
    longDate: (value: string) => longDate().format(calendar(value)),
    shortDate: (value: string) => dayOnly().format(calendar(value)).replaceAll('.', ''),
    /** `2026-11`: `nov` and `noviembre de 2026`. */
    month: (value: string) => ({
      short: monthOnly().format(calendar(`${value}-01`)).replaceAll('.', ''), long: monthOfYear().format(calendar(`${value}-01`))
    }),
    /** 76543210-3 as people write it: `76.543.210-3`. */
    rut: (value: string) => {
      const [, body, digit] = /^(\d{1,8})-([\dkK])$/.exec(value) ?? []
      return body && digit ? `${number().format(Number(body))}-${digit.toUpperCase()}` : value
    },
    bytes: (value: number) => value < 1024 ? `${value} B`
      : value < 1024 * 1024 ? `${number().format(Math.round(value / 1024))} kB`
        : `${number().format(Math.round(value / 1024 / 102.4) / 10)} MB`,
    seconds: (value: number) => value < 90 ? `${number().format(Math.round(value * 10) / 10)} s`
      : value < 5400 ? `${number().format(Math.round(value / 6) / 10)} min`
        : value < 172_800 ? `${number().format(Math.round(value / 360) / 10)} h`
          : `${number().format(Math.round(value / 8640) / 10)} d`
  }
}

function lazy<Value> (make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Today in Chile: `2026-11-22`. */
export function today (): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())
}

/** A calendar date some days later, or earlier. */
export function addDays (date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
}
