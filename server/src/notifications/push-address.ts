import { AddressRefused, type OutgoingRules, checkAddress, checkUrl, exceptionsFrom, noExceptions } from '../outgoing/address.ts'

/** Where pushes may be sent. The address comes from a browser, so from anybody who may sign in. */

/** The loopback, over plain http and on any port, is for tests only. */
export const pushRules = (settings: { allowLoopback: boolean }): OutgoingRules => ({
  exceptions: settings.allowLoopback ? exceptionsFrom(['127.0.0.0/8', '::1']) : noExceptions,
})

/** The address as far as it can be judged by itself. @throws AddressRefused */
export function checkPushUrl(endpoint: string, rules: OutgoingRules): URL {
  const url = checkUrl(endpoint, rules)
  if (url.protocol === 'https:' && url.port !== '') throw new AddressRefused('malformed', 'not the port of https')
  return url
}

/** The address, with the name behind it. @throws AddressRefused, also where the name leads nowhere */
export async function checkPushAddress(endpoint: string, rules: OutgoingRules): Promise<void> {
  checkPushUrl(endpoint, rules)
  await checkAddress(endpoint, rules)
}
