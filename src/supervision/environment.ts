import { parseEndings, type EndingCounts } from './endings.ts'

// Passed from supervisor to program: no setting of the operator's, and not in .env.example.
const variable = 'TIMBRE_UNEXPECTED_ENDINGS'

export function environmentOfChild (endings: EndingCounts): NodeJS.ProcessEnv {
  return { ...process.env, [variable]: JSON.stringify(endings) }
}

/** How often the supervisor of this process has started it again, and why. */
export function endingsOfProcess (): EndingCounts {
  return parseEndings(process.env[variable])
}
