import { z } from 'zod'
import { id } from '../../http/ids.ts'
import { enveloped, envelopedList, timestamp } from '../../http/envelope.ts'
import { takingBack } from '../../http/read-only-members.ts'
import { line } from '../../http/texts.ts'

const exampleId = '0199f3a2-7c1e-7b60-9d52-4f1c2a9be003'

const entry = z.object({
  id: z.uuid().meta({ examples: [exampleId] }),
  ipAddress: z.string().meta({
    description: 'Canonical form: IPv6 as in RFC 5952; IPv4-mapped IPv6 as IPv4.', examples: ['198.51.100.0/24']
  }),
  description: z.string().meta({ examples: ['Oficina Providencia'] }),
  createdAt: timestamp
}).meta({ id: 'IpAddressWhiteList' })

export const entries = envelopedList('IpAddressWhiteList', entry)
export const createdEntry = enveloped('IpAddressWhiteList', entry)

const ipAddress = z.string().min(1).max(64).meta({
  description: 'An IPv4 or IPv6 address, or a CIDR range without host bits. IPv6 zones are not supported.',
  examples: ['198.51.100.0/24', '2001:db8:40::/48', '203.0.113.9']
})
const description = line({ max: 200, mayBeEmpty: true }).meta({ examples: ['Oficina Providencia'] })
const confirmEveryone = z.boolean().meta({ description: 'Required for a range that includes every address (0.0.0.0/0 or ::/0).' })

export const createBody = z.strictObject({
  ipAddress, description: description.optional(), confirmEveryone: confirmEveryone.optional()
})

export const updateBody = takingBack(z.strictObject({
  id: id.meta({ examples: [exampleId] }),
  ipAddress: ipAddress.optional(),
  description: description.optional(),
  confirmEveryone: confirmEveryone.optional()
}), entry)
