import type { Books, InvoiceFacts, PeriodRow, ReminderRow } from './books.ts'
import { day, dayOf, isoOf, minute, momentOf, occurrenceOf, wallClock } from './calendar.ts'
import type { ChaseContext } from './context.ts'
import type { ModelBusiness, ModelInvoice, ModelSeries } from './model.ts'

// Rules that hold whatever the model says, checked with the records and the log of what was done.

type Diary = Pick<ChaseContext, 'lateTicks'>

export const say = (moment: number) => new Date(moment).toISOString()

export function groupBy<T>(rows: readonly T[], key: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const name = key(row)
    const group = groups.get(name)
    if (group) group.push(row)
    else groups.set(name, [row])
  }
  return groups
}

function hoursAt({ hours }: ModelBusiness, moment: number) {
  return hours.findLast(({ from }) => from <= moment) ?? hours[0]!
}

/**
 * Whether something may be sent at another time than the full sending hour, because no scheduler could have
 * sent it then.
 */
function mayBeLate(business: ModelBusiness, at: number, others: number[], { lateTicks }: Diary): boolean {
  const causes = [...others, ...business.hours.map(({ from }) => from)]
  return lateTicks.has(at) || causes.some((cause) => cause <= at && at - cause <= minute)
}

function findHourProblems(invoice: ModelInvoice, { at }: ReminderRow, diary: Diary): string[] {
  const { zone, hour } = hoursAt(invoice.business, at)
  const shown = wallClock(zone, at)
  const sendingHour = momentOf(zone, shown.day, hour)
  if (shown.hours < hour || shown.hours >= hour + 8) return [`left at ${shown.hours} h, its hour is ${hour}`]
  const restEnds = invoice.mails.map((moment) => moment + day)
  if (at === sendingHour || mayBeLate(invoice.business, at, restEnds, diary)) return []
  return [`left at ${say(at)}, its hour was at ${say(sendingHour)}`]
}

/** Checks the reminders of one invoice. */
export function findReminderProblems(
  invoice: ModelInvoice,
  rows: readonly ReminderRow[],
  diary: Diary,
): string[] {
  const problems: string[] = []
  const steps = rows.flatMap(({ offset }) => offset ?? [])
  if (new Set(steps).size < steps.length) problems.push(`a step twice: ${steps.join(' ')}`)
  const automatic = rows.filter(({ isAutomatic, state }) => isAutomatic && state === 'sent')
  for (const row of automatic) {
    problems.push(...findHourProblems(invoice, row, diary))
    for (const { from, to, why } of invoice.quiet)
      if (row.at > from && row.at < to)
        problems.push(`sent at ${say(row.at)} although ${why} at ${say(from)}`)
    const switchedBefore = invoice.client.switches.filter((moment) => moment < row.at).length
    if (switchedBefore % 2 === 1) problems.push(`sent at ${say(row.at)} to a client who wants none`)
  }
  for (const { at, offset } of rows.filter(({ state }) => state === 'missed')) {
    const replacement = rows.find(
      (row) => row.state !== 'missed' && row.at === at && (row.offset ?? 0) > (offset ?? 0),
    )
    if (!replacement) problems.push(`step ${offset} missed at ${say(at)} without a later one to replace it`)
  }
  const { origin, madeAt, isSent } = invoice
  const mailed = origin?.wasMailed && isSent ? [madeAt] : []
  const byHand = rows.flatMap(({ at, state, isAutomatic }) => (state === 'sent' && !isAutomatic ? at : []))
  for (const [index, { at }] of automatic.entries()) {
    const others = automatic.flatMap((row, position) => (position === index ? [] : row.at))
    const before =
      others.find((moment) => moment <= at && at - moment < day) ??
      [...mailed, ...byHand].find((moment) => moment < at && at - moment < day)
    if (before !== undefined) problems.push(`two within a day: ${say(before)}, ${say(at)}`)
  }
  return problems
}

/** Checks that each sent reminder is in one mail, and each such mail belongs to one sent reminder. */
export function findMailProblems({ reminders, mails }: Books): string[] {
  const problems: string[] = []
  const uses = groupBy(reminders, ({ mailId }) => mailId ?? '')
  const sent = new Map(mails.flatMap((mail) => (mail.kind === 'reminder' ? [[mail.id, mail]] : [])))
  for (const { invoiceId, mailId, state, at } of reminders) {
    if ((state === 'sent') !== (mailId !== null))
      problems.push(`${invoiceId}: ${state} at ${say(at)}, mail ${mailId}`)
    const mail = mailId === null ? undefined : sent.get(mailId)
    if (mailId !== null && !mail) problems.push(`${invoiceId}: the mail of ${say(at)} is not there`)
    if (mail && mail.invoiceId !== null && mail.invoiceId !== invoiceId)
      problems.push(`${invoiceId}: its mail ${mailId} is about ${mail.invoiceId}`)
  }
  for (const id of sent.keys()) {
    const times = uses.get(id)?.length ?? 0
    if (times !== 1) problems.push(`mail ${id} belongs to ${times} reminders`)
  }
  return problems
}

/** Checks one series: one invoice per period, in order, and none skipped unless it was paused. */
export function findPeriodProblems(
  series: ModelSeries,
  { periods, invoices }: { periods: readonly PeriodRow[]; invoices: readonly InvoiceFacts[] },
  diary: Diary,
): string[] {
  const problems: string[] = []
  const numbers = periods.map(({ period }) => period)
  if (new Set(numbers).size < numbers.length) problems.push(`a period twice: ${numbers.join(' ')}`)
  const made = invoices.map(({ seriesPeriod }) => seriesPeriod)
  if (new Set(made).size < made.length) problems.push(`two invoices of one period: ${made.join(' ')}`)
  const ordered = periods.toSorted((a, b) => a.period - b.period)
  for (const [index, { period, onDate, at, state, invoiceId }] of ordered.entries()) {
    const before = ordered[index - 1]
    const { zone, hour } = hoursAt(series.business, at)
    const date = occurrenceOf(series.frequency, series.startDay, period)
    if (isoOf(date) !== onDate) problems.push(`period ${period} on ${onDate}, not ${isoOf(date)}`)
    const leftOutAfter = before?.at ?? 0
    const isTakenUp = series.takenUp.some((moment) => moment >= leftOutAfter && moment <= at)
    if (period !== (before ? before.period + 1 : 0) && !isTakenUp)
      problems.push(`a gap before period ${period}`)
    if (before && before.at > at) problems.push(`period ${period} was settled before the one before it`)
    if (state !== 'made') continue
    const due = momentOf(zone, dayOf(onDate), hour)
    if (at < due) problems.push(`period ${period} was made at ${say(at)}, before ${say(due)}`)
    if (at > due && !mayBeLate(series.business, at, [series.begunAt, ...series.takenUp], diary))
      problems.push(`period ${period} was made at ${say(at)}, late: ${say(due)}`)
    const invoice = invoices.find(({ seriesPeriod }) => seriesPeriod === period)
    if (invoiceId !== (invoice?.id ?? null)) problems.push(`period ${period} names invoice ${invoiceId}`)
    if (invoice && invoice.issueDate !== onDate)
      problems.push(`period ${period} of ${onDate} has an invoice of ${invoice.issueDate}`)
  }
  const settled = new Set(periods.filter(({ state }) => state === 'made').map(({ period }) => period))
  for (const { id, seriesPeriod } of invoices)
    if (!settled.has(seriesPeriod ?? -1))
      problems.push(`invoice ${id} of period ${seriesPeriod} is in no period`)
  return problems
}
