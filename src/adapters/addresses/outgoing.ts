import { isPublicAddress } from '../../shared/public-addresses.ts'
import { type Resolve, resolveByMachine, resolveByNameServers } from './resolve.ts'

/** Where connections to addresses that tenants choose may go. */
export interface OutgoingAddresses {
  resolve: Resolve
  /** Whether a connection may go to this address. */
  isAllowed: (address: string) => boolean
}

/** The public internet; with `allowPrivate`, for development, this machine and its network as well. */
export function outgoingAddresses ({ allowPrivate }: { allowPrivate: boolean }): OutgoingAddresses {
  return allowPrivate
    ? { resolve: resolveByMachine, isAllowed: () => true }
    : { resolve: resolveByNameServers, isAllowed: isPublicAddress }
}
