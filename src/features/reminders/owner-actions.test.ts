import { afterAll, beforeAll, expect, test } from 'vitest'
import { markPaid, setPlan } from '../../../test/support/fixtures/invoices.ts'
import { type ReminderApp, createReminderApp } from '../../../test/support/fixtures/reminders.ts'
import { answerOf, problemOf } from '../../../test/support/test-app.ts'
import { plans } from '../billing/rules.ts'
import { getTimeline } from '../invoices/contract.ts'
import * as contract from './contract.ts'

let reminding: ReminderApp
beforeAll(async () => {
  reminding = await createReminderApp()
})
afterAll(() => reminding.app.close())

type Act = typeof contract.remindNow | typeof contract.skipStep | typeof contract.sendStepNow
type Owner = { cookie: string }

const acts = [
  contract.remindNow,
  contract.sendStepNow,
  contract.skipStep,
  contract.pauseReminders,
  contract.resumeReminders,
] as const

function act(owner: Owner, endpoint: (typeof acts)[number], id: string) {
  return reminding.app.send(endpoint as Act, { params: { id } }, owner)
}

async function done(owner: Owner, endpoint: (typeof acts)[number], id: string) {
  return answerOf(contract.remindNow, await act(owner, endpoint, id))
}

async function look(owner: Owner, id: string) {
  const { app } = reminding
  return answerOf(
    contract.getInvoiceReminders,
    await app.send(contract.getInvoiceReminders, { params: { id } }, owner),
  )
}

async function openWith(days: number[]) {
  reminding.setClock('2026-11-01T00:00:00Z')
  const business = await reminding.open()
  await business.series(days)
  return business
}

test('Remind sends one outside of the series, which goes on as it was', async () => {
  const business = await openWith([0])
  const { id, number } = await business.invoice()
  reminding.setClock('2026-11-10T23:00:00Z')
  const after = await done(business, contract.remindNow, id)
  expect(after.next).toEqual({ at: '2026-11-20T09:00:00.000Z', offsetDays: 0 })
  expect(await business.steps(id)).toEqual(['remind sent by hand'])
  expect(await business.mails(id)).toMatchObject([{ subject: `Invoice ${number} is due on Nov 20, 2026` }])
  // What goes by itself keeps a day's distance from it.
  reminding.setClock('2026-11-20T08:59:00Z')
  await reminding.app.database.platform.query('delete from platform.rate_limits')
  await done(business, contract.remindNow, id)
  await reminding.fireAt('2026-11-20T09:00:00Z')
  expect(await business.steps(id)).toEqual(['remind sent by hand', 'remind sent by hand'])
  await reminding.fireAt('2026-11-21T09:00:00Z')
  expect(await business.steps(id)).toEqual(['remind sent by hand', 'remind sent by hand', '0 sent'])
})

test('Remind works although the series is off, paused, or unwanted by the client', async () => {
  const business = await openWith([0])
  const off = await business.invoice({ sendReminder: false })
  expect(await look(business, off.id)).toMatchObject({ next: null, hint: 'off' })
  await done(business, contract.remindNow, off.id)
  expect(await business.mails(off.id)).toHaveLength(1)
  const paused = await business.invoice()
  await done(business, contract.pauseReminders, paused.id)
  await done(business, contract.remindNow, paused.id)
  expect(await business.mails(paused.id)).toHaveLength(1)
})

test('Remind and Send now share one an hour for an invoice', async () => {
  const business = await openWith([0, 7])
  const [first, other] = [await business.invoice(), await business.invoice()]
  const answers = await Promise.all([1, 2, 3].map(() => act(business, contract.remindNow, first.id)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429, 429])
  const problem = await problemOf(await act(business, contract.sendStepNow, first.id))
  expect(problem).toMatchObject({ code: 'TOO_MANY_REQUESTS', status: 429 })
  expect(problem.message).toContain('You’ve sent a reminder for this invoice within the last hour.')
  expect(await business.mails(first.id)).toHaveLength(1)
  await done(business, contract.sendStepNow, other.id)
  expect(await business.steps(other.id)).toEqual(['0 sent by hand'])
})

test('both count among the mails that the plan allows', async () => {
  const business = await openWith([0])
  const { mailsPerHour, label } = plans.free
  const { id } = await business.invoice()
  await reminding.app.database.platform.query(
    `insert into platform.rate_limits (key, count, window_ends_at) values ($1, $2, now() + interval '1 hour')`,
    [`client-mail:${business.businessId}`, mailsPerHour],
  )
  const problem = await problemOf(await act(business, contract.remindNow, id))
  expect(problem.message).toContain(`the limit of the ${label} plan`)
  await setPlan(reminding.app, business.businessId, 'pro')
  // Refused, it has not used up the one of this hour.
  await done(business, contract.remindNow, id)
})

test('Send now sends the step that comes next, which then does not come again', async () => {
  const business = await openWith([0, 7])
  const { id, number } = await business.invoice()
  reminding.setClock('2026-11-19T22:00:00Z')
  const after = await done(business, contract.sendStepNow, id)
  expect(after.next).toEqual({ at: '2026-11-27T09:00:00.000Z', offsetDays: 7 })
  await reminding.fireAt('2026-11-20T09:00:00Z')
  expect(await business.steps(id)).toEqual(['0 sent by hand'])
  // It says what is true on the day on which it goes.
  expect(await business.mails(id)).toMatchObject([{ subject: `Invoice ${number} is due on Nov 20, 2026` }])
})

test.each([
  ['Send now', contract.sendStepNow, ['0 missed by hand', '1 sent by hand']],
  ['Skip', contract.skipStep, ['0 missed by hand', '1 skipped by hand']],
] as const)('of several whose time has come, %s means the latest', async (_, action, settled) => {
  const business = await openWith([0, 1, 7])
  const { id } = await business.invoice()
  reminding.setClock('2026-11-22T03:00:00Z')
  const params = { id }
  const read = await reminding.app.send(contract.getInvoiceReminders, { params }, business)
  expect(await answerOf(contract.getInvoiceReminders, read)).toMatchObject({ next: { offsetDays: 1 } })
  expect((await done(business, action, id)).next).toMatchObject({ offsetDays: 7 })
  expect(await business.steps(id)).toEqual(settled)
})

test('Skip leaves out the step that comes next, and says so in the history', async () => {
  const { app } = reminding
  const business = await openWith([0, 7])
  const { id } = await business.invoice()
  expect((await done(business, contract.skipStep, id)).next?.offsetDays).toBe(7)
  await reminding.fireAt('2026-11-20T09:00:00Z')
  expect(await business.steps(id)).toEqual(['0 skipped by hand'])
  expect(await done(business, contract.skipStep, id)).toMatchObject({ next: null, hint: 'done' })
  for (const endpoint of [contract.skipStep, contract.sendStepNow]) {
    const problem = await problemOf(await act(business, endpoint, id))
    expect(problem).toMatchObject({ code: 'NOTHING_TO_SEND', status: 409 })
  }
  const { entries } = await answerOf(getTimeline, await app.send(getTimeline, { params: { id } }, business))
  expect(entries.filter(({ kind }) => kind === 'reminder-skipped').map((entry) => entry.offsetDays)).toEqual(
    expect.arrayContaining([0, 7]),
  )
})

test('paused, none goes; resumed, those go whose time is still to come', async () => {
  const { app } = reminding
  const business = await openWith([0, 7])
  const { id } = await business.invoice()
  expect(await done(business, contract.pauseReminders, id)).toEqual({
    mail: null,
    next: null,
    lastAt: null,
    hasOwnSeries: true,
    pausedBy: 'owner',
    hint: null,
    clientOptedOut: false,
  })
  await done(business, contract.pauseReminders, id)
  await reminding.fireAt('2026-11-20T09:00:00Z')
  reminding.setClock('2026-11-21T00:00:00Z')
  expect(await done(business, contract.resumeReminders, id)).toMatchObject({
    next: { at: '2026-11-27T09:00:00.000Z', offsetDays: 7 },
    pausedBy: null,
  })
  await done(business, contract.resumeReminders, id)
  await reminding.fireAt('2026-11-27T09:00:00Z')
  expect(await business.steps(id)).toEqual(['7 sent'])
  const { entries } = await answerOf(getTimeline, await app.send(getTimeline, { params: { id } }, business))
  const kinds = entries.map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'reminders-paused')).toHaveLength(1)
  expect(kinds.filter((kind) => kind === 'reminders-resumed')).toHaveLength(1)
})

test('nothing can be done about a paid one', async () => {
  const business = await openWith([0])
  const { id } = await business.invoice()
  await markPaid(reminding.app, business.businessId, id)
  for (const endpoint of acts) {
    const problem = await problemOf(await act(business, endpoint, id))
    expect([endpoint.path, problem.code]).toEqual([endpoint.path, 'INVOICE_PAID'])
  }
  expect(await look(business, id)).toMatchObject({ next: null, hint: 'paid' })
})

test('what nobody has got is not reminded of', async () => {
  const business = await openWith([0])
  const { id } = await business.invoice({ sendOption: 'email_later' })
  expect(await look(business, id)).toMatchObject({ next: null, hint: 'not-sent' })
  const problem = await problemOf(await act(business, contract.remindNow, id))
  expect(problem).toMatchObject({ code: 'NOTHING_TO_SEND', message: 'This invoice has not been sent yet.' })
  const free = await business.invoice({ charge: { kind: 'amount', amountMinor: 0 } })
  expect((await problemOf(await act(business, contract.remindNow, free.id))).code).toBe('NOTHING_TO_SEND')
})

test('a client who wants none is named as the reason', async () => {
  const business = await openWith([0])
  const { id } = await business.invoice()
  await business.sql('update clients set no_reminders = true')
  await done(business, contract.resumeReminders, id)
  await business.sql('update invoices set reminders_not_before = null')
  expect(await look(business, id)).toMatchObject({
    next: null,
    hint: 'client-opted-out',
    clientOptedOut: true,
  })
})

test('the invoices of another business are not there', async () => {
  const [owner, stranger] = [await openWith([0]), await openWith([0])]
  const { id } = await owner.invoice()
  for (const endpoint of acts) {
    const { status } = await act(stranger, endpoint, id)
    expect([endpoint.path, status]).toEqual([endpoint.path, 404])
  }
  const read = await reminding.app.send(contract.getInvoiceReminders, { params: { id } }, stranger)
  expect(read.status).toBe(404)
  expect(await owner.steps(id)).toEqual([])
})
