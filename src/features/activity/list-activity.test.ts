import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMember } from '../../../test/support/add-member.ts'
import { expenseInput } from '../../../test/support/fixtures/expenses.ts'
import { invoiceInput } from '../../../test/support/fixtures/invoice-input.ts'
import { makeInvoice, setPlan } from '../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { RequestOf } from '../../shared/endpoint.ts'
import * as expenses from '../expenses/contract.ts'
import { getClientTimeline } from '../invoices/client/contract.ts'
import { getTimeline, updateInvoice } from '../invoices/contract.ts'
import { noteInvoiceView } from '../invoices/public/contract.ts'
import { saveItem } from '../items/contract.ts'
import { recordPayment, undoPayment } from '../payments/contract.ts'
import { saveReceiptSettings } from '../receipts/contract.ts'
import { createTaxRate } from '../taxes/contract.ts'
import { listActivity } from './contract.ts'
import { forgetOldActivity } from './jobs.ts'
import { sentenceOf } from './rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function signUpWithTeam() {
  const { cookie, session } = await app.signUpAndIn({ name: 'Ada Lovelace' })
  const businessId = session.business.id
  const member = await addMember(app, businessId, 'bookkeeper')
  const acts = async (query: RequestOf<typeof listActivity>['query'] = {}) =>
    (await answerOf(listActivity, await app.send(listActivity, { query }, { cookie }))).acts
  const said = async () =>
    (await acts()).map((act) => {
      const { does, what } = sentenceOf(act)
      return `${act.who} ${does} ${what}`
    })
  const spend = async (extra: { cookie: string; headers?: Record<string, string> }) => {
    const body = expenseInput({ vendor: 'Paper House' })
    return answerOf(expenses.createExpense, await app.send(expenses.createExpense, { body }, extra))
  }
  return { cookie, userId: session.user.id, businessId, member, acts, said, spend }
}

const viewed = (id: string) => app.send(noteInvoiceView, { params: { id } })

describe('timelines', () => {
  test('an invoice names the member who created, changed and emailed it, and no one for what a client or a job does', async () => {
    const owner = await signUpWithTeam()
    const invoice = await makeInvoice(app, owner.cookie, { sendOption: 'email_now' })
    const { requestId: _, ...body } = { ...invoiceInput({ notes: 'Thanks' }), requestId: '' }
    await answerOf(
      updateInvoice,
      await app.send(
        updateInvoice,
        { params: { id: invoice.id }, body: { ...body, version: 1, sendOption: 'do_not_send' } },
        owner.member,
      ),
    )
    await viewed(invoice.id)
    await withTenant(app.database, owner.businessId, ({ client }) =>
      client.query(
        `insert into invoice_events (business_id, invoice_id, kind) values ($1, $2, 'reminders-paused')`,
        [owner.businessId, invoice.id],
      ),
    )
    const params = { id: invoice.id }
    const { entries } = await answerOf(getTimeline, await app.send(getTimeline, { params }, owner))
    const who = Object.fromEntries(
      entries.map((entry) => [entry.kind.replace(/-(queued|sent)$/, ''), entry.who]),
    )
    expect(who).toEqual({
      created: 'Ada Lovelace',
      mail: 'Ada Lovelace',
      changed: 'Test bookkeeper',
      viewed: null,
      'reminders-paused': null,
    })
  })

  test('a client’s names the member, too', async () => {
    const owner = await signUpWithTeam()
    const invoice = await makeInvoice(app, owner.cookie)
    const clientId = invoice.client.id ?? ''
    const answer = await app.send(getClientTimeline, { params: { id: clientId } }, owner.member)
    const { entries } = await answerOf(getClientTimeline, answer)
    expect(entries.map(({ kind, who }) => [kind, who])).toEqual([['created', 'Ada Lovelace']])
  })
})

describe('activity', () => {
  test('names who did what, and leads to what still exists', async () => {
    const owner = await signUpWithTeam()
    const invoice = await makeInvoice(app, owner.cookie)
    const kept = await owner.spend(owner.member)
    const gone = await owner.spend(owner.member)
    await app.send(expenses.deleteExpense, { params: { id: gone.id } }, owner)
    const acts = await owner.acts()
    expect(await owner.said()).toEqual([
      'Ada Lovelace deleted expense Paper House',
      'Test bookkeeper created expense Paper House',
      'Test bookkeeper created expense Paper House',
      // The profile is filled from the first invoice, which nobody asked for.
      `Ada Lovelace created invoice ${invoice.number} for ${invoice.client.name}`,
      'Ada Lovelace created client Test Client',
    ])
    expect(acts.map(({ documentId }) => documentId)).toEqual([
      null,
      null,
      kept.id,
      invoice.id,
      invoice.client.id,
    ])
  })

  test('an email, a view or a payment of the client changes no invoice; a payment recorded by hand is one act', async () => {
    const owner = await signUpWithTeam()
    const invoice = await makeInvoice(app, owner.cookie, { sendOption: 'email_now' })
    await viewed(invoice.id)
    const body = {
      amountMinor: 100,
      method: 'cash',
      receivedOn: '2026-11-15',
      note: '',
      sendReceipt: false,
      requestId: invoice.id,
    } as const
    const paid = await app.send(recordPayment, { params: { id: invoice.id }, body }, owner.member)
    expect(paid.status).toBe(200)
    expect((await owner.said()).slice(0, 1)).toEqual([
      `Test bookkeeper recorded a payment of invoice ${invoice.number}`,
    ])
    expect((await owner.acts()).map(({ subject }) => subject)).toEqual(['payment', 'invoice', 'client'])
    const rows = await withTenant(app.database, owner.businessId, ({ client }) =>
      client.query<{ id: string }>('select id from payments'),
    )
    await app.send(undoPayment, { params: { id: invoice.id, paymentId: rows.rows[0]!.id } }, owner)
    expect((await owner.said())[0]).toBe(`Ada Lovelace undid a payment of invoice ${invoice.number}`)
  })

  test('changes of the same document by the same person within ten minutes are one act', async () => {
    const owner = await signUpWithTeam()
    const { id, ...one } = await owner.spend(owner)
    const change = (amountMinor: number, version: number, extra: { cookie: string }) => {
      const body = { amountMinor, category: 'Supplies' as const, date: one.date, notes: one.notes, version }
      return app.send(expenses.updateExpense, { params: { id }, body }, extra)
    }
    await change(1, 1, owner)
    await change(2, 2, owner)
    expect((await owner.acts()).map(({ verb }) => verb)).toEqual(['changed', 'created'])
    await change(3, 3, owner.member)
    await change(4, 4, owner)
    expect((await owner.acts()).map(({ verb, who }) => [verb, who])).toEqual([
      ['changed', 'Ada Lovelace'],
      ['changed', 'Test bookkeeper'],
      ['changed', 'Ada Lovelace'],
      ['created', 'Ada Lovelace'],
    ])
  })

  test('a statement over many rows is one act with their number', async () => {
    const owner = await signUpWithTeam()
    const ids: string[] = []
    for (let count = 0; count < 30; count += 1) ids.push((await owner.spend(owner)).id)
    await app.send(expenses.deleteExpenses, { body: { ids } }, owner.member)
    const [act] = await owner.acts()
    expect(act).toMatchObject({
      who: 'Test bookkeeper',
      verb: 'deleted',
      subject: 'expense',
      count: 30,
      label: '',
    })
    expect(sentenceOf(act!)).toEqual({ does: 'deleted', what: '30 expenses' })
    expect((await owner.acts())[1]).toMatchObject({ verb: 'created' })
  })

  test('settings are changed, never created; a remembered line is not an item made by hand', async () => {
    const owner = await signUpWithTeam()
    await makeInvoice(app, owner.cookie)
    const item = { description: 'Design', rateMinor: 100, currency: 'USD', taxNames: null } as const
    await app.send(saveItem, { body: item }, owner)
    const receiptSettings = { senders: [], keepsLocation: true, missingFromMinor: null }
    await setPlan(app, owner.businessId, 'pro')
    await app.send(saveReceiptSettings, { body: receiptSettings }, owner)
    const rate = { name: 'VAT', rate: 19_000, description: '', isDefault: false }
    await answerOf(createTaxRate, await app.send(createTaxRate, { body: rate }, owner))
    const acts = await owner.acts()
    expect(acts.filter(({ subject }) => subject === 'item').map(({ label }) => label)).toEqual(['Design'])
    expect(acts.map(({ verb, subject }) => `${verb} ${subject}`)).toContain('changed receipt settings')
  })

  test('a hundred writes at once lose none', async () => {
    const owner = await signUpWithTeam()
    await Promise.all(
      Array.from({ length: 100 }, (_, at) => owner.spend(at % 2 ? owner : { ...owner.member })),
    )
    const { rows } = await withTenant(app.database, owner.businessId, ({ client }) =>
      client.query(`select user_id, count(*)::int from activity where verb = 'created' group by 1`),
    )
    expect(rows.map(({ count }) => count)).toEqual([50, 50])
  })

  test('what a job writes is not there', async () => {
    const owner = await signUpWithTeam()
    await withTenant(app.database, owner.businessId, ({ client }) =>
      client.query(`insert into tax_rates (business_id, name, rate) values ($1, 'VAT', 19000)`, [
        owner.businessId,
      ]),
    )
    expect(await owner.acts()).toEqual([])
  })

  test('it can be filtered and paged', async () => {
    const owner = await signUpWithTeam()
    await makeInvoice(app, owner.cookie)
    for (let count = 0; count < 53; count += 1) await owner.spend(owner.member)
    expect((await owner.acts({ subject: 'invoice' })).map(({ subject }) => subject)).toEqual(['invoice'])
    expect((await owner.acts({ member: owner.userId })).map(({ subject }) => subject).toSorted()).toEqual([
      'client',
      'invoice',
    ])
    const page = async (query: RequestOf<typeof listActivity>['query']) =>
      answerOf(listActivity, await app.send(listActivity, { query }, owner))
    const first = await page({})
    const rest = await page({ after: first.next ?? '' })
    expect([first.acts.length, rest.acts.length, rest.next]).toEqual([50, 5, null])
    expect(new Set([...first.acts, ...rest.acts].map(({ id }) => id)).size).toBe(55)
    expect(first.people.map(({ name }) => name)).toEqual(['Ada Lovelace', 'Test bookkeeper'])
    const wrong = await app.send(listActivity, { query: { subject: 'house' as never } }, owner)
    expect((await problemOf(wrong)).fields).toEqual({ subject: 'Please choose a kind from the list.' })
  })

  test('only heads see it, and each business only its own', async () => {
    const owner = await signUpWithTeam()
    const other = await signUpWithTeam()
    await makeInvoice(app, owner.cookie)
    expect(await other.acts()).toEqual([])
    expect(await other.acts({ member: owner.userId })).toEqual([])
    const refused = await app.send(listActivity, {}, owner.member)
    expect((await problemOf(refused)).code).toBe('FORBIDDEN')
  })

  test('what is older than two years goes', async () => {
    const owner = await signUpWithTeam()
    await owner.spend(owner)
    await owner.spend(owner)
    await withTenant(app.database, owner.businessId, ({ client }) =>
      client.query(
        `update activity set at = now() - interval '25 months' where id = (select id from activity limit 1)`,
      ),
    )
    await forgetOldActivity(app.deps)
    expect(await owner.acts()).toHaveLength(1)
  })
})
