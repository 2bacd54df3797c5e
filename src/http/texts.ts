import { z } from 'zod'
import { said } from '../shared/schema-problems.ts'

/** A text of one line without blanks around it, for it ends up in mails, lists and printed documents. */
export function line ({ max, mayBeEmpty = false }: { max: number, mayBeEmpty?: boolean }) {
  const text = z.string().trim().max(max)
  return (mayBeEmpty ? text : text.min(1))
    .refine((value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value), said({ en: 'must be one line', es: 'debe ser una sola línea' }))
}
