import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalDecimal, compareDecimals, divideDecimals, multiplyDecimals, quotient, reciprocal } from './decimals.ts'

/** A fraction of whole numbers, which the decimals are compared with: it knows nothing of digits and scales. */
interface Fraction {
  above: bigint
  below: bigint
}

const fractionOf = (text: string): Fraction => {
  const [whole = '', fraction = ''] = text.split('.')
  let below = 1n
  for (const _ of fraction) below *= 10n
  return { above: BigInt(whole) * below + BigInt(fraction || '0'), below }
}
const times = (a: Fraction, b: Fraction): Fraction => ({ above: a.above * b.above, below: a.below * b.below })
const inverse = ({ above, below }: Fraction): Fraction => ({ above: below, below: above })
/** a - b, as a comparison needs it. */
const minus = (a: Fraction, b: Fraction): Fraction => ({ above: a.above * b.below - b.above * a.below, below: a.below * b.below })
const absolute = ({ above, below }: Fraction): Fraction => ({ above: above < 0n ? -above : above, below })

/** Holds if no decimal of 15 significant digits is nearer to the exact result, and the last digit is even between two. */
function expectRounded(text: string, exact: Fraction): void {
  expect(text).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/)
  const digits = text.replace('.', '').replace(/^0+/, '').replace(/0+$/, '')
  expect(digits.length).toBeLessThanOrEqual(15)
  const rounded = fractionOf(text)
  // The distance between neighbors of 15 digits: 10^(magnitude - 14).
  const [whole = '', fraction = ''] = text.split('.')
  const magnitude = whole === '0' ? -(fraction.length - fraction.replace(/^0+/, '').length) - 1 : whole.length - 1
  const exponent = magnitude - 14
  const step: Fraction = exponent < 0 ? { above: 1n, below: 10n ** BigInt(-exponent) } : { above: 10n ** BigInt(exponent), below: 1n }
  const error = absolute(minus(exact, rounded))
  const excess = minus(times(error, { above: 2n, below: 1n }), step).above
  expect(excess <= 0n, `${text} is not the nearest`).toBe(true)
  if (excess === 0n) {
    const last = (rounded.above * step.below) / (rounded.below * step.above)
    expect(last % 2n, `${text} is odd`).toBe(0n)
  }
}

const digits = (minLength: number, maxLength: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength })
const decimal = fc
  .oneof(
    fc.tuple(digits(1, 18), digits(0, 18)),
    // Few digits, so that results lie between two decimals often.
    fc.tuple(fc.constantFrom('0', '1', '5', '25', '125'), fc.constantFrom('', '5', '25', '0000000000000005', '00000000000001')),
    fc.tuple(digits(8, 8), digits(8, 8)),
  )
  .map(([whole, fraction]) => (fraction === '' ? whole : `${whole}.${fraction}`))
  .filter((text) => /[1-9]/.test(text))

test('rounds products, quotients and reciprocals to the nearest of 15 digits', () => {
  fc.assert(
    fc.property(decimal, decimal, (a, b) => {
      const [left, right] = [fractionOf(a), fractionOf(b)]
      expectRounded(multiplyDecimals(a, b), times(left, right))
      expectRounded(divideDecimals(a, b), times(left, inverse(right)))
      expectRounded(reciprocal(a), inverse(left))
      expectRounded(quotient([a, b], [b]), left)
    }),
    { numRuns: 10_000 },
  )
}, 60_000)

test('compares and prints exactly', () => {
  fc.assert(
    fc.property(decimal, decimal, (a, b) => {
      const difference = minus(fractionOf(a), fractionOf(b)).above
      expect(Math.sign(compareDecimals(a, b))).toBe(difference < 0n ? -1 : difference > 0n ? 1 : 0)
      expect(canonicalDecimal(a)).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/)
      expect(minus(fractionOf(canonicalDecimal(a)), fractionOf(a)).above).toBe(0n)
    }),
    { numRuns: 10_000 },
  )
})

test.each([
  ['007.10', '7.1'],
  ['0.000', '0'],
  ['100', '100'],
  ['100.00', '100'],
  ['0.000000000000000001', '0.000000000000000001'],
])('prints %s as %s', (text, expected) => {
  expect(canonicalDecimal(text)).toBe(expected)
})

test.each([
  ['a tie to the even digit below', quotient(['1000000000000.005'], []), '1000000000000'],
  ['a tie to the even digit above', quotient(['1000000000000.015'], []), '1000000000000.02'],
  ['more than a tie up', quotient(['1000000000000.0050000000000001'], []), '1000000000000.01'],
  ['a carry through all digits', quotient(['9999999999999999'], []), '10000000000000000'],
  ['a third', reciprocal('3'), '0.333333333333333'],
  ['two thirds', divideDecimals('2', '3'), '0.666666666666667'],
  ['a small number', reciprocal('123456789012345678'), '0.0000000000000000081000000729'],
  ['a large number', multiplyDecimals('999999999999999999', '999999999999999999'), '1000000000000000000000000000000000000'],
  ['nothing', multiplyDecimals('0', '5'), '0'],
])('rounds %s', (_, actual, expected) => {
  expect(actual).toBe(expected)
})

test.each(['', '1e5', '-1', '.5', '5.', '1,5', ' 1', 'NaN'])('refuses %j', (text) => {
  expect(() => canonicalDecimal(text)).toThrow(RangeError)
})
test('refuses to divide by 0', () => {
  expect(() => reciprocal('0.0')).toThrow(RangeError)
})
