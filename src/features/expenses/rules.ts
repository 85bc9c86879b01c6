import { maxMinorOf } from '../../shared/currencies.ts'
import { type MoneyFormat, formatAmount } from '../../shared/money.ts'
import { defaultCategories } from '../categories/rules.ts'

export const expenseCategories = defaultCategories.expense
export type ExpenseCategory = (typeof expenseCategories)[number]

/** A recurring expense is created this many days before its date. The database uses the same number. */
export const daysAhead = 31

/** How far back a recurring expense may start. All expenses since then are created at once. */
export const maxDaysBack = 366

/** The most recurring expenses of one business. */
export const maxRecurring = 500

/** "Please enter an amount from 0.00 to 999,999,999.99.", in the decimals and limits of the currency. */
export function amountRange(format: MoneyFormat): string {
  const [least, most] = [0, maxMinorOf(format.currency)].map((minor) => formatAmount(minor, format))
  return `Please enter an amount from ${least} to ${most}.`
}
