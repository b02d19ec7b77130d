import { problem } from '@steward/contract/errors'
import { AddressRefused, type OutgoingRules, checkUrl } from '../outgoing/address.ts'
import { urlOfDestination } from './send.ts'

/** Whether events can be sent there, as far as its address says. @throws log_stream_address_invalid */
export function mustBeReachable(destination: Parameters<typeof urlOfDestination>[0], rules: OutgoingRules): void {
  try {
    const { pathname, search, hash } = checkUrl(urlOfDestination(destination), rules)
    if (destination.kind === 'syslog' && `${pathname}${search}${hash}` !== '/') throw new AddressRefused('malformed', 'not host and port')
  } catch (error) {
    if (error instanceof AddressRefused) throw problem('log_stream_address_invalid', {}, { field: 'address' })
    throw error
  }
}
