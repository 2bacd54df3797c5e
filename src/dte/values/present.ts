/** An object without the members that are undefined, as exact optional members demand. */
export function present<T extends object> (
  draft: { [K in keyof T]: object extends Pick<T, K> ? T[K] | undefined : T[K] }
): T {
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined)) as T
}
