import { type Currency, digitsOf, maxMinorOf } from '../../shared/currencies.ts'
import {
  type MoneyFormat,
  type MoneyProblem,
  formatAmount,
  formatMoney,
  parseMoney,
  rescaleMinor,
} from '../../shared/money.ts'
import { parseThousandths, thousandthsText } from '../../shared/thousandths.ts'

/** Minor units, null if the field is empty, or why the text is no amount; with the text if it can be read in two ways. */
export type TypedAmount = number | Exclude<MoneyProblem, 'empty' | 'ambiguous'> | `ambiguous ${string}` | null

export function readTypedAmount(text: string, format: MoneyFormat): TypedAmount {
  const parsed = parseMoney(text, format)
  if (parsed.ok) return parsed.minor
  if (parsed.reason === 'empty') return null
  return parsed.reason === 'ambiguous' ? `ambiguous ${text.trim()}` : parsed.reason
}

/**
 * Returns what a typed amount becomes in another currency. The number stays: 5.00 becomes 5 where there are no decimals,
 * and 5.50 an error. `text` is what the field shows, to read again what was no amount.
 */
export function typedAmountIn(
  typed: TypedAmount,
  { from, to, text }: { from: Currency; to: Currency; text: string },
): TypedAmount {
  if (typeof typed !== 'number') return readTypedAmount(text, { currency: to })
  const minor = rescaleMinor(typed, from, to)
  if (minor === null) return 'too-many-decimals'
  return minor > maxMinorOf(to) ? 'too-large' : minor
}

const decimals = { 0: 'no decimals', 2: 'at most two decimals', 3: 'at most three decimals' }

/** The message for text that is not an amount; undefined for an amount and an empty field. */
export function typedAmountMessage(typed: TypedAmount, format: MoneyFormat): string | undefined {
  const digits = digitsOf(format.currency)
  if (typed === 'too-large')
    return `The amount can be at most ${formatMoney(maxMinorOf(format.currency), format)}.`
  if (typed === 'too-many-decimals') {
    return digits === 0
      ? `Amounts in ${format.currency} have no decimals.`
      : `Please use ${decimals[digits]}.`
  }
  if (typed === 'not-a-number')
    return `Please write the amount like ${formatAmount(exampleOf(digits), format)}.`
  if (typeof typed !== 'string') return undefined
  const text = typed.slice('ambiguous '.length)
  const whole = Number(text.replace(/\D/g, ''))
  const thousands = formatAmount(whole * 10 ** digits, format)
  const small = formatAmount(Math.trunc(whole / 10 ** (3 - digits)), format)
  return twoReadings(text, thousands, small)
}

/** The message for a quantity or percentage that can be read in two ways; undefined for any other text. */
export function typedNumberMessage(text: string, locale?: string): string | undefined {
  if (parseThousandths(text, locale) !== 'ambiguous') return undefined
  const digits = Number(text.replace(/\D/g, ''))
  return twoReadings(text.trim(), thousandthsText(digits * 1000, locale), thousandthsText(digits, locale))
}

function twoReadings(text: string, one: string, other: string): string {
  return `“${text}” could mean ${one} or ${other}. Please write the one you mean.`
}

/** 1,234.50 */
const exampleOf = (digits: number) => Math.trunc(1234.5 * 10 ** digits)
