import { isCurrency } from '../../shared/currencies.ts'
import { parseMoney } from '../../shared/money.ts'

interface AmountReading {
  /** The decimals of the currencies in which the text means this amount. */
  digits: 0 | 2 | 3
  minor: number
}

/** A currency with each number of decimals, of those with the highest limit. */
const examples = [
  [0, 'VND'],
  [2, 'IDR'],
  [3, 'IQD'],
] as const

/** Returns what a text means as an amount, in currencies of all decimals. One that can be read in two ways gives both. */
export function amountReadings(text: string, locale: string): AmountReading[] {
  const number = withoutCurrency(text.trim())
  return examples.flatMap(([digits, currency]): AmountReading[] => {
    const parsed = parseMoney(number, { currency, locale })
    if (parsed.ok) return parsed.minor < 0 ? [] : [{ digits, minor: parsed.minor }]
    if (parsed.reason !== 'ambiguous') return []
    const thousandths = Number(number.replace(/\D/g, ''))
    const whole = { digits, minor: thousandths * 10 ** digits }
    return digits === 3 ? [whole, { digits, minor: thousandths }] : [whole]
  })
}

const sign = String.raw`[A-Za-z]{0,3}\p{Sc}|[A-Za-z]{3}`
const signs = [
  new RegExp(String.raw`^(${sign})\s*(?=\d)`, 'u'),
  new RegExp(String.raw`(?<=\d)\s*(${sign})$`, 'u'),
]

/** "€50", "50 CHF" and "US$ 50" are looked for as 50. */
function withoutCurrency(text: string): string {
  for (const pattern of signs) {
    const found = pattern.exec(text)?.[1] ?? ''
    if (/\p{Sc}/u.test(found) || isCurrency(found.toUpperCase())) return text.replace(pattern, '')
  }
  return text
}
