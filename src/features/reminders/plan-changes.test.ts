import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientInput, invoiceInput } from '../../../test/support/fixtures/invoice-input.ts'
import { type ReminderApp, createReminderApp } from '../../../test/support/fixtures/reminders.ts'
import { updateInvoice } from '../invoices/contract.ts'
import { emailPublicInvoice } from '../invoices/public/contract.ts'
import { setClientReminders } from './contract.ts'

let reminding: ReminderApp
beforeAll(async () => {
  reminding = await createReminderApp()
})
afterAll(() => reminding.app.close())

async function openWith(days: number[]) {
  reminding.setClock('2026-11-01T00:00:00Z')
  const business = await reminding.open()
  await business.series(days)
  const invoice = await business.invoice({ client: clientInput() })
  return { business, invoice }
}

test('another due date plans anew: what lies behind it is not sent, what was sent is not sent again', async () => {
  const { app, fireAt } = reminding
  const { business, invoice } = await openWith([-3, 0, 3])
  const { id } = invoice
  await fireAt('2026-11-17T09:00:00Z')
  expect(await business.steps(id)).toEqual(['-3 sent'])
  const changed = { ...invoiceInput(), paymentTerms: 'custom' as const, sendReminder: true }
  const put = (dueDate: string, version: number) =>
    app.send(updateInvoice, { params: { id }, body: { ...changed, dueDate, version } }, business)
  expect((await put('2026-11-17', 1)).status).toBe(200)
  await fireAt('2026-11-18T09:00:00Z')
  expect(await business.steps(id)).toEqual(['-3 sent'])
  expect(await business.next(id)).toBe('3 at 2026-11-20T09:00')
  expect((await put('2026-12-01', 2)).status).toBe(200)
  expect(await business.next(id)).toBe('0 at 2026-12-01T09:00')
})

test('a draft that its owner hands over otherwise is reminded of from then on', async () => {
  const { app, fireAt } = reminding
  reminding.setClock('2026-11-01T00:00:00Z')
  const business = await reminding.open()
  await business.series([0, 7, 14])
  const { id, version } = await business.invoice({ sendOption: 'email_later' })
  reminding.setClock('2026-11-28T10:00:00Z')
  const body = invoiceInput({ dueDate: '2026-11-20', paymentTerms: 'custom', sendReminder: true })
  expect(
    (await app.send(updateInvoice, { params: { id }, body: { ...body, version } }, business)).status,
  ).toBe(200)
  await fireAt('2026-11-28T10:01:00Z')
  expect(await business.steps(id)).toEqual([])
  expect(await business.next(id)).toBe('14 at 2026-12-04T09:00')
})

test('another zone moves the moments and loses no step', async () => {
  const { fireAt } = reminding
  const { business, invoice } = await openWith([0])
  reminding.setClock('2026-11-20T07:00:00Z')
  await business.sql(`update businesses set time_zone = 'Asia/Tokyo' where id = $1`, [business.businessId])
  expect(await business.next(invoice.id)).toBe('0 at 2026-11-20T00:00')
  await fireAt('2026-11-20T07:01:00Z')
  expect(await business.steps(invoice.id)).toEqual(['0 sent'])
})

test('another hour moves the moments and loses no step', async () => {
  const { fireAt } = reminding
  const { business, invoice } = await openWith([0])
  reminding.setClock('2026-11-20T07:00:00Z')
  await business.series([0], { sendHour: 6 })
  expect(await business.next(invoice.id)).toBe('0 at 2026-11-20T06:00')
  await fireAt('2026-11-20T07:01:00Z')
  expect(await business.steps(invoice.id)).toEqual(['0 sent'])
})

test('another hour loses no step of a day on which the invoice was made after that hour', async () => {
  const { fireAt } = reminding
  reminding.setClock('2026-11-20T12:00:00Z')
  const business = await reminding.open()
  await business.series([0], { sendHour: 17 })
  const { id } = await business.invoice()
  expect(await business.next(id)).toBe('0 at 2026-11-20T17:00')
  await business.series([0], { sendHour: 9 })
  await fireAt('2026-11-20T12:01:00Z')
  expect(await business.steps(id)).toEqual(['0 sent'])
})

test('another client is not reminded of what lies behind', async () => {
  const { app, fireAt } = reminding
  const { business, invoice } = await openWith([-3, 7])
  const { id } = invoice
  const params = { id: invoice.client.id ?? '' }
  expect((await app.send(setClientReminders, { params, body: { optedOut: true } }, business)).status).toBe(
    204,
  )
  await fireAt('2026-11-18T12:00:00Z')
  const client = clientInput({ id: null, email: 'other@example.com', name: 'Other Client' })
  const input = { ...invoiceInput({ client }), dueDate: '2026-11-20', paymentTerms: 'custom' as const }
  const body = { ...input, sendReminder: true, version: 1 }
  expect((await app.send(updateInvoice, { params: { id }, body }, business)).status).toBe(200)
  expect(await business.next(id)).toBe('7 at 2026-11-27T09:00')
})

test('a copy that the client asks for does not put reminders off', async () => {
  const { app } = reminding
  reminding.setClock('2026-11-15T00:00:00Z')
  const business = await reminding.open()
  const { id } = await business.invoice({ sendOption: 'email_now' })
  expect(await business.next(id)).toBe('-3 at 2026-11-17T09:00')
  reminding.setClock('2026-11-17T08:00:00Z')
  expect((await app.send(emailPublicInvoice, { params: { id } })).status).toBe(200)
  expect(await business.next(id)).toBe('-3 at 2026-11-17T09:00')
})

test('other words change no plan, and are the words of the next reminder', async () => {
  const { fireAt } = reminding
  const { business, invoice } = await openWith([0])
  // Put off to the next day.
  await fireAt('2026-11-20T18:00:00Z')
  expect(await business.next(invoice.id)).toBe('0 at 2026-11-21T09:00')
  await business.series([0], { subject: 'About {invoice}', body: 'Since {days} day(s), {client}.' })
  expect(await business.next(invoice.id)).toBe('0 at 2026-11-21T09:00')
  await fireAt('2026-11-21T09:00:00Z')
  const [mail] = await business.mails(invoice.id)
  expect(mail?.subject).toBe(`About ${invoice.number}`)
  expect(mail?.text).toContain('Since 1 day(s), Test Client.')
})

test('other days hold from now on', async () => {
  const { fireAt } = reminding
  const { business, invoice } = await openWith([5])
  reminding.setClock('2026-11-22T12:00:00Z')
  await business.series([0, 1, 4])
  expect(await business.next(invoice.id)).toBe('4 at 2026-11-24T09:00')
  await fireAt('2026-11-22T12:01:00Z')
  expect(await business.steps(invoice.id)).toEqual([])
  await business.series([])
  expect(await business.next(invoice.id)).toBeNull()
  // The usual one, written down as an own series of the same days.
  reminding.setClock('2026-11-10T12:00:00Z')
  const defaultBusiness = await reminding.open()
  const { id } = await defaultBusiness.invoice()
  await defaultBusiness.series([-3])
  expect(await defaultBusiness.next(id)).toBe('-3 at 2026-11-17T09:00')
})

test('a client who wants none gets none, and what was due meanwhile is not caught up', async () => {
  const { app, setClock, fireAt } = reminding
  const { business, invoice } = await openWith([-3, 0])
  const [row] = await business.sql<{ id: string }>('select client_id as id from invoices')
  const params = { id: row?.id ?? '' }
  const set = (optedOut: boolean) => app.send(setClientReminders, { params, body: { optedOut } }, business)
  expect((await set(true)).status).toBe(204)
  expect(await business.next(invoice.id)).toBeNull()
  const later = await business.invoice({ client: clientInput() })
  expect(await business.next(later.id)).toBeNull()
  await fireAt('2026-11-17T09:00:00Z')
  setClock('2026-11-18T10:00:00Z')
  expect((await set(false)).status).toBe(204)
  await fireAt('2026-11-18T10:01:00Z')
  expect(await business.steps(invoice.id)).toEqual([])
  expect(await business.next(invoice.id)).toBe('0 at 2026-11-20T09:00')
  const stranger = await reminding.open()
  const refused = await app.send(setClientReminders, { params, body: { optedOut: true } }, stranger)
  expect(refused.status).toBe(404)
})

test('an opt-out that is said again changes nothing', async () => {
  const { app, fireAt } = reminding
  const { business, invoice } = await openWith([0])
  const [row] = await business.sql<{ id: string }>('select client_id as id from invoices')
  reminding.setClock('2026-11-20T09:00:30Z')
  const params = { id: row?.id ?? '' }
  await app.send(setClientReminders, { params, body: { optedOut: false } }, business)
  await fireAt('2026-11-20T09:01:00Z')
  expect(await business.steps(invoice.id)).toEqual(['0 sent'])
})
