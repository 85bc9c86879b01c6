import { type MoneyFormat, formatMoney } from '../../../shared/money.ts'
import type { OtherCurrency } from '../../figures/contract.ts'
import { addSums } from '../../figures/sum-rules.ts'
import { listed, notConverted } from '../../figures/web/other-currency-text.ts'
import type { Dashboard } from '../contract.ts'

export type CashFlowMonth = Dashboard['months'][number]

/** The figures of a month that can be opened, with their labels. */
export const monthFigures = {
  received: 'Received',
  spent: 'Spent',
  'left-over': 'Left over',
} as const
export type MonthFigure = keyof typeof monthFigures

const shortMonths = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const longMonths = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Returns a month such as "Nov". */
export function shortMonth(month: string): string {
  return shortMonths.format(new Date(`${month}T00:00:00Z`))
}

/** Returns a month such as "November 2026". */
export function longMonth(month: string): string {
  return longMonths.format(new Date(`${month}T00:00:00Z`))
}

/** Returns a month as the figures API expects it, such as "2026-11". */
export function monthKey(month: string): string {
  return month.slice(0, 7)
}

export function leftOver({ inMinor, outMinor }: Pick<CashFlowMonth, 'inMinor' | 'outMinor'>): number {
  return inMinor - outMinor
}

/** Adds a plus sign to positive amounts, so that the sign does not depend on color alone. */
export function signedMoney(minor: number, format: MoneyFormat): string {
  return minor > 0 ? `+${formatMoney(minor, format)}` : formatMoney(minor, format)
}

/** What is not in the months, because there is no exchange rate; null if everything is. */
export function notConvertedText(months: readonly CashFlowMonth[]): string | null {
  const total = (otherOf: (month: CashFlowMonth) => OtherCurrency[]) =>
    notConverted(addSums(months.map((month) => ({ minor: 0, count: 0, other: otherOf(month) }))).other)
  const received = total(({ inOther }) => inOther)
  const spent = total(({ outOther }) => outOther)
  const texts = [
    ...(received.length > 0 ? [`${listed(received)} received`] : []),
    ...(spent.length > 0 ? [`${listed(spent)} spent`] : []),
  ]
  return texts.length === 0 ? null : `Not included, as there is no exchange rate: ${texts.join('; ')}.`
}
