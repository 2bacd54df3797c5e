/** T while it is made: each member that it may lack is there, if only as undefined. */
type Draft<T> = { [K in keyof T]: object extends Pick<T, K> ? T[K] | undefined : T[K] }

/** An object without the members that are undefined, as exact optional members demand. */
export function present<T extends object> (draft: Draft<T>): T {
  return joined(draft) as T
}

/** The type of a draft without its undefined members. */
type Present<T> =
  & { [K in keyof T as undefined extends T[K] ? never : K]: T[K] }
  & { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> }
type Joined<Parts> = Parts extends [infer First, ...infer Rest] ? Present<First> & Joined<Rest> : unknown

/** One object of the members of several, without those that are undefined: faster than spreading them. */
export function joined<Parts extends object[]> (...parts: Parts): Joined<Parts> {
  const whole: Record<string, unknown> = {}
  for (const part of parts as Record<string, unknown>[]) {
    for (const member in part) {
      const value = part[member]
      if (value !== undefined) whole[member] = value
    }
  }
  return whole as Joined<Parts>
}
