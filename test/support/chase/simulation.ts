import type { Database } from '../../../src/platform/db/connect.ts'
import { withTenant } from '../../../src/platform/db/transaction.ts'
import { type Books, type ReminderRow, readLedger, remindersOfInvoice, tidyUp } from './books.ts'
import { day, minute } from './calendar.ts'
import { type ChaseContext, createChaseContext } from './context.ts'
import type { InvoiceAct } from './invoice-acts.ts'
import { type ChaseEvent, createLives, idOf, meanwhile } from './lives.ts'
import type { ModelInvoice } from './model.ts'
import { backFrom, drawOutages } from './outages.ts'
import { tick, tickHard } from './schedulers.ts'
import { createWakes } from './wakes.ts'
import { addBusinesses } from './world.ts'

export interface ChaseOptions {
  database: Database
  url: string
  years: number
  businesses: number
  invoices: number
  seed: number
  /** The share of ticks with interleaved statements, among those at which few things are due. */
  hardShare: number
  report?: (line: string) => void
}

/** A small limit is enough, because four schedulers do all of it one statement at a time. */
const maxInHardTick = 6
const ticksBetweenTidying = 1500

/**
 * Simulates years of invoices, payments, changes and outages. Errors on the way are among the context's
 * problems.
 */
export async function simulateChase(options: ChaseOptions): Promise<{ context: ChaseContext; books: Books }> {
  const context = createChaseContext(options)
  const { clock, model, draws } = context
  const start = clock.now
  const end = start + options.years * 365 * day
  const agenda = createWakes<ChaseEvent>()
  // In a small world people change things more often, so that everything happens at least once.
  const pace = Math.max(1, 20 / (options.years * options.businesses))
  const lives = createLives(context, agenda, { start, end, pace })
  const businesses = await addBusinesses(context, options.businesses)
  for (const business of businesses) lives.plan(business)
  const busyTimes = businesses.map(() => start + (0.4 + 0.5 * draws.random()) * (end - start))
  for (let n = 0; n < options.invoices; n++) {
    const index = draws.upTo(businesses.length - 1)
    lives.planInvoice(businesses[index]!, busyTimes[index]!)
  }
  const outages = drawOutages(draws, start, end)
  context.count('outages', outages.length)
  for (const { to } of outages) context.lateTicks.add(to)
  // Ticks at which possibly nothing is due.
  for (let at = start; at < end; at += Math.floor(draws.random() * day)) {
    const moment = Math.floor(at / minute) * minute
    agenda.set({ run: async () => void (backFrom(outages, moment) ?? (await tickAt(moment))) }, moment)
  }

  let ticks = 0
  async function tickAt(now: number): Promise<void> {
    clock.now = now
    draws.beginMoment(now)
    const due = model.dueAt(now)
    const isHard = due.length > 0 && due.length <= maxInHardTick && draws.chance(options.hardShare)
    const race = isHard && draws.chance(0.4) ? await drawRace(context, due) : null
    let actedFirst = false
    if (race) actedFirst = await runRace(context, race)
    else if (isHard) await tickHard(context, { crashChance: draws.pick([0, 0.01, 0.03, 0.1]) })
    await tick(context)
    if (race && actedFirst) applyRace(context, race)
    const made = model.tick(now)
    if (race && !actedFirst) applyRace(context, race)
    for (const invoice of made) lives.live(invoice)
    context.count('invoices made by series', made.length)
    context.count('ticks')
    if (due.length === 0) context.count('ticks with nothing to do')
    ticks += 1
    if (ticks % ticksBetweenTidying === 0) {
      await tidyUp(options.url)
      options.report?.(
        `${new Date(now).toISOString().slice(0, 10)}: ${ticks} ticks, ${context.problems.length} problems`,
      )
    }
  }

  for (;;) {
    const eventAt = agenda.first()
    const wake = Math.ceil(Math.max(model.nextWake(), clock.now + 1) / minute) * minute
    const wakeAt = backFrom(outages, wake) ?? wake
    if (Math.min(eventAt, wakeAt) >= end) break
    if (eventAt <= wakeAt) {
      for (const event of agenda.until(eventAt)) {
        agenda.set(event, null)
        clock.now = eventAt
        draws.beginMoment(eventAt)
        try {
          await event.run()
        } catch (error) {
          context.complain(`an action failed: ${error instanceof Error ? error.stack : String(error)}`)
        }
      }
    } else await tickAt(wakeAt)
  }
  const books = await readLedger(context)
  for (const { state } of books.reminders) context.count(`steps ${state}`)
  for (const { series } of businesses)
    for (const { pausedByPlan } of series) context.count('stops at the limit of the free plan', pausedByPlan)
  return { context, books }
}

interface Race {
  invoice: ModelInvoice
  act: InvoiceAct
}

async function drawRace(context: ChaseContext, due: readonly object[]): Promise<Race | null> {
  const invoices = due.filter((thing): thing is ModelInvoice => 'dueDay' in thing)
  if (invoices.length === 0) return null
  const invoice = context.draws.pick(invoices)
  const act = context.draws.pick(meanwhile)(context, invoice)
  if (!act) return null
  await idOf(context, invoice)
  return { invoice, act }
}

/**
 * A user acts on an invoice while schedulers send its reminder. Returns whether the action came first, judged
 * by the state right after it. If a reminder follows nevertheless, the model does not expect it and the check
 * reports it.
 */
async function runRace(context: ChaseContext, { invoice, act }: Race): Promise<boolean> {
  const { database, clock } = context
  let isSentBefore = false
  await tickHard(context, {
    crashChance: 0,
    async meanwhile(deps) {
      await act.run(deps, invoice.id ?? '')
      const { rows } = await withTenant(database, invoice.business.id, ({ client }) =>
        client.query<ReminderRow>(remindersOfInvoice, [invoice.id]),
      )
      isSentBefore = rows.some(({ at, isAutomatic }) => isAutomatic && at === clock.now)
    },
  })
  context.count('actions at the moment of a reminder')
  context.count(isSentBefore ? 'of these, after it' : 'of these, before it')
  return !isSentBefore
}

function applyRace({ clock, model, count }: ChaseContext, { invoice, act }: Race): void {
  act.apply(clock.now)
  model.changed(invoice)
  count(act.name)
}
