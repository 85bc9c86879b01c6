import { setClientReminders } from '../../../src/features/reminders/client-reminders.ts'
import {
  pauseReminders,
  resumeReminders,
  remindNow,
  sendStepNow,
  skipStep,
} from '../../../src/features/reminders/reminder-actions.ts'
import { saveReminderSettings } from '../../../src/features/reminders/reminder-settings.ts'
import { sayPaid } from '../../../src/features/reminders/say-paid.ts'
import type { ChaseContext } from './context.ts'
import { type DrawInvoiceAct, hush, unhush } from './invoice-acts.ts'
import { type ExpectedStep, type ModelInvoice, openSteps } from './model.ts'
import { replan } from './owner-acts.ts'
import { type ChaseBusiness, drawSteps, sendingHours } from './world.ts'

const keyOf = ({ business }: ModelInvoice, invoiceId: string) => ({ businessId: business.id, invoiceId })
const isOpen = ({ isPaid, isDeleted }: ModelInvoice) => !isPaid && !isDeleted

const nextStep =
  (
    name: string,
    state: ExpectedStep['state'],
    run: (...args: Parameters<typeof sendStepNow>) => Promise<unknown>,
  ): DrawInvoiceAct =>
  ({ clock }, invoice) => {
    const open = openSteps(invoice)
    const due = open.filter(({ at }) => at <= clock.now)
    const next = due.pop() ?? open[0]
    if (!next) return null
    return {
      name,
      run: (deps, id) => run(deps, keyOf(invoice, id)),
      apply(now) {
        const byHand = { isAutomatic: false, at: now }
        for (const { offset } of due) invoice.steps.push({ ...byHand, offset, state: 'missed' })
        invoice.steps.push({ ...byHand, offset: next.offset, state })
        if (state === 'sent') invoice.mails.push(now)
        invoice.notBefore = 0
      },
    }
  }

export const skip = nextStep('steps skipped by hand', 'skipped', skipStep)
export const sendNext = nextStep('steps sent by hand', 'sent', sendStepNow)

export const remind: DrawInvoiceAct = (_, invoice) => {
  const isKnown = invoice.isSent || invoice.sendOption === 'do_not_send'
  if (!isOpen(invoice) || !isKnown) return null
  return {
    name: 'reminders by hand',
    run: (deps, id) => remindNow(deps, keyOf(invoice, id)),
    apply(now) {
      invoice.steps.push({ offset: null, state: 'sent', isAutomatic: false, at: now })
      invoice.mails.push(now)
    },
  }
}

export const pause: DrawInvoiceAct = (_, invoice) => {
  if (!isOpen(invoice) || invoice.pausedBy) return null
  return {
    name: 'reminders paused',
    run: (deps, id) => pauseReminders(deps, keyOf(invoice, id)),
    apply(now) {
      invoice.pausedBy = 'owner'
      hush(invoice, now, 'they were paused')
    },
  }
}

export const clientSaysPaid: DrawInvoiceAct = (_, invoice) => {
  if (!isOpen(invoice)) return null
  return {
    name: 'clients who say that they have paid',
    run: (deps, id) => sayPaid(deps, keyOf(invoice, id), 'By transfer.'),
    apply(now) {
      invoice.pausedBy = 'client'
      hush(invoice, now, 'they were paused')
    },
  }
}

export const resume: DrawInvoiceAct = (_, invoice) => {
  if (!isOpen(invoice) || !invoice.pausedBy) return null
  return {
    name: 'reminders resumed',
    run: (deps, id) => resumeReminders(deps, keyOf(invoice, id)),
    apply(now) {
      Object.assign(invoice, { pausedBy: null, since: now, notBefore: 0 })
      // It may have been paused for both reasons.
      for (let times = 0; times < 2; times++) unhush(invoice, now, 'they were paused')
    },
  }
}

/** Steps in the past are not caught up. */
function startOver({ clock, model }: ChaseContext, invoices: readonly ModelInvoice[]): void {
  for (const invoice of invoices) {
    if (!isOpen(invoice)) continue
    if (invoice.isWanted) Object.assign(invoice, { since: clock.now, notBefore: 0 })
    model.changed(invoice)
  }
}

async function saveSettings(
  { deps }: ChaseContext,
  { id, hour, steps }: ChaseBusiness,
  subject: string | null,
) {
  await saveReminderSettings(deps, id, {
    hasOwnSeries: true,
    sendHour: hour,
    steps: steps.map((offsetDays) => ({ offsetDays, subject, body: null })),
  })
}

export async function changeHour(context: ChaseContext, business: ChaseBusiness): Promise<void> {
  business.hour = context.draws.pick(sendingHours)
  await saveSettings(context, business, null)
  replan(context, business)
  context.count('sending hours changed')
}

export async function changeSteps(context: ChaseContext, business: ChaseBusiness): Promise<void> {
  const steps = drawSteps(context)
  const isChanged = steps.join() !== business.steps.join()
  business.steps = steps
  await saveSettings(context, business, null)
  if (isChanged) startOver(context, business.invoices)
  context.count('sets of days changed')
}

/** Changes only the text, which skips no step. */
export async function changeReminderText(context: ChaseContext, business: ChaseBusiness): Promise<void> {
  await saveSettings(context, business, 'Please pay {amount}')
  context.count('words changed')
}

export async function switchClient(context: ChaseContext, business: ChaseBusiness): Promise<void> {
  const { deps, clock, draws } = context
  const client = draws.pick(business.clients)
  const optedOut = !client.isOptedOut
  await setClientReminders(deps, business.id, { clientId: client.id, optedOut })
  client.isOptedOut = optedOut
  client.switches.push(clock.now)
  startOver(
    context,
    business.invoices.filter((invoice) => invoice.client === client),
  )
  context.count('clients opted out or in')
}
