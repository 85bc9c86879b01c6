import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { markPaid } from '../../../test/support/fixtures/invoices.ts'
import { type ReminderApp, createReminderApp } from '../../../test/support/fixtures/reminders.ts'
import { answerOf } from '../../../test/support/test-app.ts'
import { mails } from '../../platform/db/tables/mail.ts'
import { withPlatform } from '../../platform/db/transaction.ts'
import { deleteInvoice, getTimeline } from '../invoices/contract.ts'
import { getSaidPaid, remindNow, resumeReminders, sayPaid } from './contract.ts'
import { createReminderObjection } from './reminder-objections.ts'

let reminding: ReminderApp
beforeAll(async () => {
  reminding = await createReminderApp()
})
afterAll(() => reminding.app.close())

const note = 'Sent on <Monday> & received?'

function say(id: string, words = note) {
  return reminding.app.send(sayPaid, { params: { id }, body: { note: words } })
}

async function openWithInvoice() {
  reminding.setClock('2026-11-01T00:00:00Z')
  const business = await reminding.open()
  await business.series([0, 7])
  return { business, invoice: await business.invoice() }
}

/** What the owner reads of it in the timeline, newest first. */
async function saidIn(business: { cookie: string }, id: string) {
  const answer = await reminding.app.send(getTimeline, { params: { id } }, business)
  const { entries } = await answerOf(getTimeline, answer)
  return entries.filter(({ kind }) => kind === 'says-paid')
}

/** What is said about the newest reminder of an invoice right before it leaves. */
async function objectionTo(
  invoiceId: string,
  business: Awaited<ReturnType<typeof openWithInvoice>>['business'],
) {
  const { database } = reminding.app
  const newest = (await business.mails(invoiceId)).at(-1)
  const [mail] = await withPlatform(database, ({ db }) =>
    db
      .select()
      .from(mails)
      .where(eq(mails.id, newest?.id ?? '')),
  )
  if (!mail) throw new Error('there is no reminder')
  return createReminderObjection(reminding.app.deps)(mail)
}

test('the client says it once: reminders stop, and the owner is told in the client’s words', async () => {
  const { business, invoice } = await openWithInvoice()
  const { id, number } = invoice
  const answers = await Promise.all([1, 2, 3].map(() => say(id)))
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
  expect((await say(id)).headers.get('x-robots-tag')).toBe('noindex')
  expect(await business.next(id)).toBeNull()
  expect(await business.sql('select reminders_paused_by as by from invoices')).toEqual([{ by: 'client' }])
  expect(await saidIn(business, id)).toMatchObject([{ note }])
  const ownerMails = await business.mails(id, 'client-says-paid')
  expect(ownerMails).toMatchObject([
    { to: 'billing@business.example', subject: `Your client says that invoice ${number} is paid` },
  ])
  expect(ownerMails[0]?.html).toContain('Sent on &lt;Monday&gt; &amp; received?')
  expect(ownerMails[0]?.text).toContain(note)
  expect(ownerMails[0]?.text).toContain(`/invoices/${id}`)
  await reminding.fireAt('2026-11-20T09:00:00Z')
  expect(await business.mails(id)).toEqual([])
})

test('the owner can go on, and the client can say it again', async () => {
  const { business, invoice } = await openWithInvoice()
  const { id } = invoice
  await say(id)
  await reminding.app.send(resumeReminders, { params: { id } }, business)
  expect(await business.next(id)).toBe('0 at 2026-11-20T09:00')
  reminding.setClock('2026-11-02T00:00:00Z')
  await say(id, '')
  expect(await business.next(id)).toBeNull()
  expect(await saidIn(business, id)).toMatchObject([{ note: null }, { note }])
  expect(await business.mails(id, 'client-says-paid')).toHaveLength(2)
})

test('of a paid one nobody is told, and an unknown one is not there', async () => {
  const { business, invoice } = await openWithInvoice()
  await markPaid(reminding.app, business.businessId, invoice.id)
  expect((await say(invoice.id)).status).toBe(204)
  expect(await business.mails(invoice.id, 'client-says-paid')).toEqual([])
  expect((await say(crypto.randomUUID())).status).toBe(404)
})

test('it is limited for an invoice', async () => {
  const { invoice } = await openWithInvoice()
  for (let times = 0; times < 10; times += 1) expect((await say(invoice.id)).status).toBe(204)
  expect((await say(invoice.id)).status).toBe(429)
})

test('a reminder on its way stops when the invoice is paid, removed, or said to be paid', async () => {
  const { app, fireAt } = reminding
  const { business, invoice } = await openWithInvoice()
  const [paid, removed] = [await business.invoice(), await business.invoice()]
  await fireAt('2026-11-20T09:00:00Z')
  expect(await objectionTo(invoice.id, business)).toBeNull()
  await say(invoice.id)
  expect(await objectionTo(invoice.id, business)).toBe(
    'Your client said that it was paid before the reminder could be sent.',
  )
  await markPaid(app, business.businessId, paid.id)
  expect(await objectionTo(paid.id, business)).toBe('The invoice was paid before the reminder could be sent.')
  const [mail] = await business.mails(removed.id)
  await app.send(deleteInvoice, { params: { id: removed.id } }, business)
  const ask = createReminderObjection(app.deps)
  const gone = { id: mail?.id ?? '', kind: 'reminder', businessId: business.businessId, invoiceId: null }
  const deleted = 'The invoice was deleted before the reminder could be sent.'
  expect(await ask(gone)).toBe(deleted)
  expect(await ask({ ...gone, invoiceId: removed.id })).toBe(deleted)
  expect(await ask({ ...gone, kind: 'invoice' })).toBeNull()
})

test('what the owner sends in spite of it leaves, unless the client says it after that', async () => {
  const { business, invoice } = await openWithInvoice()
  const { id } = invoice
  await say(id)
  reminding.setClock('2026-11-02T00:00:00Z')
  expect((await reminding.app.send(remindNow, { params: { id } }, business)).status).toBe(200)
  expect(await objectionTo(id, business)).toBeNull()
  await reminding.app.send(resumeReminders, { params: { id } }, business)
  reminding.setClock('2026-11-02T00:01:00Z')
  await say(id)
  expect(await objectionTo(id, business)).toContain('Your client said')
})

test('whoever has the link sees what was said, by the business’s calendar, until its owner has decided', async () => {
  reminding.setClock('2026-11-02T03:00:00Z')
  const business = await reminding.open({ timeZone: 'America/New_York' })
  const { id } = await business.invoice()
  const look = async () => answerOf(getSaidPaid, await reminding.app.send(getSaidPaid, { params: { id } }))
  expect(await look()).toEqual({ saidOn: null })
  await say(id)
  expect(await look()).toEqual({ saidOn: '2026-11-01' })
  await reminding.app.send(resumeReminders, { params: { id } }, business)
  expect(await look()).toEqual({ saidOn: null })
})
