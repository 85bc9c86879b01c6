import { type Currency, digitsOf, maxMinorOf } from '../../../shared/currencies.ts'

interface Amounts {
  in: string
  out: string
  openingBalance: string | null
  closingBalance: string | null
  finest: { row: number; decimals: number }
}

/** "-1234.5" → -123450 in a currency with two decimals. Throws if a decimal would be lost. */
export function toMinor(amount: string, currency: Currency): number {
  const digits = digitsOf(currency)
  const [whole = '', fraction = ''] = amount.split('.')
  const kept = fraction.replace(/0+$/, '')
  const minor = Number(whole + kept.padEnd(digits, '0'))
  if (kept.length > digits || !Number.isSafeInteger(minor))
    throw new RangeError(`Not an amount in ${currency}: ${amount}`)
  return minor === 0 ? 0 : minor
}

/** A balance, or null if the file has none, or one with more decimals than the currency. */
export function balanceIn(balance: string | null, currency: Currency): number | null {
  const decimals = /\.(\d*?)0*$/.exec(balance ?? '')?.[1]?.length ?? 0
  return balance === null || decimals > digitsOf(currency) ? null : toMinor(balance, currency)
}

/** Whether the currency has enough decimals for all amounts of a statement. */
export function fitsCurrency({ finest }: Pick<Amounts, 'finest'>, currency: Currency): boolean {
  return finest.decimals <= digitsOf(currency)
}

/** Why the amounts of a statement cannot be in this currency, as a sentence; null if they can. */
export function problemInCurrency(statement: Amounts, currency: Currency): string | null {
  if (!fitsCurrency(statement, currency)) {
    const digits = digitsOf(currency)
    const allowed = digits === 0 ? 'has none' : `has ${digits}`
    return `Transaction ${statement.finest.row + 1} of this file has ${statement.finest.decimals} decimals, but ${currency} ${allowed}. Please check the currency.`
  }
  const sums = [statement.in, statement.out, statement.openingBalance, statement.closingBalance]
  const largest = Math.max(...sums.map((sum) => Math.abs(Number(sum ?? 0)) * 10 ** digitsOf(currency)))
  return largest > maxMinorOf(currency)
    ? 'The amounts in this file are too large. Please check how its numbers are written.'
    : null
}
