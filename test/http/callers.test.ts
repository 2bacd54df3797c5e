import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import {
  callerAt, callerGoingOn, groupOf, isStranger, noteRefused, noteTenant, strangerAt
} from '../../src/http/callers.ts'
import { newId } from '../../src/shared/ids.ts'

describe('a connection', () => {
  it('is its network until a tenant is proven on it', () => {
    const socket = new Socket()
    const before = callerAt(socket)
    noteTenant(socket, 'andes')

    expect([isStranger(before), callerAt(socket), isStranger('andes')]).toEqual([true, 'andes', false])
  })

  it('that carries several tenants is its network, for good', () => {
    const socket = new Socket()
    for (const tenant of ['andes', 'boreal', 'boreal']) noteTenant(socket, tenant)
    noteRefused(socket)
    noteTenant(socket, 'boreal')

    expect(isStranger(callerAt(socket))).toBe(true)
  })

  it('on which keys are refused is its network, until a tenant is proven again', () => {
    const socket = new Socket()
    noteTenant(socket, 'andes')
    noteRefused(socket)
    const refused = callerAt(socket)
    noteTenant(socket, 'boreal')

    expect([isStranger(refused), callerAt(socket)]).toEqual([true, 'boreal'])
  })

  it('is of one network with those of its /64', () => {
    expect(strangerAt('2001:db8::1')).toBe(strangerAt('2001:db8::2'))
  })
})

it('requests of tenants, of strangers, above tenants and tasks are groups', () => {
  const tenantId = newId()

  expect([
    callerGoingOn({ tenantId, isTask: false }), strangerAt('192.0.2.1'), callerGoingOn({ tenantId: undefined, isTask: false }),
    callerGoingOn({ tenantId, isTask: true }), callerGoingOn({ tenantId: undefined, isTask: true })
  ].map(groupOf)).toEqual(['tenants', 'strangers', 'above', 'tasks', 'tasks'])
  expect(callerGoingOn({ tenantId, isTask: false })).toBe(tenantId)
})
