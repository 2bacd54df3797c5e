import { parseArgs } from 'node:util'

export interface Options {
  full: boolean
  rounds: number
  seconds: number
  inFlight: number
  tenants: number[]
  /** Processes of the service, all over one PostgreSQL. */
  instances: number
  lines: number[]
  /** How long one window of the spread scenario lasts; 0 leaves it out. */
  spreadSeconds: number
  /** Each window begins right after a checkpoint. */
  checkpoint: boolean
  /** Settings of PostgreSQL by name. */
  postgres: Record<string, string>
  /** The folder that keeps the tenants for the next time. */
  keep: string | undefined
  build: boolean
  json: string | undefined
}

const short = {
  rounds: '3', seconds: '4', 'in-flight': '64', tenants: '1,20,200,2000', lines: '5', instances: '1', 'spread-seconds': '15'
}
const full = { ...short, rounds: '5', seconds: '10', lines: '5,60', 'spread-seconds': '60' }

/** Throws TypeError for options that it does not know and values that are no whole numbers. */
export function readOptions (args: string[]): Options {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const
  const { values } = parseArgs({
    args,
    options: {
      rounds: text, seconds: text, 'in-flight': text, tenants: text, lines: text, instances: text, 'spread-seconds': text, json: text,
      keep: text, postgres: { ...text, multiple: true, default: [] }, checkpoint: flag, full: flag, 'no-build': flag
    }
  })
  const chosen = { ...(values.full ? full : short), ...values }
  const one = (name: keyof typeof short): number => numbersOf(name, chosen[name])[0] ?? 0
  return {
    full: values.full ?? false,
    rounds: one('rounds'),
    seconds: one('seconds'),
    inFlight: one('in-flight'),
    tenants: numbersOf('tenants', chosen.tenants),
    lines: numbersOf('lines', chosen.lines),
    instances: Math.max(1, one('instances')),
    spreadSeconds: one('spread-seconds'),
    checkpoint: values.checkpoint ?? false,
    postgres: Object.fromEntries(values.postgres.map((setting) => settingOf(setting))),
    keep: values.keep,
    build: !values['no-build'],
    json: values.json
  }
}

function numbersOf (name: string, list: string): number[] {
  return list.split(',').map((item) => {
    if (!/^\d{1,6}$/.test(item)) throw new TypeError(`--${name}: "${item}" is not a whole number`)
    return Number(item)
  })
}

function settingOf (text: string): [name: string, value: string] {
  const [, name = '', value = ''] = /^(\w+)=(.+)$/.exec(text) ?? []
  if (name === '') throw new TypeError(`--postgres: "${text}" is not name=value`)
  return [name, value]
}
