import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientInput } from '../../../test/support/fixtures/invoice-input.ts'
import { addInvoiceRow } from '../../../test/support/fixtures/invoice-rows.ts'
import { asOwner, markPaid } from '../../../test/support/fixtures/invoices.ts'
import { type ReminderApp, createReminderApp } from '../../../test/support/fixtures/reminders.ts'
import { deleteInvoice, emailInvoice } from '../invoices/contract.ts'
import { recordPayment, undoPayment } from '../payments/contract.ts'
import { fireReminder, fireReminders } from './fire-reminders.ts'

let reminding: ReminderApp
beforeAll(async () => {
  reminding = await createReminderApp()
})
afterAll(() => reminding.app.close())

test('without a series, one reminder goes three days before the due date', async () => {
  const { setClock, fireAt, open } = reminding
  setClock('2026-11-01T00:00:00Z')
  const business = await open()
  const { id, number } = await business.invoice({ client: clientInput({ email: 'default@example.com' }) })
  await fireAt('2026-11-17T08:59:00Z')
  expect(await business.steps(id)).toEqual([])
  await fireAt('2026-11-17T09:00:00Z')
  await fireAt('2026-11-17T09:01:00Z')
  expect(await business.steps(id)).toEqual(['-3 sent'])
  expect(await business.mails(id)).toMatchObject([
    { to: 'default@example.com', subject: `Invoice ${number} is due on Nov 20, 2026` },
  ])
  expect(await business.next(id)).toBeNull()
})

test('a series goes step by step, at its own hour in the zone of the business', async () => {
  const { setClock, fireAt, open } = reminding
  setClock('2026-11-01T00:00:00Z')
  const business = await open({ timeZone: 'America/New_York' })
  await business.series([0, 7], { sendHour: 14 })
  const { id, number } = await business.invoice()
  await fireAt('2026-11-20T18:59:00Z')
  expect(await business.steps(id)).toEqual([])
  await fireAt('2026-11-20T19:00:30Z')
  expect(await business.steps(id)).toEqual(['0 sent'])
  expect(await business.next(id)).toBe('7 at 2026-11-27T19:00')
  await fireAt('2026-11-27T19:00:00Z')
  expect(await business.steps(id)).toEqual(['0 sent', '7 sent'])
  expect((await business.mails(id)).map(({ subject }) => subject)).toEqual([
    `Invoice ${number} is due today`,
    `Invoice ${number} was due on Nov 20, 2026`,
  ])
})

test('a step goes once, also when four run at once', async () => {
  const { app, setClock, open } = reminding
  setClock('2026-11-01T00:00:00Z')
  const business = await open()
  const made = await Promise.all(Array.from({ length: 9 }, () => business.invoice()))
  setClock('2026-11-17T09:00:00Z')
  await Promise.all(Array.from({ length: 4 }, () => fireReminders(app.deps)))
  for (const { id } of made) {
    expect(await business.steps(id)).toEqual(['-3 sent'])
    expect(await business.mails(id)).toHaveLength(1)
  }
})

test('more than a page of them all go in one run', async () => {
  const { app, setClock, open } = reminding
  setClock('2026-11-01T00:00:00Z')
  const business = await open()
  const due = { dueDate: '2026-11-20', sendReminder: true, remindersSince: new Date('2026-11-01T00:00:00Z') }
  await Promise.all(Array.from({ length: 11 }, () => addInvoiceRow(app.database, business.businessId, due)))
  setClock('2026-11-17T09:00:00Z')
  await fireReminders(app.deps, 4)
  expect(await business.sql(`select count(*)::int from reminders where state = 'sent'`)).toEqual([
    { count: 11 },
  ])
})

test('what was paid or removed meanwhile is not chased', async () => {
  const { app, setClock, fireAt, open } = reminding
  setClock('2026-11-01T00:00:00Z')
  const business = await open()
  const [paid, removed, nothingOpen] = [
    await business.invoice(),
    await business.invoice(),
    await business.invoice({ charge: { kind: 'amount', amountMinor: 0 } }),
  ]
  await markPaid(app, business.businessId, paid.id)
  await app.send(deleteInvoice, { params: { id: removed.id } }, business)
  await fireAt('2026-11-17T09:00:00Z')
  expect(await business.sql('select from reminders')).toEqual([])
  expect(await business.next(nothingOpen.id)).toBeNull()
  expect(await fireReminder(app.deps, { ...business, invoiceId: removed.id })).toBe('nothing')
})

test('one that is paid between being found and being locked is not chased', async () => {
  const { app, setClock, open } = reminding
  setClock('2026-11-01T00:00:00Z')
  const business = await open()
  const { id } = await business.invoice()
  setClock('2026-11-17T09:00:00Z')
  await markPaid(app, business.businessId, id)
  expect(await fireReminder(app.deps, { ...business, invoiceId: id })).toBe('nothing')
  expect(await business.mails(id)).toEqual([])
})

test('after an outage the latest goes, and those before it are noted as missed', async () => {
  const { setClock, fireAt, open } = reminding
  setClock('2026-11-01T00:00:00Z')
  const business = await open()
  await business.series([-7, 0, 1, 7, 14])
  const { id, number } = await business.invoice()
  await fireAt('2026-11-28T10:00:00Z')
  expect(await business.steps(id)).toEqual(['-7 missed', '0 missed', '1 missed', '7 sent'])
  expect((await business.mails(id)).map(({ subject }) => subject)).toEqual([
    `Invoice ${number} was due on Nov 20, 2026`,
  ])
  expect(await business.next(id)).toBe('14 at 2026-12-04T09:00')
})

test('nobody is reminded outside of eight hours from the sending hour on', async () => {
  const { setClock, fireAt, open } = reminding
  setClock('2026-11-01T00:00:00Z')
  const business = await open()
  await business.series([0])
  const { id } = await business.invoice()
  await fireAt('2026-11-20T17:00:00Z')
  expect(await business.steps(id)).toEqual([])
  expect(await business.next(id)).toBe('0 at 2026-11-21T09:00')
  await fireAt('2026-11-21T08:59:59Z')
  expect(await business.steps(id)).toEqual([])
  await fireAt('2026-11-21T16:59:59Z')
  expect(await business.steps(id)).toEqual(['0 sent'])
})

test('a day that ends sooner ends the hours of a late sending hour', async () => {
  const { setClock, fireAt, open } = reminding
  setClock('2026-11-01T00:00:00Z')
  const business = await open()
  await business.series([0], { sendHour: 22 })
  const { id } = await business.invoice()
  await fireAt('2026-11-21T00:10:00Z')
  expect(await business.next(id)).toBe('0 at 2026-11-21T22:00')
  await fireAt('2026-11-21T23:59:00Z')
  expect(await business.steps(id)).toEqual(['0 sent'])
})

test('two that go by themselves are a day apart', async () => {
  const { setClock, fireAt, open } = reminding
  setClock('2026-11-01T00:00:00Z')
  const business = await open()
  await business.series([0, 1])
  const { id } = await business.invoice()
  await fireAt('2026-11-20T15:00:00Z')
  await fireAt('2026-11-21T09:00:00Z')
  expect(await business.steps(id)).toEqual(['0 sent'])
  expect(await business.next(id)).toBe('1 at 2026-11-21T15:00')
  await fireAt('2026-11-21T15:00:00Z')
  expect(await business.steps(id)).toEqual(['0 sent', '1 sent'])
})

test('where that would be at night, the next sending hour is waited for, and what is due by then is chosen anew', async () => {
  const { setClock, fireAt, open } = reminding
  setClock('2026-11-01T00:00:00Z')
  const business = await open()
  await business.series([0, 1, 2])
  const { id } = await business.invoice()
  await fireAt('2026-11-20T16:00:00Z')
  await business.series([0, 1, 2], { sendHour: 8 })
  expect(await business.next(id)).toBe('1 at 2026-11-22T08:00')
  await fireAt('2026-11-22T08:00:00Z')
  expect(await business.steps(id)).toEqual(['0 sent', '1 missed', '2 sent'])
})

test('exactly a day is enough', async () => {
  const { setClock, fireAt, open } = reminding
  setClock('2026-11-01T00:00:00Z')
  const business = await open()
  await business.series([0, 1])
  const { id } = await business.invoice()
  await fireAt('2026-11-20T09:00:00Z')
  await fireAt('2026-11-21T09:00:00Z')
  expect(await business.steps(id)).toEqual(['0 sent', '1 sent'])
})

test('a day lies between any other mail about an invoice and one that goes by itself', async () => {
  const { setClock, fireAt, open } = reminding
  setClock('2026-11-16T10:00:00Z')
  const business = await open()
  const { id } = await business.invoice({ sendOption: 'email_now' })
  expect(await business.next(id)).toBe('-3 at 2026-11-17T10:00')
  await fireAt('2026-11-17T09:59:59Z')
  expect(await business.steps(id)).toEqual([])
  await fireAt('2026-11-17T10:00:00Z')
  expect(await business.steps(id)).toEqual(['-3 sent'])
})

test('what was due before a draft was mailed is not caught up', async () => {
  const { app, setClock, fireAt, open } = reminding
  setClock('2026-11-01T00:00:00Z')
  const business = await open()
  await business.series([-3, 0])
  const { id } = await business.invoice({ sendOption: 'email_later' })
  await fireAt('2026-11-18T12:00:00Z')
  await app.send(emailInvoice, { params: { id } }, { cookie: business.cookie })
  expect(await business.next(id)).toBe('0 at 2026-11-20T09:00')
  await fireAt('2026-11-19T12:00:00Z')
  expect(await business.steps(id)).toEqual([])
})

test('nor is what would have been sent while it was paid', async () => {
  const { app, setClock, fireAt, open } = reminding
  setClock('2026-11-01T00:00:00Z')
  const business = await open()
  await business.series([-3, 0])
  const invoice = await business.invoice()
  const { id, openMinor: amountMinor } = invoice
  const paid = {
    method: 'cash',
    amountMinor,
    receivedOn: '2026-11-01',
    note: '',
    sendReceipt: false,
  } as const
  const body = { ...paid, requestId: crypto.randomUUID() }
  const { cookie } = business
  const recorded = await app.send(recordPayment, { params: { id }, body }, { cookie })
  expect(recorded.status).toBe(200)
  await fireAt('2026-11-18T12:00:00Z')
  const [payment] = await business.sql<{ id: string }>('select id from payments where invoice_id = $1', [id])
  const params = { id, paymentId: payment?.id ?? '' }
  expect((await app.send(undoPayment, { params }, { cookie })).status).toBe(200)
  expect(await business.next(id)).toBe('0 at 2026-11-20T09:00')
})

test('one that fails is logged, keeps none of the others waiting and is tried again', async () => {
  const { app, setClock, fireAt, open } = reminding
  setClock('2026-11-01T00:00:00Z')
  const business = await open()
  const [bad, good] = [await business.invoice(), await business.invoice()]
  await business.sql(`update invoices set client_email = 'nobody' where id = $1`, [bad.id])
  await fireAt('2026-11-17T09:00:00Z')
  expect(await business.steps(good.id)).toEqual(['-3 sent'])
  expect(await business.steps(bad.id)).toEqual([])
  expect(app.log.some((line) => line.includes(bad.id) && line.includes('could not be sent'))).toBe(true)
  await business.sql(`update invoices set client_email = 'somebody@example.com' where id = $1`, [bad.id])
  await fireAt('2026-11-17T09:01:00Z')
  expect(await business.steps(bad.id)).toEqual(['-3 sent'])
})

test('a plan that is out of date sends nothing and is put right', async () => {
  const { app, setClock, fireAt, open } = reminding
  setClock('2026-11-01T00:00:00Z')
  const business = await open()
  const { id } = await business.invoice()
  await asOwner(
    app,
    'clients',
    `update clients set no_reminders = true where business_id = '${business.businessId}'`,
  )
  expect(await business.next(id)).toBe('-3 at 2026-11-17T09:00')
  await fireAt('2026-11-17T09:00:00Z')
  expect(await business.steps(id)).toEqual([])
  expect(await business.next(id)).toBeNull()
})
