import { afterAll, beforeAll, expect, test } from 'vitest'
import { creditInput } from '../../../test/support/fixtures/credit-notes.ts'
import { type ReminderApp, createReminderApp } from '../../../test/support/fixtures/reminders.ts'
import { answerOf, problemOf } from '../../../test/support/test-app.ts'
import { createCreditNote } from '../credit-notes/contract.ts'
import { getInvoiceReminders, getSaidPaid, pauseReminders, remindNow, sayPaid } from './contract.ts'
import { createReminderObjection } from './reminder-objections.ts'

let reminding: ReminderApp
beforeAll(async () => {
  reminding = await createReminderApp()
})
afterAll(() => reminding.app.close())

/** About each reminder of the invoice that was sent, oldest first. */
async function objectionsTo(
  business: Awaited<ReturnType<ReminderApp['open']>>,
  invoiceId: string,
): Promise<(string | null)[]> {
  const { businessId } = business
  const sent = await business.sql<{ mailId: string }>(
    'select mail_id as "mailId" from reminders where invoice_id = $1 and mail_id is not null order by at',
    [invoiceId],
  )
  const findObjection = createReminderObjection(reminding.app.deps)
  return Promise.all(
    sent.map(({ mailId }) => findObjection({ id: mailId, kind: 'reminder', businessId, invoiceId })),
  )
}

test('of several that waited, only the latest leaves', async () => {
  const { app, fireAt } = reminding
  reminding.setClock('2026-11-01T00:00:00Z')
  const business = await reminding.open()
  await business.series([0, 7])
  const [{ id }, other] = [await business.invoice(), await business.invoice()]
  const objections = (invoiceId: string) => objectionsTo(business, invoiceId)
  await fireAt('2026-11-20T09:00:00Z')
  expect(await objections(id)).toEqual([null])
  await fireAt('2026-11-27T09:00:00Z')
  const outdone = 'A later reminder replaced it before it could be sent.'
  expect(await objections(id)).toEqual([outdone, null])
  reminding.setClock('2026-11-27T10:00:00Z')
  expect((await app.send(remindNow, { params: { id } }, business)).status).toBe(200)
  expect(await objections(id)).toEqual([outdone, outdone, null])
  expect(await objections(other.id)).toEqual([outdone, null])
})

test('one that has waited for more than two days does not leave', async () => {
  reminding.setClock('2026-11-01T00:00:00Z')
  const business = await reminding.open()
  const { id } = await business.invoice()
  await reminding.fireAt('2026-11-17T09:00:00Z')
  reminding.setClock('2026-11-19T09:00:00Z')
  expect(await objectionsTo(business, id)).toEqual([null])
  reminding.setClock('2026-11-19T09:00:01Z')
  expect(await objectionsTo(business, id)).toEqual([
    'It couldn’t be sent for two days, so it was out of date.',
  ])
})

test('nor does one that its owner stops meanwhile, unless it was the owner who sent it', async () => {
  const { app } = reminding
  reminding.setClock('2026-11-01T00:00:00Z')
  const business = await reminding.open()
  const [{ id }, other] = [await business.invoice(), await business.invoice()]
  await reminding.fireAt('2026-11-17T09:00:00Z')
  for (const invoiceId of [id, other.id])
    expect((await app.send(pauseReminders, { params: { id: invoiceId } }, business)).status).toBe(200)
  expect(await objectionsTo(business, id)).toEqual(['You stopped the reminders before it could be sent.'])
  reminding.setClock('2026-11-17T10:00:00Z')
  expect((await app.send(remindNow, { params: { id: other.id } }, business)).status).toBe(200)
  expect((await objectionsTo(business, other.id)).at(-1)).toBeNull()
})

async function cancel(business: { cookie: string }, id: string): Promise<void> {
  const response = await reminding.app.send(
    createCreditNote,
    { params: { id }, body: creditInput() },
    business,
  )
  expect(response.status).toBe(200)
}

test('one of an invoice that was cancelled meanwhile does not leave', async () => {
  reminding.setClock('2026-11-01T00:00:00Z')
  const business = await reminding.open()
  const { id } = await business.invoice()
  await reminding.fireAt('2026-11-17T09:00:00Z')
  expect(await objectionsTo(business, id)).toEqual([null])
  await cancel(business, id)
  expect(await objectionsTo(business, id)).toEqual([
    'The invoice was canceled before the reminder could be sent.',
  ])
})

test('a planned one is not sent after the invoice was cancelled', async () => {
  reminding.setClock('2026-11-01T00:00:00Z')
  const business = await reminding.open()
  const [{ id }, other] = [await business.invoice(), await business.invoice()]
  expect(await business.next(id)).not.toBeNull()
  await cancel(business, id)
  expect(await business.next(id)).toBeNull()
  await reminding.fireAt('2026-11-17T09:00:00Z')
  expect(await business.mails(id)).toEqual([])
  expect(await business.mails(other.id)).toHaveLength(1)
})

test('while a payment is disputed nobody is reminded, by itself, by hand or by what was queued', async () => {
  const { app } = reminding
  reminding.setClock('2026-11-01T00:00:00Z')
  const business = await reminding.open()
  const [{ id }, waiting] = [await business.invoice(), await business.invoice()]
  const dispute = (invoiceId: string, isDisputed: boolean) =>
    business.sql('update invoices set is_disputed = $2 where id = $1', [invoiceId, isDisputed])
  await dispute(id, true)
  await reminding.fireAt('2026-11-17T09:00:00Z')
  expect(await business.steps(id)).toEqual([])
  expect(await problemOf(await app.send(remindNow, { params: { id } }, business))).toMatchObject({
    code: 'INVOICE_DISPUTED',
  })
  const reminders = await app.send(getInvoiceReminders, { params: { id } }, business)
  expect(await answerOf(getInvoiceReminders, reminders)).toMatchObject({ next: null, hint: 'disputed' })
  // Nor is it the client who says whether it was paid.
  expect((await app.send(sayPaid, { params: { id }, body: { note: '' } })).status).toBe(204)
  const said = await app.send(getSaidPaid, { params: { id } })
  expect(await answerOf(getSaidPaid, said)).toEqual({ saidOn: null })

  await dispute(waiting.id, true)
  expect(await objectionsTo(business, waiting.id)).toEqual([
    'A payment for the invoice was disputed before the reminder could be sent.',
  ])
})
