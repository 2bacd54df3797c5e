import { z } from 'zod'

export const kind = z.enum(['DTE', 'BOLETA']).meta({
  description: 'The journey: of all types but boletas, or of boletas.', examples: ['DTE']
})
