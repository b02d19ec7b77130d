import ipaddr from 'ipaddr.js'

/** A home or office has one IPv4 address, or one IPv6 /64 network. */
export function networkOf(address: string): string {
  return ipaddr.process(address).kind() === 'ipv4' ? ipaddr.process(address).toString() : rangeOf(address)
}

/** The neighborhood of an address, which one person can often change within: IPv4 /24, IPv6 /64. */
export function rangeOf(address: string): string {
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4'
    ? `${ipaddr.IPv4.networkAddressFromCIDR(`${parsed.toString()}/24`).toString()}/24`
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`
}
