import { aYearEarlier, daysFromTo, periodDays } from './calendar.ts'
import { fraction, nearest, sumOf } from './fractions.ts'
import { chronicle } from './invoice-facts.ts'
import type { RawInvoice } from './raw-rows.ts'
import type { Asked, Cell, Reckoned } from './reckon.ts'

// What was owed at the end of a day, and for how long.

/** The parts of an invoice as they were on a day: each with its late fees so far, and the last one with the rest. */
function partsOn({ parts, lateFees, dueDate }: RawInvoice, day: string, asked: number) {
  if (!parts) return [{ dueDate, minor: asked }]
  const known = lateFees.filter(({ on }) => on <= day)
  const agreedMinor = asked - sumOf(known.map(({ amountMinor }) => amountMinor))
  const first = parts.slice(0, -1).map((part) => {
    const { kind, value } = part.amount!
    const own = kind === 'fixed' ? value : nearest(fraction(BigInt(agreedMinor) * BigInt(value), 100_000))
    const fees = known.filter((fee) => fee.dueDate === part.dueDate).map(({ amountMinor }) => amountMinor)
    return { dueDate: part.dueDate, minor: own + sumOf(fees) }
  })
  return [
    ...first,
    { dueDate: parts.at(-1)!.dueDate, minor: Math.max(0, asked - sumOf(first.map(({ minor }) => minor))) },
  ]
}

/** Takes an amount off a list, from its first entry on. */
function takeOff(list: { minor: number }[], amount: number): void {
  let left = amount
  for (const one of list) {
    const taken = Math.min(one.minor, left)
    one.minor -= taken
    left -= taken
  }
}

const ageOf = (daysLate: number) => [0, 30, 60, 90, Infinity].findIndex((last) => daysLate <= last)

function openOn({ rows }: Asked, invoice: RawInvoice, day: string) {
  const payments = rows.payments.filter(({ invoiceId }) => invoiceId === invoice.id)
  if (invoice.isDraft && payments.length === 0) return []
  const ids = new Set(payments.map(({ id }) => id))
  const returns = rows.returns.filter(({ paymentId }) => ids.has(paymentId))
  const past = chronicle(invoice, payments, returns).filter(({ on }) => on <= day)
  const of = (...kinds: string[]) =>
    sumOf(past.filter(({ kind }) => kinds.includes(kind)).map(({ owed }) => owed))
  if (sumOf(past.map(({ owed }) => owed)) <= 0) return []
  const parts = partsOn(invoice, day, of('invoice', 'late-fee'))
  takeOff(parts.toReversed(), -of('credit-note', 'discount'))
  takeOff(parts, -of('payment', 'refund', 'dispute', 'waiver'))
  return parts.filter(({ minor }) => minor > 0)
}

function paceText(days: number[]): string | null {
  if (days.length === 0) return null
  const sorted = days.toSorted((a, b) => a - b)
  const middle = (sorted[Math.floor((days.length - 1) / 2)]! + sorted[Math.floor(days.length / 2)]!) / 2
  const late = Math.round(middle)
  if (late === 0) return 'on time'
  return `${Math.abs(late)} ${Math.abs(late) === 1 ? 'day' : 'days'} ${late > 0 ? 'late' : 'early'}`
}

export function reckonOwed(asked: Asked): Reckoned {
  const { question, rows, today, world } = asked
  const last =
    question.period === 'days'
      ? (question.to ?? today)
      : periodDays(question.period, today, world.fiscalMonth).to
  const day = last < today ? last : today
  const open = rows.invoices
    .filter(
      ({ clientId, currency }) =>
        (question.client ?? clientId) === clientId && (question.currency ?? currency) === currency,
    )
    .flatMap((invoice) => openOn(asked, invoice, day).map((part) => ({ ...part, invoice })))
  const byClient = Map.groupBy(open, ({ invoice }) => invoice.clientId ?? '')
  const amounts = [...byClient].map(([client, all]): [string, number[], string | null] => {
    const ages = [0, 1, 2, 3, 4].map((age) =>
      asked.worth(
        all
          .filter(({ dueDate }) => ageOf(daysFromTo(dueDate, day)) === age)
          .map(({ minor, invoice }) => ({ minor, currency: invoice.currency })),
      ),
    )
    const paid = rows.invoices.filter(
      ({ clientId, status, paidOn }) =>
        clientId === client && status === 'paid' && paidOn! >= aYearEarlier(day) && paidOn! <= day,
    )
    return [client, [...ages, sumOf(ages)], paceText(paid.map(({ daysLate }) => daysLate!))]
  })
  const total = [0, 1, 2, 3, 4, 5].map((index) => sumOf(amounts.map(([, values]) => values[index]!)))
  const named = amounts.map(([client, values, pace]) => [client, [...values, pace]] as [string, Cell[]])
  return {
    rows: open.length === 0 ? {} : { ...Object.fromEntries(named), total: [...total, null] },
    loose: open.filter(({ invoice }) => invoice.currency !== asked.currency).length,
  }
}
