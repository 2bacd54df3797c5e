import { useMe } from '../session/session.ts'
import { useText } from '../text/text.tsx'

/** Where documents go: 1 is the SII, 2 the simulator. */
const simulator = 2

/** Where what is issued now goes, within a sentence: `Producción`. */
export function useWhere (): string {
  const { text: { where } } = useText()
  const { tenant: { environment, taxAuthority } } = useMe()
  if (taxAuthority === simulator) return where.simulator
  return environment === 'production' ? where.production : where.certification
}
