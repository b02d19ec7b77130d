import { BlockList, isIP } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatRange, isAllowedFrom, isInRange, parseAddress, parseRange } from './addresses.ts'

const ipv4 = fc.ipV4()
const ipv6 = fc.ipV6()
/** Two addresses close to each other, so that a range around one often includes the other. */
const neighbours = fc
  .tuple(ipv4, fc.integer({ min: 0, max: 255 }))
  .map(([text, last]) => [text, text.replace(/\d+$/, String(last))] as const)

const rangesIn = (text: string) => [parseRange(text)].filter((range) => range !== undefined)

describe('addresses', () => {
  it('parses the same addresses as Node', () => {
    fc.assert(
      fc.property(fc.oneof(ipv4, ipv6, fc.string(), fc.stringMatching(/^[\d.:a-f]{1,20}$/)), (text) => {
        expect(parseAddress(text) !== undefined).toBe(isIP(text) !== 0)
      }),
      { numRuns: 2_000 },
    )
  })

  it.each(['01.2.3.4', '1.2.3', '1.2.3.256', '::1::', '1:2:3:4:5:6:7', '1:2:3:4:5:6:7::8:9', 'fe80::1%eth0', '', ' '])(
    'refuses %j',
    (text) => {
      expect(parseAddress(text)).toBeUndefined()
    },
  )

  it('treats an IPv4 address in IPv6 notation as IPv4', () => {
    expect(parseAddress('::ffff:192.0.2.1')).toEqual(parseAddress('192.0.2.1'))
    expect(isAllowedFrom('::ffff:192.0.2.1', rangesIn('192.0.2.0/24'))).toBe(true)
  })
})

describe('ranges', () => {
  it('include the same addresses as in Node', () => {
    const pair = fc.oneof(
      fc.tuple(neighbours, fc.integer({ min: 0, max: 32 })).map(([[a, b], prefix]) => ({ a, b, prefix, family: 'ipv4' as const })),
      fc.tuple(ipv6, ipv6, fc.integer({ min: 0, max: 128 })).map(([a, b, prefix]) => ({ a, b, prefix, family: 'ipv6' as const })),
    )
    fc.assert(
      fc.property(pair, ({ a, b, prefix, family }) => {
        const range = parseRange(`${a}/${prefix}`)
        const address = parseAddress(b)
        // Ranges of mapped addresses shorter than the mapping itself are refused.
        if (!range || !address || range.family !== address.family) return
        const list = new BlockList()
        list.addSubnet(a, prefix, family)
        expect(isInRange(address, range)).toBe(list.check(b, family))
        expect(isInRange(parseAddress(a) ?? address, range)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  it('have one notation, which parses back to the same range', () => {
    const text = fc.oneof(
      fc.tuple(ipv4, fc.integer({ min: 0, max: 32 })).map(([a, prefix]) => `${a}/${prefix}`),
      fc.tuple(ipv6, fc.integer({ min: 0, max: 128 })).map(([a, prefix]) => `${a}/${prefix}`),
    )
    fc.assert(
      fc.property(text, (given) => {
        const range = parseRange(given)
        if (!range) return
        expect(parseRange(formatRange(range))).toEqual(range)
        expect(formatRange(parseRange(formatRange(range)) ?? range)).toBe(formatRange(range))
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    ['10.1.2.3/8', '10.0.0.0/8'],
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7/32', '192.0.2.7'],
    ['2001:DB8:0:0:1:0:0:1/128', '2001:db8::1:0:0:1'],
    ['2001:db8::/32', '2001:db8::/32'],
    ['::/0', '::/0'],
    ['::ffff:192.0.2.0/120', '192.0.2.0/24'],
  ])('%s is written %s', (given, written) => {
    const range = parseRange(given)
    expect(range && formatRange(range)).toBe(written)
  })

  it.each(['10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/08', '10.0.0.0/', '::/129', '10.0.0.0/8/8', 'company.com', '::ffff:1.2.3.4/64'])(
    'refuses %s',
    (text) => {
      expect(parseRange(text)).toBeUndefined()
    },
  )

  it('allow everyone if there are none, and refuse an unknown address if there are some', () => {
    expect(isAllowedFrom(undefined, [])).toBe(true)
    expect(isAllowedFrom(undefined, rangesIn('0.0.0.0/0'))).toBe(false)
    expect(isAllowedFrom('2001:db8::1', rangesIn('0.0.0.0/0'))).toBe(false)
  })
})
