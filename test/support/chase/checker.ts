import type { Books } from './books.ts'
import { isoOf } from './calendar.ts'
import { findMailProblems, findPeriodProblems, findReminderProblems, groupBy, say } from './checks.ts'
import type { ChaseContext } from './context.ts'
import { type ModelInvoice, type ModelSeries, nextDayOf, nextReminder, nextRunOf } from './model.ts'

const differ = (what: string, theirs: unknown, ours: unknown): string[] => {
  const [there, here] = [JSON.stringify(theirs), JSON.stringify(ours)]
  return there === here ? [] : [`${what}: ${there}, expected ${here}`]
}

const moment = (at: number | null | undefined) => (at === null || at === undefined ? null : say(at))

function describeSteps(
  rows: readonly { offset: number | null; state: string; isAutomatic: boolean; at: number }[],
): string[] {
  const spellOut = rows.map(
    ({ offset, state, isAutomatic, at }) =>
      `${say(at)} ${offset ?? 'extra'} ${state} ${isAutomatic ? 'by itself' : 'by the owner'}`,
  )
  return spellOut.toSorted()
}

function compareInvoice(invoice: ModelInvoice, books: IndexedBooks): string[] {
  const { id, isDeleted, isPaid, dueDay, isSent, pausedBy, totalMinor, madeAt, origin } = invoice
  const row = books.invoices.get(id ?? '')
  const steps = books.reminders.get(id ?? '') ?? []
  const compared = differ('reminders', describeSteps(steps), describeSteps(invoice.steps))
  if (isDeleted || !row) return [...compared, ...differ('is there', row !== undefined, !isDeleted)]
  const next = nextReminder(invoice)
  return [
    ...compared,
    ...differ('status', row.status, isPaid ? 'paid' : 'pending'),
    ...differ('due', row.dueDate, isoOf(dueDay)),
    ...differ('total', row.totalMinor, totalMinor),
    ...differ('was sent', row.isSent, isSent),
    ...differ('paused by', row.pausedBy, pausedBy),
    ...differ('made at', moment(row.createdAt), say(madeAt)),
    ...differ('next step', [moment(row.nextAt), row.nextStep], [moment(next?.at), next?.offset ?? null]),
    ...(origin ? differ('issued', row.issueDate, isoOf(origin.issueDay)) : []),
    ...(origin ? differ('mails with it', books.mailsWith.get(row.id)?.length ?? 0, isSent ? 1 : 0) : []),
  ]
}

const describePeriod = ({ period, state, at }: { period: number; state: string; at: number }) =>
  `${period} ${state} ${say(at)}`

function compareSeries(series: ModelSeries, books: IndexedBooks): string[] {
  const row = books.series.get(series.id)
  if (!row) return ['is not there']
  const next = series.isEnded ? null : nextDayOf(series)
  const periods = books.periods.get(series.id) ?? []
  return [
    ...differ(
      'periods',
      periods
        .toSorted((a, b) => a.period - b.period)
        .map((period) => `${describePeriod(period)} ${period.onDate}`),
      series.periods.map((period) => `${describePeriod(period)} ${isoOf(period.day)}`),
    ),
    ...differ('paused by', row.pausedBy, series.pausedBy),
    ...differ('ended', row.isEnded, series.isEnded),
    ...differ('next run', moment(row.nextRunAt), moment(nextRunOf(series))),
    ...(series.isEnded ? [] : differ('next day', row.nextOn, next === null ? null : isoOf(next))),
  ]
}

interface IndexedBooks {
  invoices: Map<string, Books['invoices'][number]>
  series: Map<string, Books['series'][number]>
  reminders: Map<string, Books['reminders']>
  periods: Map<string, Books['periods']>
  /** Mails about an invoice, by its id. */
  mailsWith: Map<string, Books['mails']>
}

/**
 * Compares the product's records with the model, and checks the rules that hold without it. Returns the
 * differences.
 */
export function findChaseProblems(context: ChaseContext, books: Books): string[] {
  const problems = [...context.problems, ...findMailProblems(books)]
  const indexed: IndexedBooks = {
    invoices: new Map(books.invoices.map((row) => [row.id, row])),
    series: new Map(books.series.map((row) => [row.id, row])),
    reminders: groupBy(books.reminders, ({ invoiceId }) => invoiceId),
    periods: groupBy(books.periods, ({ seriesId }) => seriesId),
    mailsWith: groupBy(
      books.mails.filter(({ kind }) => kind === 'invoice'),
      ({ invoiceId }) => invoiceId ?? '',
    ),
  }
  const pauses = groupBy(
    books.mails.filter(({ kind }) => kind === 'series-paused'),
    ({ businessId }) => businessId,
  )
  const invoicesOf = groupBy(books.invoices, ({ seriesId }) => seriesId ?? '')
  const expected = new Set<string>()
  for (const business of context.model.businesses) {
    const where = (what: string) => (problem: string) =>
      `${what} of ${business.id} (${business.zone}, ${business.hour} h): ${problem}`
    const stopped = business.series.reduce((sum, { pausedByPlan }) => sum + pausedByPlan, 0)
    const limitProblems = differ('mails about the limit', pauses.get(business.id)?.length ?? 0, stopped)
    problems.push(...limitProblems.map(where('series')))
    for (const series of business.series) {
      const rows = {
        periods: indexed.periods.get(series.id) ?? [],
        invoices: invoicesOf.get(series.id) ?? [],
      }
      const found = [...compareSeries(series, indexed), ...findPeriodProblems(series, rows, context)]
      problems.push(...found.map(where(`series ${series.id}`)))
      for (const invoice of series.invoices)
        invoice.id ??=
          rows.invoices.find(({ seriesPeriod }) => seriesPeriod === invoice.origin?.period)?.id ?? null
    }
    for (const invoice of business.invoices) {
      if (invoice.id) expected.add(invoice.id)
      const rows = indexed.reminders.get(invoice.id ?? '') ?? []
      const found = [...compareInvoice(invoice, indexed), ...findReminderProblems(invoice, rows, context)]
      problems.push(...found.map(where(`invoice ${invoice.id ?? 'that is not there'}`)))
    }
  }
  for (const { id } of books.invoices)
    if (!expected.has(id)) problems.push(`invoice ${id} was not to be made`)
  for (const id of indexed.reminders.keys())
    if (!expected.has(id)) problems.push(`reminders of ${id}, which nobody knows`)
  return problems
}
