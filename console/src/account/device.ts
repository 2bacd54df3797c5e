// The first that fits: browsers name those before them, too.
const browsers: Array<[RegExp, string]> = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'], [/\bOPR\//, 'Opera'], [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrom(?:e|ium)\/|\bHeadlessChrome\/|\bCriOS\//, 'Chrome'], [/\bSafari\//, 'Safari']
]
const systems: Array<[RegExp, string]> = [
  [/\biPhone\b/, 'iPhone'], [/\biPad\b/, 'iPad'], [/\bAndroid\b/, 'Android'], [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'], [/\bLinux\b/, 'Linux']
]

/** What a client calls itself, as people know it: "Firefox, Windows"; undefined for none. */
export function deviceOf (userAgent: string): string | undefined {
  const named = (names: Array<[RegExp, string]>) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const known = [named(browsers), named(systems)].filter((name) => name !== undefined)
  if (known.length > 0) return known.join(', ')
  return userAgent.split(/[ /]/, 1)[0] || undefined
}
