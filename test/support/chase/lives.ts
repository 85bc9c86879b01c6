import { createReminderObjection } from '../../../src/features/reminders/reminder-objections.ts'
import { queryTenant, withTenant } from '../../../src/platform/db/transaction.ts'
import { day, hour } from './calendar.ts'
import type { ChaseContext } from './context.ts'
import * as acts from './invoice-acts.ts'
import type { DrawInvoiceAct, InvoiceAct } from './invoice-acts.ts'
import type { ModelInvoice, ModelSeries } from './model.ts'
import * as owner from './owner-acts.ts'
import * as reminding from './reminder-acts.ts'
import * as series from './series-acts.ts'
import type { createWakes } from './wakes.ts'
import { type ChaseBusiness, addInvoice } from './world.ts'

export interface ChaseEvent {
  run: () => Promise<void>
}

export type Agenda = ReturnType<typeof createWakes<ChaseEvent>>

/** The actions on one invoice, how likely each is, and how many days after the due date. */
const lives: { draw: DrawInvoiceAct; chance: number; from: number; to: number }[] = [
  { draw: acts.mailDraft, chance: 0.8, from: -60, to: 5 },
  { draw: acts.payWhole, chance: 0.7, from: -25, to: 45 },
  { draw: acts.payPart, chance: 0.12, from: -25, to: 30 },
  { draw: acts.undoLast, chance: 0.04, from: 0, to: 60 },
  { draw: acts.moveDueDate, chance: 0.1, from: -40, to: 30 },
  { draw: acts.raiseTotal, chance: 0.04, from: -30, to: 10 },
  { draw: acts.switchReminder, chance: 0.04, from: -30, to: 10 },
  { draw: acts.switchReminder, chance: 0.02, from: -20, to: 20 },
  { draw: acts.remove, chance: 0.04, from: -40, to: 40 },
  { draw: reminding.skip, chance: 0.08, from: -30, to: 20 },
  { draw: reminding.sendNext, chance: 0.07, from: -30, to: 20 },
  { draw: reminding.remind, chance: 0.08, from: -10, to: 40 },
  { draw: reminding.pause, chance: 0.05, from: -30, to: 10 },
  { draw: reminding.clientSaysPaid, chance: 0.06, from: -5, to: 30 },
  { draw: reminding.resume, chance: 0.5, from: -20, to: 40 },
]

/** Actions that may happen at the very moment at which a reminder is sent. */
export const meanwhile: DrawInvoiceAct[] = [
  acts.payWhole,
  acts.payWhole,
  acts.payPart,
  acts.moveDueDate,
  reminding.pause,
  reminding.clientSaysPaid,
]

export async function idOf({ database }: ChaseContext, invoice: ModelInvoice): Promise<string> {
  const { origin, business } = invoice
  if (invoice.id === null && origin) {
    const { rows } = await withTenant(database, business.id, ({ client }) =>
      client.query<{ id: string }>('select id from invoices where series_id = $1 and series_period = $2', [
        origin.series.id,
        origin.period,
      ]),
    )
    invoice.id = rows[0]?.id ?? null
  }
  return invoice.id ?? ''
}

/** Resets the rate limits. A simulated hour is only an instant on the real clock that they use. */
export async function forgetLimits({ database }: ChaseContext): Promise<void> {
  await database.platform.query('delete from platform.rate_limits')
}

async function doIt(context: ChaseContext, invoice: ModelInvoice, act: InvoiceAct): Promise<void> {
  const id = await idOf(context, invoice)
  await forgetLimits(context)
  try {
    await act.run(context.deps, id)
  } catch (error) {
    context.complain(`${act.name} of ${id}: ${String(error)}`)
    return
  }
  act.apply(context.clock.now)
  context.model.changed(invoice)
  context.count(act.name)
  await askAboutMail(context, invoice)
}

/**
 * Checks that a reminder in the outbox is not sent if its invoice is paid or reported as paid in the
 * meantime, or if it waited too long.
 */
async function askAboutMail(context: ChaseContext, invoice: ModelInvoice): Promise<void> {
  const { database, deps, complain, count } = context
  const { isPaid, isDeleted, pausedBy, isWanted, business, id: invoiceId } = invoice
  const last = invoice.steps.findLast(({ state }) => state === 'sent')
  if (!last?.isAutomatic || isDeleted) return
  const [row] = await queryTenant<{ id: string }>(database, business.id, {
    text: `select mail_id as id from reminders where invoice_id = $1 and state = 'sent' order by at desc limit 1`,
    values: [invoiceId],
  })
  if (!row) return complain(`no reminder is noted that was to be sent: ${invoiceId}`)
  const mail = { id: row.id, kind: 'reminder', businessId: business.id, invoiceId }
  const objection = await createReminderObjection(deps)(mail)
  const isLate = context.clock.now - last.at > 2 * day
  const mustStay = isPaid || pausedBy !== null || !isWanted || isLate
  if ((objection !== null) !== mustStay) complain(`a mail about ${invoiceId}, paid: ${isPaid}: ${objection}`)
  count(mustStay ? 'waiting mails kept back' : 'waiting mails let go')
}

export function createLives(
  context: ChaseContext,
  agenda: Agenda,
  { start, end, pace }: { start: number; end: number; pace: number },
) {
  const { draws, model } = context
  const later = (at: number, run: () => Promise<unknown>) => {
    // Never at a full minute, when the schedulers run.
    const moment = Math.floor(at / 60_000) * 60_000 + draws.between(1_000, 59_000)
    if (moment < end) agenda.set({ run: async () => void (await run()) }, moment)
  }
  const sometime = (from = start) => from + draws.random() * (end - from)

  function live(invoice: ModelInvoice): void {
    for (const { draw, chance, from, to } of lives) {
      if (!draws.chance(chance)) continue
      const at = (invoice.dueDay + from + draws.random() * (to - from)) * day
      later(Math.max(at, context.clock.now + hour), async () => {
        const act = draw(context, invoice)
        if (act) await doIt(context, invoice, act)
      })
    }
  }

  /** Runs an action this often per year, at the normal pace. */
  function often(yearly: number, from: number, run: () => Promise<unknown>): void {
    const times = ((end - from) / (365 * day)) * yearly * pace
    for (let n = Math.floor(times + draws.random()); n > 0; n--) later(sometime(from), run)
  }

  function liveSeries(one: ModelSeries): void {
    const act = (yearly: number, run: (given: ChaseContext, which: ModelSeries) => Promise<void>) =>
      often(yearly, context.clock.now, async () => {
        await forgetLimits(context)
        await run(context, one)
        model.changed(one)
      })
    act(0.6, series.pause)
    act(1, series.resume)
    act(0.8, series.skipOne)
    act(0.7, series.editSeries)
    act(0.07, series.endSeries)
  }

  return {
    live,
    /** Plans all events in the years of a business. */
    plan(business: ChaseBusiness): void {
      const own = (run: (given: ChaseContext, which: ChaseBusiness) => Promise<void>) => () =>
        run(context, business)
      often(0.6, start, own(owner.moveToZone))
      often(0.5, start, own(reminding.changeHour))
      often(0.35, start, own(reminding.changeSteps))
      often(0.3, start, own(reminding.changeReminderText))
      often(0.6, start, own(reminding.switchClient))
      often(0.15, start, own(owner.changePlan))
      if (!business.isConfirmed) later(sometime(), own(owner.confirmOwner))
      const howMany = business.isFree ? draws.pick([0, 1, 1]) : draws.pick([0, 1, 1, 2])
      for (let n = 0; n < howMany; n++) {
        later(start + draws.random() * 0.6 * (end - start), async () => {
          if (business.isFree && business.series.length > 0) return
          await forgetLimits(context)
          liveSeries(await series.beginSeries(context, business))
        })
      }
    },
    /** Plans an invoice that is created manually at some time; on the free plan, many in one month. */
    planInvoice(business: ChaseBusiness, busyTime: number): void {
      const isBusy = business.isFree && draws.chance(0.7)
      const at = isBusy ? busyTime + draws.random() * 14 * day : sometime()
      later(Math.min(at, end - day), async () => live(await addInvoice(context, business)))
    },
  }
}
