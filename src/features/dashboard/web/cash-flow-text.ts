import { formatAmount, formatMoney } from '../../../shared/money.ts'
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

export function leftOver({ inMinor, outMinor }: CashFlowMonth): number {
  return inMinor - outMinor
}

/** Adds a plus sign to positive amounts, so that the sign does not depend on color alone. */
export function signedMoney(minor: number): string {
  return minor > 0 ? `+${formatMoney(minor)}` : formatMoney(minor)
}

const units = [
  { from: 100_000_000_000, unit: 'B', minor: 100_000_000_000 },
  { from: 100_000_000, unit: 'M', minor: 100_000_000 },
  { from: 100_000, unit: 'k', minor: 100_000 },
] as const

/** Formats money for an axis: $950, $1.25k, $20k, -$3M. */
export function axisMoney(minor: number): string {
  const size = Math.abs(minor)
  const scale = units.find(({ from }) => size >= from)
  const figure = scale
    ? String(Math.round((size / scale.minor) * 100) / 100)
    : size % 100 === 0
      ? String(size / 100)
      : formatAmount(size)
  return `${minor < 0 ? '-' : ''}$${figure}${scale?.unit ?? ''}`
}
