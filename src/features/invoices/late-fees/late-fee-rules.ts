import { z } from 'zod'
import { type Currency, maxMinorOf } from '../../../shared/currencies.ts'
import { daysBetween, formatDate } from '../../../shared/dates.ts'
import { type MoneyFormat, formatMoney } from '../../../shared/money.ts'
import { formatThousandths } from '../../../shared/thousandths.ts'
import { type LateFeeTerms, lateFeeAmounts } from '../../business/late-fee-rules.ts'
import { type Charge, percentageOf } from '../document/totals-rules.ts'
import { whenValid } from '../document/when-valid-rules.ts'

/** A fee that was added to an invoice. `dueDate` is the date that was missed. */
export interface LateFee {
  dueDate: string
  on: string
  amountMinor: number
}

/** What the next fee depends on besides the terms. */
export interface LateFeeBase {
  /** What is overdue, without late fees. */
  overdueMinor: number
  /** The sum of the late fees that the invoice has. */
  addedMinor: number
  /** The total of the invoice, which has a limit. */
  totalMinor: number
}

/** The next fee. A percentage is of what is overdue without late fees, and is rounded once, half away from zero. */
export function lateFeeMinor(
  { kind, value, maxMinor }: LateFeeTerms,
  { overdueMinor, addedMinor, totalMinor }: LateFeeBase,
  currency: Currency,
): number {
  if (overdueMinor <= 0) return 0
  const feeMinor = kind === 'amount' ? value : percentageOf(overdueMinor, value)
  const leftMinor = maxMinor === null ? feeMinor : maxMinor - addedMinor
  return Math.max(0, Math.min(feeMinor, leftMinor, maxMinorOf(currency) - totalMinor))
}

/** What the fees of an invoice come to. */
export function lateFeesMinor(lateFees: readonly Pick<LateFee, 'amountMinor'>[]): number {
  return lateFees.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}

/** "Late fee: 14 days after Nov 1, 2026", as the line of the invoice says it. */
export function lateFeeLabel({ dueDate, on }: Pick<LateFee, 'dueDate' | 'on'>): string {
  return `Late fee: ${lateFeeReason({ dueDate, on })}`
}

/** "14 days after Nov 1, 2026" */
export function lateFeeReason({ dueDate, on }: Pick<LateFee, 'dueDate' | 'on'>): string {
  return `${daysText(daysBetween(dueDate, on))} after ${formatDate(dueDate)}`
}

/** The charge with its late fees among the fees, as a credit note takes them back. A single amount has no fees of its own. */
export function withLateFees<C extends Charge>(charge: C, lateFees: readonly LateFee[]): C {
  if (charge.kind === 'amount') return charge
  const late = lateFees.map((fee) => ({ description: lateFeeLabel(fee), amountMinor: fee.amountMinor }))
  return { ...charge, fees: [...charge.fees, ...late] }
}

function daysText(days: number): string {
  return `${days} ${days === 1 ? 'day' : 'days'}`
}

/** "A late fee of 1.5% of the overdue amount is added 14 days after the due date, and each month after that, up to $50.00." */
export function lateFeeSentence(
  { kind, value, afterDays, repeats, maxMinor }: LateFeeTerms,
  format: MoneyFormat,
  { hasParts = false }: { hasParts?: boolean } = {},
): string {
  const fee =
    kind === 'amount'
      ? formatMoney(value, format)
      : `${formatThousandths(value, format.locale)}% of the overdue amount`
  const date = hasParts ? 'the due date of each part' : 'the due date'
  const again = repeats === 'monthly' ? ', and each month after that' : ''
  const limit = maxMinor === null ? '' : `, up to ${formatMoney(maxMinor, format)}`
  return `A late fee of ${fee} is added ${daysText(afterDays)} after ${date}${again}${limit}.`
}

/** What a reminder says before a fee is added. */
export function lateFeeWarning(
  { on, amountMinor }: Pick<LateFee, 'on' | 'amountMinor'>,
  format: MoneyFormat,
): string {
  return `A late fee of ${formatMoney(amountMinor, format)} will be added on ${formatDate(on)} if this is not paid by then.`
}

interface Amounts {
  lateFeeTerms: LateFeeTerms | null
  currency?: Currency | undefined
}

/** Refuses amounts above the limit of the currency, if it is named. */
export const lateFeeWithinLimit = z.superRefine<Amounts>(
  ({ lateFeeTerms, currency }, context) => {
    if (lateFeeTerms === null || currency === undefined) return
    const max = maxMinorOf(currency)
    for (const { field, minor } of lateFeeAmounts(lateFeeTerms)) {
      if (minor <= max) continue
      const message = `The amount can be at most ${formatMoney(max, { currency })}.`
      context.addIssue({ code: 'custom', path: ['lateFeeTerms', field], message })
    }
  },
  whenValid('lateFeeTerms', 'currency'),
)
