/**
 * Every sum that a screen shows, by what it is made of:
 * bank-balance       what is in the connected accounts that hold cash; loans and investments never count
 * cash-balance       the same; without such an account, what was received less what was spent up to today
 * cards-owed         what is owed on the connected credit cards
 * after-cards        bank-balance less cards-owed
 * owed               what is open of invoices: Pending Invoices, Money in, Total Outstanding
 * overdue            of that, what was due before today
 * received           payments less refunds and disputes: of all time (Total Paid) or of a month
 * spent              expenses of a month; without one, those dated up to today
 * upcoming           expenses dated after today
 * left-over          received less spent of a month, the current one unless another is named
 * net                owed less spent in the current month
 * average-per-day    spent in the current month, divided by 30
 * largest-expense    the single largest expense of the current month
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
] as const
export type FigureName = (typeof figureNames)[number]

/** Those that are told by month. */
export const monthlyFigures: readonly FigureName[] = ['received', 'spent', 'left-over']

/** A month's total a day, a month taken for 30 days; rounded half up. */
export function averagePerDay(totalCents: number): number {
  return Math.round(totalCents / 30)
}
