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

it('a violated constraint is not an outage', () => {
  expect(isDatabaseOutage(ofDriver('NullConstraintViolation'))).toBe(false)
})

it.each([
  'Connection terminated unexpectedly', 'timeout expired', 'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable'
])('an error that pg reports without a code is an outage: %s', (message) => {
  expect(isDatabaseOutage(new Error(message))).toBe(true)
})

it('another timeout is not an outage', () => {
  expect(isDatabaseOutage(new Error('timeout expired for the PDF'))).toBe(false)
})
