import { lookup as resolve } from 'node:dns/promises'
import { BlockList, type LookupFunction, isIP } from 'node:net'

/**
 * Where pushes may be sent. The address comes from a browser, so from anybody who may sign in: without these rules the server
 * would knock at doors inside its own network for them (server-side request forgery).
 */

export interface PushAddressRules {
  /** Tests only: the loopback, over plain http and on any port. */
  allowLoopback: boolean
}

/** The address is none that pushes may be sent to. */
export class PushAddressRefused extends Error {
  override name = 'PushAddressRefused'
}

const internal = new BlockList()
// Special-purpose addresses (IANA registries of RFC 6890) and multicast.
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  internal.addSubnet(network, bits, 'ipv4')
}
// Teredo and its neighbours, documentation, and 6to4, which wraps addresses of the other family.
internal.addSubnet('2001::', 23, 'ipv6')
internal.addSubnet('2001:db8::', 32, 'ipv6')
internal.addSubnet('2002::', 16, 'ipv6')
internal.addSubnet('3fff::', 20, 'ipv6')
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether an IP address belongs to the public internet, or is the loopback where that is allowed. */
export function isReachable(address: string, { allowLoopback }: PushAddressRules): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (isIP(address) === 0) return false
  if (loopback.check(address, family)) return allowLoopback
  if (family === 'ipv6' && !globalUnicast.check(address, family)) return false
  return !internal.check(address, family)
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

/** The address as far as it can be judged by itself. @throws PushAddressRefused */
export function checkPushUrl(endpoint: string, rules: PushAddressRules): URL {
  const url = URL.parse(endpoint)
  if (!url) throw new PushAddressRefused('not an address')
  const host = hostOf(url)
  if (rules.allowLoopback && url.protocol === 'http:' && isIP(host) !== 0 && isReachable(host, rules)) return url
  if (url.protocol !== 'https:') throw new PushAddressRefused('not https')
  if (url.port !== '') throw new PushAddressRefused('not the port of https')
  if (url.username !== '' || url.password !== '') throw new PushAddressRefused('carries a password')
  // Names are judged by what they lead to.
  if (isIP(host) !== 0 && !isReachable(host, rules)) throw new PushAddressRefused('an internal address')
  return url
}

async function addressesOf(host: string, rules: PushAddressRules): Promise<{ address: string; family: number }[]> {
  const found = await resolve(host, { all: true, verbatim: true })
  // One internal address among public ones is no accident.
  if (found.length === 0 || found.some(({ address }) => !isReachable(address, rules))) {
    throw new PushAddressRefused(`${host} leads to an internal address`)
  }
  return found
}

/** The address, with the name behind it. @throws PushAddressRefused, also where the name leads nowhere */
export async function checkPushAddress(endpoint: string, rules: PushAddressRules): Promise<void> {
  const host = hostOf(checkPushUrl(endpoint, rules))
  try {
    await addressesOf(host, rules)
  } catch (error) {
    throw error instanceof PushAddressRefused ? error : new PushAddressRefused(`${host} is not known`, { cause: error })
  }
}

/**
 * Resolves names for a connection, refusing internal addresses at that very moment: a name that was harmless when it was
 * checked may lead elsewhere when it is used (DNS rebinding).
 */
export function guardedLookup(rules: PushAddressRules): LookupFunction {
  return (host, options, callback) => {
    addressesOf(host, rules).then(
      (found) => {
        if (options.all) return callback(null, found)
        const [first] = found
        callback(null, first?.address ?? '', first?.family)
      },
      (error: Error) => callback(error, ''),
    )
  }
}
