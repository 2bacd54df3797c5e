import { parseEndings, type EndingCounts } from './endings.ts'

// Passed from supervisor to program; not a setting, so not in .env.example.
const variable = 'TIMBRE_UNEXPECTED_ENDINGS'

export function environmentOfChild (endings: EndingCounts): NodeJS.ProcessEnv {
  return { ...process.env, [variable]: JSON.stringify(endings) }
}

/** How often, and why, the supervisor has restarted this process. */
export function endingsOfProcess (): EndingCounts {
  return parseEndings(process.env[variable])
}
