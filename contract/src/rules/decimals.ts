/**
 * Exact arithmetic with decimals as text, such as `1.0842`: positive, without exponent. Rates and amounts are never floats, which
 * can't represent most decimals.
 */

/** `units` × 10^-`scale`. */
interface Decimal {
  units: bigint
  scale: number
}

/** Significant digits of a computed decimal. */
const significantDigits = 15

const form = /^(\d+)(?:\.(\d+))?$/

/** @throws {RangeError} if the text isn't a decimal */
function parse(text: string): Decimal {
  const match = form.exec(text)
  if (!match) throw new RangeError(`${text} is not a decimal`)
  const [, whole = '', fraction = ''] = match
  return { units: BigInt(whole + fraction), scale: fraction.length }
}

/** Without zeros that carry no information: `007.10` is `7.1`. */
function print({ units, scale }: Decimal): string {
  const digits = units.toString().padStart(scale + 1, '0')
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '')
  const whole = digits.slice(0, digits.length - scale)
  return scale === 0 || fraction === '' ? whole : `${whole}.${fraction}`
}

const powersOfTen: bigint[] = []
const tenTo = (exponent: number): bigint => (powersOfTen[exponent] ??= 10n ** BigInt(exponent))

/** The shortest text of a decimal. */
export const canonicalDecimal = (text: string): string => print(parse(text))

/** Negative if `a` is smaller than `b`, positive if it is larger. */
export function compareDecimals(a: string, b: string): number {
  const [left, right] = [parse(a), parse(b)]
  const difference = left.units * tenTo(right.scale) - right.units * tenTo(left.scale)
  return difference === 0n ? 0 : difference < 0n ? -1 : 1
}

/**
 * The product of the `factors` divided by the product of the `divisors`, rounded once: to 15 significant digits, half even (IEEE 754).
 * @throws {RangeError} if a divisor is 0
 */
export function quotient(factors: readonly string[], divisors: readonly string[]): string {
  const above = product(factors)
  const below = product(divisors)
  if (above.units === 0n) return '0'
  return print(rounded(above.units * tenTo(below.scale), below.units * tenTo(above.scale)))
}

export const multiplyDecimals = (a: string, b: string): string => quotient([a, b], [])
export const divideDecimals = (a: string, b: string): string => quotient([a], [b])
export const reciprocal = (text: string): string => quotient([], [text])

function product(texts: readonly string[]): Decimal {
  const all: Decimal = { units: 1n, scale: 0 }
  for (const text of texts) {
    const { units, scale } = parse(text)
    all.units *= units
    all.scale += scale
  }
  return all
}

const limit = tenTo(significantDigits)

/** A positive fraction as a decimal of 15 significant digits. */
function rounded(above: bigint, below: bigint): Decimal {
  // Gives 15 digits, or 16 if the dividend begins with larger digits than the divisor.
  let scale = significantDigits - (above.toString().length - below.toString().length)
  let units = divideHalfEven(above, below, scale)
  if (units >= limit) units = divideHalfEven(above, below, --scale)
  return scale < 0 ? { units: units * tenTo(-scale), scale: 0 } : { units, scale }
}

/** `above` / `below` × 10^`scale`, to an integer. */
function divideHalfEven(above: bigint, below: bigint, scale: number): bigint {
  const dividend = scale > 0 ? above * tenTo(scale) : above
  const divisor = scale < 0 ? below * tenTo(-scale) : below
  const whole = dividend / divisor
  const twice = (dividend % divisor) * 2n
  return twice > divisor || (twice === divisor && whole % 2n === 1n) ? whole + 1n : whole
}
