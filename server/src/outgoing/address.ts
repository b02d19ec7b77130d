import { lookup as resolveName } from 'node:dns/promises'
import { BlockList, type LookupFunction, isIP } from 'node:net'

/**
 * Where the server can connect for URLs that users enter. Without these rules it could be used to reach its own network
 * (server-side request forgery).
 */

/** The host of a URL, without the brackets of IPv6. */
type Host = string

interface ResolvedAddress {
  address: string
  family: number
}

export type Resolve = (host: Host) => Promise<ResolvedAddress[]>

/** Allowed although internal, also over plain http. */
export interface Exceptions {
  isEmpty: boolean
  hasHost(host: Host): boolean
  hasAddress(address: string): boolean
}

export interface OutgoingRules {
  exceptions: Exceptions
  /** The system's resolver, unless a test passes its own. */
  resolve?: Resolve
}

export type AddressFault = 'malformed' | 'not_https' | 'has_credentials' | 'not_public' | 'unknown_host'

/** The server refuses to connect there. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
  readonly fault: AddressFault

  constructor(fault: AddressFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
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
// Teredo and related ranges, documentation, and 6to4, which wraps IPv4 addresses.
internal.addSubnet('2001::', 23, 'ipv6')
internal.addSubnet('2001:db8::', 32, 'ipv6')
internal.addSubnet('2002::', 16, 'ipv6')
internal.addSubnet('3fff::', 20, 'ipv6')
// All other special IPv6 ranges (loopback, link-local, unique local, multicast, mapped and translated IPv4) are outside of
// this.
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Whether an IP address belongs to the public internet. */
export function isPublic(address: string): boolean {
  const family = familyOf(address)
  if (isIP(address) === 0) return false
  if (family === 'ipv6' && !globalUnicast.check(address, family)) return false
  return !internal.check(address, family)
}

interface Range {
  address: string
  bits: number
}

function rangeOf(entry: string): Range | undefined {
  const [address = '', length, ...rest] = entry.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  const bits = length === undefined ? most : /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN
  return rest.length === 0 && most > 0 && bits <= most ? { address, bits } : undefined
}

const hostName = /^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*$/i

/** Whether this is an address, a range (`10.0.0.0/8`) or a host name. */
export const isException = (entry: string): boolean => rangeOf(entry) !== undefined || (hostName.test(entry) && !/^[\d./:]+$/.test(entry))

/** Combines addresses, ranges and host names into one rule. */
export function exceptionsFrom(entries: readonly string[]): Exceptions {
  const ranges = new BlockList()
  const hosts = new Set<string>()
  for (const entry of entries) {
    const range = rangeOf(entry)
    if (range) ranges.addSubnet(range.address, range.bits, familyOf(range.address))
    else hosts.add(entry.toLowerCase())
  }
  return {
    isEmpty: entries.length === 0,
    hasHost: (host) => hosts.has(host.toLowerCase()),
    hasAddress: (address) => isIP(address) !== 0 && ranges.check(address, familyOf(address)),
  }
}

export const noExceptions: Exceptions = exceptionsFrom([])

export const hostOf = ({ hostname }: URL): Host => hostname.replace(/^\[(.*)\]$/, '$1')

const mayConnect = (address: string, protocol: string, { exceptions }: OutgoingRules): boolean =>
  exceptions.hasAddress(address) || (protocol === 'https:' && isPublic(address))

/**
 * Checks the URL without resolving its name, which is checked at connection time.
 * @throws AddressRefused
 */
export function checkUrl(text: string | URL, rules: OutgoingRules): URL {
  const url = typeof text === 'string' ? URL.parse(text) : text
  if (!url || url.hostname === '') throw new AddressRefused('malformed', 'not an address')
  const host = hostOf(url)
  const { exceptions } = rules
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && !exceptions.isEmpty)) throw new AddressRefused('not_https', 'not https')
  if (url.username !== '' || url.password !== '') throw new AddressRefused('has_credentials', 'carries a password')
  if (isIP(host) !== 0 && !mayConnect(host, url.protocol, rules)) throw new AddressRefused('not_public', 'an internal address')
  return url
}

const systemResolve: Resolve = (host) => resolveName(host, { all: true, verbatim: true })

async function addressesOf(host: Host, protocol: string, rules: OutgoingRules): Promise<ResolvedAddress[]> {
  const found = await (rules.resolve ?? systemResolve)(host).catch((error: unknown) => {
    throw new AddressRefused('unknown_host', `${host} is not known`, { cause: error })
  })
  if (found.length === 0) throw new AddressRefused('unknown_host', `${host} is not known`)
  // One internal address among public ones is suspicious.
  if (!rules.exceptions.hasHost(host) && !found.every(({ address }) => mayConnect(address, protocol, rules))) {
    throw new AddressRefused('not_public', `${host} leads to an internal address`)
  }
  return found
}

/**
 * Checks the URL and what its name resolves to now; `guardedLookup` checks again for each connection.
 * @throws AddressRefused, also if the name doesn't resolve
 */
export async function checkAddress(text: string, rules: OutgoingRules): Promise<void> {
  const url = checkUrl(text, rules)
  await addressesOf(hostOf(url), url.protocol, rules)
}

/**
 * Resolves names for a connection and refuses internal addresses at that moment: a name that was harmless when checked can
 * resolve elsewhere later (DNS rebinding).
 */
export function guardedLookup(protocol: string, rules: OutgoingRules): LookupFunction {
  return (host, options, callback) => {
    addressesOf(host, protocol, rules).then(
      (found) => {
        if (options.all) return callback(null, found)
        const [first] = found
        callback(null, first?.address ?? '', first?.family)
      },
      (error: Error) => callback(error, ''),
    )
  }
}
