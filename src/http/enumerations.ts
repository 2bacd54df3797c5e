import { z } from 'zod'
import { userTypes } from '../services/actor.ts'

// Enumerations of the contract that several groups answer with.

export const userType = z.union([z.literal(1), z.literal(2), z.literal(9)]).meta({
  id: 'EnumUserType',
  description: 'Type of user: 1 has the role Administrator, 9 operates the server.',
  'x-enum-varnames': [userTypes[1].name, userTypes[2].name, userTypes[9].name],
  examples: [2]
})

export const taxAuthority = z.union([z.literal(1), z.literal(2)]).meta({
  id: 'EnumTaxAuthority',
  description: 'The SII environment that receives the documents.',
  'x-enum-varnames': ['Sii', 'Simulator'],
  examples: [2]
})
