/**
 * Every figure that a page shows, and what it is made up of:
 * bank-balance       the balance of the connected cash accounts; without loans and investments
 * cash-balance       the same; without a cash account, received minus spent up to today
 * cards-owed         the amount owed on the connected credit cards
 * after-cards        bank-balance minus cards-owed
 * owed               the amount due of open invoices: Pending Invoices, Money in, Total Outstanding
 * overdue            the part of `owed` that was due before today
 * received           payments minus refunds and disputes: of all time (Total Paid) or of a month
 * spent              expenses of a month; without a month, those dated up to today
 * upcoming           expenses dated after today
 * left-over          received minus spent of a month, by default the current one
 * net                owed minus spent in the current month
 * average-per-day    spent in the current month, divided by 30
 * largest-expense    the single largest expense of the current month
 * exchange-gains     what payments less refunds and disputes in other currencies were worth on their day, beyond what they
 *                    were worth on the issue date of their invoice: of all time or of a month
 *
 * All are in the home currency. Money that moved counts with the rate of its day. What is not settled, and what had no
 * rate on its day, is added up by currency and converted at the latest rate; without any rate it stands beside the figure.
 */
export const figureNames = [
  'bank-balance',
  'cash-balance',
  'cards-owed',
  'after-cards',
  'owed',
  'overdue',
  'received',
  'spent',
  'upcoming',
  'left-over',
  'net',
  'average-per-day',
  'largest-expense',
  'exchange-gains',
] as const
export type FigureName = (typeof figureNames)[number]

/** Figures that can be requested for a month. */
export const monthlyFigures: readonly FigureName[] = ['received', 'spent', 'left-over', 'exchange-gains']

/** The average per day of a month's total, with 30 days to a month; rounded half up. */
export function averagePerDay(totalMinor: number): number {
  return Math.round(totalMinor / 30)
}
