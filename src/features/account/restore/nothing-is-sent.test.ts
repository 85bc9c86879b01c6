import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addInvoiceRow } from '../../../../test/support/fixtures/invoice-rows.ts'
import { exportArchive, freshAccount, restoreInto } from '../../../../test/support/restored-account.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { makeDueExpenses } from '../../expenses/make-due-expenses.ts'
import { listPayments, refundPayment } from '../../payments/contract.ts'
import { reconcile } from '../../payments/reconcile-payments.ts'
import { makeDueInvoices } from '../../recurring/make-due-invoices.ts'
import { fireReminders } from '../../reminders/fire-reminders.ts'

let app: TestApp
let now = new Date('2026-06-01T12:00:00Z')
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
})
afterAll(() => app.close())

/** An account in which everything is about to happen: a reminder, an invoice, an expense, a refund and an email. */
async function busyArchive() {
  const owner = await freshAccount(app)
  const { businessId, userId } = owner
  const invoiceId = await addInvoiceRow(app.database, businessId, {
    createdBy: userId,
    dueDate: '2026-06-10',
    issueDate: '2026-05-01',
    sendReminder: true,
    sentAt: new Date('2026-05-01T12:00:00Z'),
    remindersSince: new Date('2026-05-01T12:00:00Z'),
  })
  const paymentId = randomUUID()
  await withTenant(app.database, businessId, async ({ client }) => {
    await client.query(`update businesses set time_zone = 'UTC'`)
    const plan = `'monthly', '2026-05-15', 1, '2026-06-15', now(), now()`
    await client.query(
      `insert into recurring_series (business_id, created_by, content, client_name, currency, total_minor, sends, frequency,
         start_date, next_period, next_on, created_at, updated_at)
       values ($1, $2, '{}', 'Client', 'USD', 100, true, ${plan})`,
      [businessId, userId],
    )
    await client.query(
      `insert into recurring_expenses (business_id, created_by, currency, amount_minor, category, frequency,
         start_date, next_period, next_on, created_at, updated_at)
       values ($1, $2, 'USD', 100, 'Rent', ${plan})`,
      [businessId, userId],
    )
    await client.query(
      `insert into payments (business_id, id, invoice_id, invoice_number, method, currency, amount_minor, received_at,
         received_on, provider_payment_id)
       values ($1, $2, $3, 'X', 'card', 'USD', 100, now(), '2026-05-20', 'pi_former')`,
      [businessId, paymentId, invoiceId],
    )
    await client.query(
      `insert into refunds (business_id, payment_id, amount_minor, state, created_at)
       values ($1, $2, 10, 'requested', '2026-05-20'), ($1, $2, 20, 'pending', '2026-05-20')`,
      [businessId, paymentId],
    )
    await client.query(
      `insert into mails (business_id, kind, from_address, to_address, subject, state, on_behalf, waits_for_account, invoice_id)
       select $1, 'invoice', 'a@example.com', 'b@example.com', state, state, true, true, $2
       from unnest(array['queued', 'held', 'failed', 'sent']) state`,
      [businessId, invoiceId],
    )
  })
  return exportArchive(app, owner.cookie)
}

test('nothing that was due before the archive came back is sent, made or asked for', async () => {
  const archive = await busyArchive()
  // Months later, every date of the archive has passed.
  now = new Date('2026-11-20T12:00:00Z')
  const owner = await freshAccount(app)
  expect(await restoreInto(app, owner, archive)).toMatchObject({ state: 'restored', problem: null })
  const read = async (text: string) =>
    (await withTenant(app.database, owner.businessId, ({ client }) => client.query(text))).rows as unknown[]
  const before = await read(`select kind, subject, state, waits_for_account from mails order by 1, 2`)
  expect(before.filter((mail) => (mail as { kind: string }).kind === 'invoice')).toEqual(
    [
      ['failed', 'failed'],
      ['held', 'failed'],
      ['queued', 'failed'],
      ['sent', 'sent'],
    ].map(([subject, state]) => ({ kind: 'invoice', subject, state, waits_for_account: false })),
  )
  expect(await read('select next_reminder_at from invoices')).toEqual([{ next_reminder_at: null }])
  expect(await read('select paused_by, next_run_at, next_on::text from recurring_series')).toEqual([
    { paused_by: 'owner', next_run_at: null, next_on: '2026-06-15' },
  ])
  expect(await read('select paused_at, next_period, next_on::text from recurring_expenses')).toEqual([
    { paused_at: null, next_period: 7, next_on: '2026-12-15' },
  ])
  const refunds = 'select amount_minor::int as minor, state, provider_refund_id from refunds order by 1'
  expect(await read(refunds)).toMatchObject([{ state: 'failed' }, { state: 'pending' }])

  await fireReminders(app.deps)
  await makeDueInvoices(app.deps)
  await makeDueExpenses(app.deps)
  const lines = app.log.length
  await reconcile(app.deps)
  expect(app.log.slice(lines).filter((line) => line.includes(owner.businessId))).toEqual([])
  expect(await read('select kind, subject, state, waits_for_account from mails order by 1, 2')).toEqual(
    before,
  )
  expect(await read('select count(*)::int from invoices')).toEqual([{ count: 1 }])
  expect(await read(`select count(*)::int from expenses where date < '2026-11-20'`)).toEqual([{ count: 0 }])
  expect(await read(refunds)).toMatchObject([{ state: 'failed' }, { state: 'pending' }])

  const [payment] = (await read('select id, invoice_id, provider_payment_id from payments')) as Record<
    string,
    string
  >[]
  expect(payment?.['provider_payment_id']).toBe('restored:pi_former')
  const refused = await app.send(
    refundPayment,
    {
      params: { id: payment?.['invoice_id'] ?? '', paymentId: payment?.['id'] ?? '' },
      body: { amountMinor: 1, stillOwed: false, requestId: randomUUID() },
    },
    { cookie: owner.cookie },
  )
  expect(await problemOf(refused)).toMatchObject({
    code: 'NOT_REFUNDABLE',
    message: 'This payment came with an archive. Please refund it at Stripe.',
  })
})

test('reminders that are still to come are sent', async () => {
  now = new Date('2026-06-01T12:00:00Z')
  const archive = await busyArchive()
  const owner = await freshAccount(app)
  await restoreInto(app, owner, archive)
  const { rows } = await withTenant(app.database, owner.businessId, ({ client }) =>
    client.query('select next_reminder_at from invoices'),
  )
  // Three days before the due date, at nine.
  expect(rows).toEqual([{ next_reminder_at: new Date('2026-06-07T09:00:00Z') }])
})

test('what was paid together is shown together again', async () => {
  const owner = await app.signUpAndIn()
  const businessId = owner.session.business.id
  const ids = [await addInvoiceRow(app.database, businessId), await addInvoiceRow(app.database, businessId)]
  await withTenant(app.database, businessId, ({ client }) =>
    client.query(
      `with paid as (
         insert into payments (business_id, invoice_id, invoice_number, method, currency, amount_minor, received_at,
           received_on, provider_payment_id, checkout_id)
         select $1, id, 'N' || place, 'card', 'USD', 100, now(), '2026-05-20', 'pi_joint', gen_random_uuid()
         from unnest($2::uuid[]) with ordinality invoice (id, place)
         returning id)
       insert into refunds (business_id, payment_id, amount_minor, state, provider_refund_id)
       select $1, id, 10, 'succeeded', 're_joint' from paid`,
      [businessId, ids],
    ),
  )
  const archive = await exportArchive(app, owner.cookie)
  const fresh = await freshAccount(app)
  expect(await restoreInto(app, fresh, archive)).toMatchObject({ state: 'restored', problem: null })
  const { rows } = await withTenant(app.database, fresh.businessId, ({ client }) =>
    client.query<{ id: string }>(`select invoice_id as id from payments where invoice_number = 'N1'`),
  )
  const request = { params: { id: rows[0]?.id ?? '' } }
  const { payments } = await answerOf(listPayments, await app.send(listPayments, request, fresh))
  expect(payments).toMatchObject([{ refundedMinor: 10, together: [{ number: 'N2', amountMinor: 100 }] }])
})
