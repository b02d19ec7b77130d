import { AddressRefused, type OutgoingRules, checkAddress, checkUrl, exceptionsFrom, noExceptions } from '../outgoing/address.ts'

/** Where pushes can be sent. The address comes from a browser, so from anyone who can sign in. */

/** Loopback addresses, over plain http and on any port, are for tests only. */
export const pushRules = (settings: { allowLoopback: boolean }): OutgoingRules => ({
  exceptions: settings.allowLoopback ? exceptionsFrom(['127.0.0.0/8', '::1']) : noExceptions,
})

/**
 * Checks the address without resolving its name.
 * @throws AddressRefused
 */
export function checkPushUrl(endpoint: string, rules: OutgoingRules): URL {
  const url = checkUrl(endpoint, rules)
  if (url.protocol === 'https:' && url.port !== '') throw new AddressRefused('malformed', 'not the port of https')
  return url
}

/**
 * Checks the address and what its name resolves to.
 * @throws AddressRefused, also if the name doesn't resolve
 */
export async function checkPushAddress(endpoint: string, rules: OutgoingRules): Promise<void> {
  checkPushUrl(endpoint, rules)
  await checkAddress(endpoint, rules)
}
