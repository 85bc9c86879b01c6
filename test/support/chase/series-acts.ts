import { eachText } from '../../../src/features/invoices/document/input-rules.ts'
import { createSeries } from '../../../src/features/recurring/create-series.ts'
import {
  deleteSeries,
  pauseSeries,
  resumeSeries,
  skipPeriod,
  updateSeries,
} from '../../../src/features/recurring/series-changes.ts'
import { withTenant } from '../../../src/platform/db/transaction.ts'
import { clientInput, invoiceInput } from '../fixtures/invoice-input.ts'
import { day, dayOf, frequencies, isoOf, wallClock } from './calendar.ts'
import { type ChaseContext, ownerOf } from './context.ts'
import { type ModelSeries, type SeriesEnd, nextDayOf, takeUpSeries } from './model.ts'
import { setPlan } from './owner-acts.ts'
import { type ChaseBusiness, clientEmail } from './world.ts'

const terms = [
  { paymentTerms: 'net_30', days: 30 },
  { paymentTerms: 'net_15', days: 15 },
  { paymentTerms: 'due_on_receipt', days: 0 },
  { paymentTerms: 'custom', days: 45 },
  { paymentTerms: 'custom', days: 2 },
] as const

function contentOf({ client, totalMinor, isWanted, dueInDays }: ModelSeries) {
  const { paymentTerms } = terms.find(({ days }) => days === dueInDays)!
  const { company } = invoiceInput()
  return {
    company,
    logoId: null,
    client: clientInput({ id: client.id, email: clientEmail(client.id) }),
    paymentTerms,
    dueInDays: paymentTerms === 'custom' ? dueInDays : null,
    ...eachText(''),
    currency: 'USD',
    charge: { kind: 'amount' as const, amountMinor: totalMinor },
    sendReminder: isWanted,
    lateFeeTerms: null,
    ownFields: {},
    parts: [],
  }
}

function inputOf(series: ModelSeries) {
  const { frequency, startDay, end, sends } = series
  return {
    frequency,
    startDate: isoOf(startDay),
    end: end.kind === 'date' ? { kind: end.kind, date: isoOf(end.day) } : end,
    sends,
    content: contentOf(series),
  }
}

/** Draws a start day, which often does not exist in every month. */
function drawStart({ draws }: ChaseContext, today: number): number {
  if (draws.chance(0.2)) return today
  const date = today + draws.between(0, 40)
  if (draws.chance(0.4)) return date
  const [year, month] = isoOf(date).split('-').map(Number) as [number, number]
  const wanted = draws.between(29, 31)
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return Math.max(today, dayOf(isoOf(Date.UTC(year, month - 1, Math.min(wanted, last)) / day)))
}

function drawEnd({ draws }: ChaseContext, from: number): SeriesEnd {
  if (draws.chance(0.6)) return { kind: 'never' }
  if (draws.chance(0.5)) return { kind: 'count', count: draws.between(1, 15) }
  return { kind: 'date', day: from + draws.between(0, 500) }
}

/** A business that is on the free plan now created the series while on another plan. */
export async function beginSeries(context: ChaseContext, business: ChaseBusiness): Promise<ModelSeries> {
  const { draws, deps, clock, model } = context
  const startDay = drawStart(context, wallClock(business.zone, clock.now).day)
  const series: ModelSeries = {
    id: '',
    business,
    client: draws.pick(business.clients),
    frequency: business.isFree ? 'weekly' : draws.pick([...frequencies, 'monthly', 'monthly', 'quarterly']),
    startDay,
    end: drawEnd(context, startDay),
    sends: draws.chance(0.75),
    dueInDays: draws.pick(terms).days,
    totalMinor: draws.between(100, 500_000),
    isWanted: draws.chance(0.9),
    nextPeriod: 0,
    pausedBy: null,
    isEnded: false,
    periods: [],
    invoices: [],
    pausedByPlan: 0,
    begunAt: clock.now,
    takenUp: [],
  }
  const { isFree } = business
  if (isFree) await setPlan(context, business, 'pro')
  const made = await createSeries(deps, ownerOf(business), { ...inputOf(series), requestId: draws.uuid() })
  if (isFree) await setPlan(context, business, 'free')
  series.id = made.id
  business.series.push(series)
  model.changed(series)
  context.count('series begun')
  return series
}

export async function pause({ deps, count }: ChaseContext, series: ModelSeries): Promise<void> {
  if (series.pausedBy || series.isEnded) return
  await pauseSeries(deps, ownerOf(series.business), series.id)
  series.pausedBy = 'owner'
  count('series paused')
}

export async function resume({ deps, clock, count }: ChaseContext, series: ModelSeries): Promise<void> {
  if (!series.pausedBy || series.isEnded || series.business.isFree) return
  await resumeSeries(deps, ownerOf(series.business), series.id)
  series.pausedBy = null
  takeUpSeries(series, clock.now)
  series.takenUp.push(clock.now)
  count('series resumed')
}

export async function skipOne({ deps, clock, count }: ChaseContext, series: ModelSeries): Promise<void> {
  const next = nextDayOf(series)
  if (series.pausedBy || series.isEnded || next === null) return
  const period = series.nextPeriod
  await skipPeriod(deps, ownerOf(series.business), series.id, period)
  series.periods.push({ period, state: 'skipped', day: next, at: clock.now })
  series.nextPeriod += 1
  count('periods skipped')
}

export async function editSeries(context: ChaseContext, series: ModelSeries): Promise<void> {
  const { deps, clock, draws, count } = context
  if (series.isEnded || series.business.isFree) return
  const wasOver = nextDayOf(series) === null
  const { rows } = await withTenant(deps.database, series.business.id, ({ client }) =>
    client.query<{ version: number }>('select version from recurring_series where id = $1', [series.id]),
  )
  Object.assign(series, {
    totalMinor: draws.between(100, 500_000),
    dueInDays: draws.pick(terms).days,
    sends: draws.chance(0.75),
    isWanted: draws.chance(0.9),
    end: draws.chance(0.4)
      ? drawEnd(context, Math.max(series.startDay, wallClock(series.business.zone, clock.now).day))
      : series.end,
  })
  const version = rows[0]?.version ?? 0
  await updateSeries(deps, ownerOf(series.business), series.id, { ...inputOf(series), version })
  if (wasOver) {
    takeUpSeries(series, clock.now)
    series.takenUp.push(clock.now)
  }
  count('series changed')
}

export async function endSeries({ deps, count }: ChaseContext, series: ModelSeries): Promise<void> {
  if (series.isEnded) return
  await deleteSeries(deps, ownerOf(series.business), series.id)
  series.isEnded = true
  count('series deleted')
}
