import type { Language } from './language.ts'

/**
 * The value of `Link` in a failure (RFC 8288): where the documentation that this server serves explains the code. With
 * `publicUrl` it is a whole address, which can be followed from a log; otherwise it is a path of this server.
 */
export function helpLink (code: string, { language, publicUrl }: { language: Language, publicUrl: string }): string {
  return `<${publicUrl}/docs/${language === 'es' ? 'es/' : ''}errors#${code}>; rel="help"`
}
