import {
  type Frequency,
  day,
  momentOf,
  nextHourFrom,
  occurrenceOf,
  startOfMonth,
  wallClock,
} from './calendar.ts'
import { createWakes } from './wakes.ts'

// What should happen, computed from the written rules and without the product's code.

export interface ModelBusiness {
  id: string
  zone: string
  hour: number
  /** Days from the due date. */
  steps: number[]
  isFree: boolean
  isConfirmed: boolean
  invoices: ModelInvoice[]
  series: ModelSeries[]
  /** The time zones and sending hours that the business had, each with its start. */
  hours: { from: number; zone: string; hour: number }[]
}

export interface ModelClient {
  id: string
  isOptedOut: boolean
  /** The moments at which the client was opted out and in again, alternating. */
  switches: number[]
}

export interface ExpectedStep {
  offset: number | null
  state: 'sent' | 'skipped' | 'missed'
  isAutomatic: boolean
  at: number
}

export interface ModelInvoice {
  /** Null until it is looked up, because the product chooses the ids of invoices of a series. */
  id: string | null
  business: ModelBusiness
  client: ModelClient
  madeAt: number
  dueDay: number
  totalMinor: number
  isPaid: boolean
  payments: { requestId: string; minor: number }[]
  isWanted: boolean
  isSent: boolean
  sendOption: 'email_now' | 'email_later' | 'do_not_send'
  isDeleted: boolean
  pausedBy: 'owner' | 'client' | null
  since: number
  notBefore: number
  /** The next step, as of the last change to the invoice. */
  planned: number | null
  /** The moments at which a mail about the invoice was sent to its client. */
  mails: number[]
  steps: ExpectedStep[]
  origin: { series: ModelSeries; period: number; issueDay: number; wasMailed: boolean } | null
  /** The periods in which no reminder may be sent: paid, paused, turned off, deleted. */
  quiet: { from: number; to: number; why: string }[]
  /** A paid invoice is a record and cannot be deleted. */
  wasEverPaid: boolean
}

export type SeriesEnd = { kind: 'never' } | { kind: 'date'; day: number } | { kind: 'count'; count: number }

export interface ModelSeries {
  id: string
  business: ModelBusiness
  client: ModelClient
  frequency: Frequency
  startDay: number
  end: SeriesEnd
  sends: boolean
  dueInDays: number
  totalMinor: number
  isWanted: boolean
  nextPeriod: number
  pausedBy: 'owner' | 'plan' | null
  isEnded: boolean
  periods: { period: number; state: 'made' | 'skipped'; day: number; at: number }[]
  invoices: ModelInvoice[]
  pausedByPlan: number
  begunAt: number
  /** The moments at which the series was resumed. Periods before them may be skipped. */
  takenUp: number[]
}

const monthlyLimit = 10
const windowHours = 8

export function stepMoment({ business, dueDay }: ModelInvoice, offset: number): number {
  return momentOf(business.zone, dueDay + offset, business.hour)
}

/** Returns the steps that are still to be handled, earliest first. */
export function openSteps(invoice: ModelInvoice): { offset: number; at: number }[] {
  const { isPaid, isWanted, isSent, sendOption, isDeleted, pausedBy, client } = invoice
  const isUnknown = !isSent && sendOption !== 'do_not_send'
  if (isPaid || !isWanted || isDeleted || pausedBy || client.isOptedOut || isUnknown) return []
  return invoice.business.steps
    .filter((offset) => !invoice.steps.some((step) => step.offset === offset))
    .map((offset) => ({ offset, at: stepMoment(invoice, offset) }))
    .filter(({ at }) => at > invoice.since)
    .toSorted((a, b) => a.at - b.at)
}

function isSendingTime({ zone, hour }: ModelBusiness, moment: number): boolean {
  const { hours } = wallClock(zone, moment)
  return hours >= hour && hours < hour + windowHours
}

/** No automatic reminder is sent within a day of another mail about the same invoice. */
function restsUntil({ business, mails }: ModelInvoice): number {
  if (mails.length === 0) return -Infinity
  const end = Math.max(...mails) + day
  return isSendingTime(business, end) ? end : nextHourFrom(business.zone, end, business.hour)
}

export function nextReminder(invoice: ModelInvoice): { offset: number; at: number } | null {
  const [first] = openSteps(invoice)
  return first
    ? { offset: first.offset, at: Math.max(first.at, invoice.notBefore, restsUntil(invoice)) }
    : null
}

/** Returns the day of the next period; null when none is left. */
export function nextDayOf(series: ModelSeries, period = series.nextPeriod): number | null {
  const { frequency, startDay, end } = series
  const next = occurrenceOf(frequency, startDay, period)
  if (end.kind === 'count' && period >= end.count) return null
  if (end.kind === 'date' && next > end.day) return null
  return next
}

export function nextRunOf(series: ModelSeries): number | null {
  const next = nextDayOf(series)
  if (next === null || series.pausedBy || series.isEnded) return null
  return momentOf(series.business.zone, next, series.business.hour)
}

/** Moves a series to the first period that is still in the future. */
export function takeUpSeries(series: ModelSeries, now: number): void {
  const { frequency, startDay, business } = series
  const momentOfPeriod = (period: number) =>
    momentOf(business.zone, occurrenceOf(frequency, startDay, period), business.hour)
  while (momentOfPeriod(series.nextPeriod) <= now) series.nextPeriod += 1
}

function sendReminder(invoice: ModelInvoice, now: number): void {
  const { zone, hour: sendingHour, isConfirmed } = invoice.business
  const due = openSteps(invoice).filter(({ at }) => at <= now)
  const latest = due.pop()
  if (!latest || invoice.notBefore > now) return
  const nextHour = () => nextHourFrom(zone, now + 1, sendingHour)
  if (!isSendingTime(invoice.business, now)) invoice.notBefore = nextHour()
  else if (now < restsUntil(invoice)) invoice.notBefore = restsUntil(invoice)
  else if (!isConfirmed) invoice.notBefore = nextHour()
  else {
    const settled = { isAutomatic: true, at: now }
    for (const { offset } of due) invoice.steps.push({ ...settled, offset, state: 'missed' })
    invoice.steps.push({ ...settled, offset: latest.offset, state: 'sent' })
    invoice.mails.push(now)
    invoice.notBefore = 0
  }
}

function madeThisMonth({ zone, invoices }: ModelBusiness, now: number): number {
  const start = startOfMonth(zone, now)
  return invoices.filter(({ madeAt, isDeleted, isSent }) => madeAt >= start && (!isDeleted || isSent)).length
}

function makeInvoice(series: ModelSeries, issueDay: number, now: number): ModelInvoice {
  const { business, client, sends, nextPeriod: period } = series
  const invoice: ModelInvoice = {
    id: null,
    business,
    client,
    madeAt: now,
    dueDay: issueDay + series.dueInDays,
    totalMinor: series.totalMinor,
    isPaid: false,
    payments: [],
    isWanted: series.isWanted,
    isSent: sends,
    sendOption: sends ? 'email_now' : 'email_later',
    isDeleted: false,
    pausedBy: null,
    since: now,
    notBefore: 0,
    planned: null,
    mails: sends ? [now] : [],
    steps: [],
    origin: { series, period, issueDay, wasMailed: sends },
    quiet: [],
    wasEverPaid: false,
  }
  business.invoices.push(invoice)
  series.invoices.push(invoice)
  series.periods.push({ period, state: 'made', day: issueDay, at: now })
  series.nextPeriod += 1
  return invoice
}

/** Creates the model, which knows what is due next and what happens then. */
export function createModel() {
  const wakes = createWakes<ModelInvoice | ModelSeries>()
  const businesses: ModelBusiness[] = []

  /** Must be called after every change to an invoice or series. */
  function changed(thing: ModelInvoice | ModelSeries): void {
    if ('frequency' in thing) {
      wakes.set(thing, nextRunOf(thing))
      return
    }
    const next = nextReminder(thing)
    thing.planned = next?.offset ?? null
    wakes.set(thing, next?.at ?? null)
  }

  function runSeries(series: ModelSeries, now: number): ModelInvoice[] {
    const made: ModelInvoice[] = []
    for (;;) {
      const [run, issueDay] = [nextRunOf(series), nextDayOf(series)]
      if (run === null || issueDay === null || run > now) return made
      if (series.business.isFree && madeThisMonth(series.business, now) >= monthlyLimit) {
        series.pausedBy = 'plan'
        series.pausedByPlan += 1
        return made
      }
      const invoice = makeInvoice(series, issueDay, now)
      changed(invoice)
      made.push(invoice)
    }
  }

  return {
    businesses,
    changed,
    changedAll({ invoices, series }: ModelBusiness): void {
      for (const one of invoices) if (!one.isPaid && !one.isDeleted) changed(one)
      for (const one of series) changed(one)
    },
    nextWake: () => wakes.first(),
    /** What is due at this moment, for a test that interferes. */
    dueAt: (now: number) => wakes.until(now),
    /**
     * Simulates running schedulers, which do everything that is due at this moment. Returns the invoices that
     * series created.
     */
    tick(now: number): ModelInvoice[] {
      const made: ModelInvoice[] = []
      for (const thing of wakes.until(now)) {
        if ('frequency' in thing) made.push(...runSeries(thing, now))
        else sendReminder(thing, now)
        changed(thing)
      }
      return made
    },
  }
}
