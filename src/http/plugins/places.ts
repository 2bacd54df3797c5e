import { availableParallelism } from 'node:os'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { createGate, type Leave } from '../../shared/gate.ts'
import { isStranger, strangerAt } from '../callers.ts'
import { callerOf } from './fair-turns.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives back the place of a request, if it has one. */
    leavePlace: Leave | undefined
  }

  interface FastifyContextConfig {
    /** What comes together is done together, as documents that share a transaction: no number is too many. */
    together?: true
  }
}

/**
 * Of one tenant, while there are others, and of all strangers together, who ask for little but sign-ins: while one
 * waits for the database, the other is worked on. More where there are cores that draw and hash beside one another.
 */
export const placesEach = Math.max(2, availableParallelism())
const waitingEach = 500
// More than one address may begin in a minute (rate-limit.ts). In all there is no bound but that of connections: one
// that crowds from many addresses reach would turn everybody else away.
const waitingOfNetwork = 60
// What takes longer waits for a drawing, a stream or a slow query, and hardly for the event loop.
const mostMs = 1000

/**
 * How many requests one caller has in progress while others want to work, too. What a request does after each of its
 * own waits is nobody's turn (fair-turns.ts) and comes before everybody else's in the round: with a hundred in progress
 * whose answers arrive from the database, all others wait for a hundred pieces of work between any two of their own.
 *
 * Strangers have few places together: addresses cost nothing. They take turns by network.
 */
export const places = fp(async (app) => {
  const ofTenants = createGate({
    atOnceEach: () => app.turns.isShared ? placesEach : Infinity, waitingMax: Infinity, waitingMaxEach: waitingEach
  })
  const ofStrangers = createGate({
    atOnce: placesEach, waitingMax: Infinity, waitingMaxEach: waitingOfNetwork
  })
  app.countHeld('place', () => ofTenants.held() + ofStrangers.held())
  app.decorateRequest('leavePlace', undefined)

  function enter (request: FastifyRequest): Promise<Leave> {
    const caller = callerOf(request)
    const { signal } = request.exchange
    return isStranger(caller) ? ofStrangers.enter(strangerAt(request.ip), signal) : ofTenants.enter(caller, signal)
  }

  app.addHook('preHandler', async (request) => {
    const { operation, alwaysOn, together } = request.routeOptions.config
    if (operation === undefined || alwaysOn || together) return
    const leave = await enter(request)
    const timer = request.actor && setTimeout(leave, mostMs).unref()
    request.leavePlace = () => {
      clearTimeout(timer)
      leave()
    }
    request.exchange.onOver(request.leavePlace)
  })

  // The answer is made: how fast the client reads it is another matter.
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.leavePlace?.()
    done(null, payload)
  })
}, { name: 'places', dependencies: ['exchanges', 'held-counts'] })
