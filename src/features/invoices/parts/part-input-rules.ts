import { z } from 'zod'
import type { Currency } from '../../../shared/currencies.ts'
import { isIsoDate } from '../../../shared/dates.ts'
import type { ChargeInput } from '../document/charge-rules.ts'
import { calculateTotals, wholePercentage } from '../document/totals-rules.ts'
import { whenValid } from '../document/when-valid-rules.ts'
import { type PaymentTerms, paymentTerms as terms } from '../rules.ts'
import { type AskedPart, type PartAmount, partsProblem } from './part-rules.ts'

export const maxParts = 11

const percentageMessage = 'Please enter a percentage between 0 and 100, with at most three decimals.'
const amountMessage = 'Please enter an amount above 0.'
const amountSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('percentage'),
    value: z
      .int(percentageMessage)
      .min(1, percentageMessage)
      .max(wholePercentage - 1, percentageMessage),
  }),
  z.strictObject({ kind: z.literal('fixed'), value: z.int(amountMessage).min(1, amountMessage) }),
])
const tooMany = `An invoice can have at most ${maxParts} parts before the rest.`
const daysMessage = 'Please enter a number of days from 0 to 365.'

/** The parts that an invoice asks for before its due date, by date. The rest is due on the due date. */
export const partsSchema = z
  .array(
    z.strictObject({ amount: amountSchema, dueDate: z.string().refine(isIsoDate, 'Please choose a date.') }),
  )
  .max(maxParts, tooMany)
  .default([])

/** The same in templates and series, with days after the issue date. Content stored before has none. */
export const contentPartsSchema = z
  .array(
    z.strictObject({
      amount: amountSchema,
      dueInDays: z.int(daysMessage).min(0, daysMessage).max(365, daysMessage),
    }),
  )
  .max(maxParts, tooMany)
  .default([])

type Issue = { path: (string | number)[]; message: string }

const orderMessage = 'This must be after the part before it.'
const restMessage = 'This must be before the due date, when the rest is due.'

/** Two parts on one day would be one part, so each has a later day than the one before. */
function orderIssues<D>(days: readonly D[], last: D, key: string): Issue[] {
  return days.flatMap((day, index) => {
    const path = ['parts', index, key]
    if (index > 0 && day <= days[index - 1]!) return [{ path, message: orderMessage }]
    return day >= last ? [{ path, message: restMessage }] : []
  })
}

/** Whether parts can be asked for as they are: each complete, on its own day, with a rest that is left for the due date. */
export function canAskFor(
  parts: readonly AskedPart[],
  { totalMinor, dueDate }: { totalMinor: number; dueDate: string },
): boolean {
  const dates = parts.map((part) => part.dueDate)
  return (
    partsSchema.safeParse(parts).success &&
    orderIssues(dates, dueDate, 'dueDate').length === 0 &&
    partsProblem(parts, totalMinor) === null
  )
}

interface Amounts {
  parts: readonly { amount: PartAmount }[]
  paymentTerms: PaymentTerms
  currency?: Currency | undefined
  charge: ChargeInput
}

/** The parts must leave a rest of the total, and are not combined with a discount for paying everything early. */
export const partsFit = z.superRefine<Amounts>(
  ({ parts, paymentTerms, currency, charge }, context) => {
    if (parts.length === 0) return
    if (paymentTerms === '2_10_net_30') {
      const message =
        'With 2/10 Net 30, the client pays the whole amount in one payment. Please choose other terms, or remove the parts.'
      context.addIssue({ code: 'custom', path: ['paymentTerms'], message })
    }
    const totals = currency === undefined ? null : calculateTotals(charge, currency)
    const problem = totals?.ok ? partsProblem(parts, totals.totals.totalMinor) : null
    if (!problem) return
    const path = ['parts', problem.index, 'amount', 'value']
    context.addIssue({ code: 'custom', path, message: problem.message })
  },
  whenValid('parts', 'paymentTerms', 'currency', 'charge'),
)

interface Dates {
  parts: readonly { dueDate: string }[]
  dueDate: string
}

export const partDatesFit = z.superRefine<Dates>(
  ({ parts, dueDate }, context) => {
    const dates = parts.map((part) => part.dueDate)
    for (const issue of orderIssues(dates, dueDate, 'dueDate')) context.addIssue({ code: 'custom', ...issue })
  },
  whenValid('parts', 'dueDate'),
)

interface Days {
  parts: readonly { dueInDays: number }[]
  paymentTerms: PaymentTerms
  dueInDays: number | null
}

export const partDaysFit = z.superRefine<Days>(
  ({ parts, paymentTerms, dueInDays }, context) => {
    const last = terms[paymentTerms].days ?? dueInDays ?? 0
    const days = parts.map((part) => part.dueInDays)
    for (const issue of orderIssues(days, last, 'dueInDays')) context.addIssue({ code: 'custom', ...issue })
  },
  whenValid('parts', 'paymentTerms', 'dueInDays'),
)
