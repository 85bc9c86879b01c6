// Exact arithmetic with decimals such as "-1234.50". Text in, text out, never a float.

export interface Scaled {
  units: bigint
  digits: number
}

function parse(decimal: string): Scaled {
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(decimal) ?? []
  if (whole === '' && fraction === '') throw new Error(`Not a decimal: ${decimal}`)
  const units = BigInt(whole + fraction)
  return { units: sign === '-' ? -units : units, digits: fraction.length }
}

/** At least two decimals, or none where the number has none. */
export function printDecimal({ units, digits }: Scaled): string {
  const shown = digits === 1 ? 2 : digits
  const scaled = (units < 0n ? -units : units) * (digits === 1 ? 10n : 1n)
  const text = scaled.toString().padStart(shown + 1, '0')
  const sign = units < 0n ? '-' : ''
  return shown === 0 ? sign + text : `${sign}${text.slice(0, -shown)}.${text.slice(-shown)}`
}

const scaleTo = ({ units, digits }: Scaled, target: number) => units * 10n ** BigInt(target - digits)

/** "+007.5" is "7.50", "-0.00" is "0.00", "12" stays "12". */
export const normalDecimal = (decimal: string): string => printDecimal(parse(decimal))

export function negateDecimal(decimal: string): string {
  const { units, digits } = parse(decimal)
  return printDecimal({ units: -units, digits })
}

export function addDecimals(a: string, b: string): string {
  const [left, right] = [parse(a), parse(b)]
  const digits = Math.max(left.digits, right.digits)
  return printDecimal({ units: scaleTo(left, digits) + scaleTo(right, digits), digits })
}

export const sumDecimals = (decimals: string[]): string => {
  const parsed = decimals.map(parse)
  const digits = parsed.reduce((most, one) => Math.max(most, one.digits), 0)
  return printDecimal({ units: parsed.reduce((sum, one) => sum + scaleTo(one, digits), 0n), digits })
}

/** Below zero if a is less than b, zero if they are equal. */
export function compareDecimals(a: string, b: string): number {
  const [left, right] = [parse(a), parse(b)]
  const digits = Math.max(left.digits, right.digits)
  const difference = scaleTo(left, digits) - scaleTo(right, digits)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}
