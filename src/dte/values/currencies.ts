/** A currency of the customs' table, as exports name it [S5, TipMonType]. */
export interface Currency {
  /** What TpoMoneda says. */
  name: string
  /** ISO 4217; the posted document may say it instead. */
  iso?: string
  /** As printed after an amount in words: "en dólares de Estados Unidos". */
  plural: string
}

export const chileanPeso = 'PESO CL'

/** In which the amounts of a document are. */
export function currencyOf ({ currency = chileanPeso }: { currency?: string }): string {
  return currency
}

/** Customs' table of currencies. The historic ones, of which ISO 4217 has several or none, go by their name alone. */
export const currencies: readonly Currency[] = [
  { name: 'BOLIVAR', plural: 'bolívares' },
  { name: 'BOLIVIANO', iso: 'BOB', plural: 'bolivianos' },
  { name: 'CHELIN', plural: 'chelines' },
  { name: 'CORONA DIN', iso: 'DKK', plural: 'coronas danesas' },
  { name: 'CORONA NOR', iso: 'NOK', plural: 'coronas noruegas' },
  { name: 'CORONA SC', iso: 'SEK', plural: 'coronas suecas' },
  { name: 'CRUZEIRO REAL', iso: 'BRL', plural: 'reales' },
  { name: 'DIRHAM', iso: 'AED', plural: 'dírhams' },
  { name: 'DOLAR AUST', iso: 'AUD', plural: 'dólares australianos' },
  { name: 'DOLAR CAN', iso: 'CAD', plural: 'dólares canadienses' },
  { name: 'DOLAR HK', iso: 'HKD', plural: 'dólares de Hong Kong' },
  { name: 'DOLAR NZ', iso: 'NZD', plural: 'dólares neozelandeses' },
  { name: 'DOLAR SIN', iso: 'SGD', plural: 'dólares de Singapur' },
  { name: 'DOLAR TAI', iso: 'TWD', plural: 'dólares de Taiwán' },
  { name: 'DOLAR USA', iso: 'USD', plural: 'dólares de Estados Unidos' },
  { name: 'DRACMA', plural: 'dracmas' },
  { name: 'ESCUDO', plural: 'escudos' },
  { name: 'EURO', iso: 'EUR', plural: 'euros' },
  { name: 'FLORIN', plural: 'florines' },
  { name: 'FRANCO BEL', plural: 'francos belgas' },
  { name: 'FRANCO FR', plural: 'francos franceses' },
  { name: 'FRANCO SZ', iso: 'CHF', plural: 'francos suizos' },
  { name: 'GUARANI', iso: 'PYG', plural: 'guaraníes' },
  { name: 'LIBRA EST', iso: 'GBP', plural: 'libras esterlinas' },
  { name: 'LIRA', plural: 'liras' },
  { name: 'MARCO AL', plural: 'marcos alemanes' },
  { name: 'MARCO FIN', plural: 'marcos finlandeses' },
  { name: 'NUEVO SOL', iso: 'PEN', plural: 'soles' },
  { name: 'OTRAS MONEDAS', plural: 'otra moneda' },
  { name: 'PESETA', plural: 'pesetas' },
  { name: 'PESO', plural: 'pesos (PESO)' },
  { name: chileanPeso, iso: 'CLP', plural: 'pesos' },
  { name: 'PESO COL', iso: 'COP', plural: 'pesos colombianos' },
  { name: 'PESO MEX', iso: 'MXN', plural: 'pesos mexicanos' },
  { name: 'PESO URUG', iso: 'UYU', plural: 'pesos uruguayos' },
  { name: 'RAND', iso: 'ZAR', plural: 'rands' },
  { name: 'RENMINBI', iso: 'CNY', plural: 'yuanes' },
  { name: 'RUPIA', iso: 'INR', plural: 'rupias' },
  { name: 'SUCRE', plural: 'sucres' },
  { name: 'YEN', iso: 'JPY', plural: 'yenes' }
]

/** "dólares de Estados Unidos"; the name itself when it is in no table. */
export function pluralOf (currency: string): string {
  return currencies.find(({ name }) => name === currency)?.plural ?? currency
}

/** By its name in the customs' table, or by its code of ISO 4217. */
export function findCurrency (posted: string): Currency | undefined {
  const wanted = posted.trim().toUpperCase()
  return currencies.find(({ name, iso }) => name === wanted || iso === wanted)
}
