/** Makes the repositories of a name from what a transaction binds them to. */
export type Factories<Bound extends unknown[]> = Readonly<Record<string, (...bound: Bound) => unknown>>

type Made<Table extends Factories<never>> = { readonly [Name in keyof Table]: ReturnType<Table[Name]> }

/**
 * A table of factories as an object of what they make. Each repository is made at its first use: a transaction uses a
 * few of some dozens, whose functions would otherwise all be created for it. A spread of the object has none of them.
 */
export function lazyRepositories<Bound extends unknown[], Table extends Factories<Bound>> (
  table: Table
): (...bound: Bound) => Made<Table> {
  class Repositories {
    readonly #bound: Bound

    constructor (bound: Bound) {
      this.#bound = bound
    }

    static {
      for (const [name, create] of Object.entries(table)) {
        Object.defineProperty(this.prototype, name, {
          get (this: Repositories): unknown {
            const value = create(...this.#bound)
            // Later uses find it before the getter. Only what is configurable can be replaced by a proxy.
            Object.defineProperty(this, name, { value, configurable: true })
            return value
          }
        })
      }
    }
  }

  return (...bound) => new Repositories(bound) as unknown as Made<Table>
}
