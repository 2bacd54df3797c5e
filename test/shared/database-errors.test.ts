import { expect, it } from 'vitest'
import { isCollision, isDatabaseOutage } from '../../src/shared/database-errors.ts'

/** An error as Prisma's driver throws it at the begin or the commit of a transaction. */
const ofDriver = (kind: string) => Object.assign(new Error(kind), { name: 'DriverAdapterError', cause: { kind } })

it.each(['ConnectionClosed', 'DatabaseNotReachable', 'TooManyConnections', 'SocketTimeout'])(
  'the driver\'s %s is an outage of the database',
  (kind) => {
    expect(isDatabaseOutage(ofDriver(kind))).toBe(true)
    expect(isCollision(ofDriver(kind))).toBe(false)
  }
)

it('a constraint that the driver reports is none', () => {
  expect(isDatabaseOutage(ofDriver('NullConstraintViolation'))).toBe(false)
})
