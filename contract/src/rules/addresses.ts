/** IP addresses and CIDR ranges (RFC 4632, RFC 4291), without a library: console and server parse them the same way. */

export interface IpAddress {
  family: 4 | 6
  /** The address as a 32-bit or 128-bit number. */
  bits: bigint
}

export interface AddressRange extends IpAddress {
  /** The length of the prefix that all addresses of the range share. */
  prefix: number
}

const widthOf = (family: 4 | 6): number => (family === 4 ? 32 : 128)
/** `::ffff:0:0/96`: how a dual-stack socket reports an IPv4 address. */
const mappedPrefix = 0xffffn

function parseIPv4(text: string): bigint | undefined {
  const parts = text.split('.')
  // A leading zero means octal to some parsers and decimal to others.
  if (parts.length !== 4 || !parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)) return undefined
  return parts.reduce((bits, part) => (bits << 8n) | BigInt(part), 0n)
}

/** The 16-bit groups on one side of `::`; the last can be an IPv4 address. */
function parseGroups(text: string, mayEndInIPv4: boolean): bigint[] | undefined {
  if (text === '') return []
  const parts = text.split(':')
  const groups: bigint[] = []
  for (const [index, part] of parts.entries()) {
    if (/^[\da-f]{1,4}$/i.test(part)) groups.push(BigInt(`0x${part}`))
    else {
      const embedded = mayEndInIPv4 && index === parts.length - 1 ? parseIPv4(part) : undefined
      if (embedded === undefined) return undefined
      groups.push(embedded >> 16n, embedded & 0xffffn)
    }
  }
  return groups
}

function parseIPv6(text: string): bigint | undefined {
  const sides = text.split('::')
  if (sides.length > 2) return undefined
  const [left = '', right] = sides
  const before = parseGroups(left, right === undefined)
  const after = right === undefined ? [] : parseGroups(right, true)
  if (!before || !after) return undefined
  const missing = 8 - before.length - after.length
  if (right === undefined ? missing !== 0 : missing < 1) return undefined
  const groups = [...before, ...Array.from({ length: missing }, () => 0n), ...after]
  return groups.reduce((bits, group) => (bits << 16n) | group, 0n)
}

/** Parses an address; an IPv4 address in IPv6 notation (`::ffff:192.0.2.1`) becomes IPv4. Undefined if it isn't an address. */
export function parseAddress(text: string): IpAddress | undefined {
  if (!text.includes(':')) {
    const bits = parseIPv4(text)
    return bits === undefined ? undefined : { family: 4, bits }
  }
  const bits = parseIPv6(text)
  if (bits === undefined) return undefined
  return bits >> 32n === mappedPrefix ? { family: 4, bits: bits & 0xffffffffn } : { family: 6, bits }
}

/** Parses `192.0.2.0/24`, `2001:db8::/32` or a single address. Bits after the prefix are dropped. Undefined if it is neither. */
export function parseRange(text: string): AddressRange | undefined {
  const [first = '', length, ...more] = text.trim().split('/')
  const address = parseAddress(first)
  if (!address || more.length > 0) return undefined
  const width = widthOf(address.family)
  if (length === undefined) return { ...address, prefix: width }
  if (!/^(?:0|[1-9]\d{0,2})$/.test(length)) return undefined
  // In `::ffff:192.0.2.0/120` the length refers to the IPv6 notation.
  const prefix = Number(length) - (address.family === 4 && first.includes(':') ? 96 : 0)
  if (prefix < 0 || prefix > width) return undefined
  const host = BigInt(width - prefix)
  return { family: address.family, bits: (address.bits >> host) << host, prefix }
}

/** Whether the range includes the address; never across address families. */
export function isInRange(address: IpAddress, range: AddressRange): boolean {
  if (address.family !== range.family) return false
  const host = BigInt(widthOf(range.family) - range.prefix)
  return address.bits >> host === range.bits >> host
}

/** Whether a sign-in from the address is allowed: one of the ranges includes it, or there are none. Ranges never include an unknown address. */
export function isAllowedFrom(address: string | undefined, ranges: readonly AddressRange[]): boolean {
  if (ranges.length === 0) return true
  const parsed = address === undefined ? undefined : parseAddress(address)
  return parsed !== undefined && ranges.some((range) => isInRange(parsed, range))
}

/** The range in its shortest notation (RFC 5952 for IPv6): a single address without its length. */
export function formatRange(range: AddressRange): string {
  const address = range.family === 4 ? formatIPv4(range.bits) : formatIPv6(range.bits)
  return range.prefix === widthOf(range.family) ? address : `${address}/${range.prefix}`
}

const formatIPv4 = (bits: bigint): string => [24n, 16n, 8n, 0n].map((shift) => ((bits >> shift) & 0xffn).toString()).join('.')

function formatIPv6(bits: bigint): string {
  const groups = Array.from({ length: 8 }, (_, index) => (bits >> BigInt(112 - 16 * index)) & 0xffffn)
  const zeros = longestZeros(groups)
  const write = (part: readonly bigint[]) => part.map((group) => group.toString(16)).join(':')
  if (zeros.length < 2) return write(groups)
  return `${write(groups.slice(0, zeros.start))}::${write(groups.slice(zeros.start + zeros.length))}`
}

/** The first of the longest runs of zero groups. */
function longestZeros(groups: readonly bigint[]): { start: number; length: number } {
  let best = { start: 0, length: 0 }
  for (let start = 0; start < groups.length; start++) {
    let length = 0
    while (groups[start + length] === 0n) length++
    if (length > best.length) best = { start, length }
  }
  return best
}
