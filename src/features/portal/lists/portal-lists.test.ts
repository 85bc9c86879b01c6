import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addInvoiceRow } from '../../../../test/support/fixtures/invoice-rows.ts'
import { markPaid } from '../../../../test/support/fixtures/invoices.ts'
import { type PortalOwner, signUpForPortal } from '../../../../test/support/portal/sign-up-for-portal.ts'
import { type TestApp, answerOf, createTestApp } from '../../../../test/support/test-app.ts'
import type { RequestOf } from '../../../shared/endpoint.ts'
import { rollUpMoneyOf } from '../../figures/money-totals.ts'
import { getClientTimeline } from '../../invoices/client/contract.ts'
import { emailInvoice } from '../../invoices/contract.ts'
import * as contract from '../contract.ts'

let app: TestApp
let clock: Date
let owner: PortalOwner
let client: { id: string; email: string; name: string }
let token: string
let cookie: string
beforeAll(async () => {
  app = await createTestApp({ now: () => clock })
})
afterAll(() => app.close())
beforeEach(async () => {
  clock = new Date('2026-11-18T12:00:00Z')
  owner = await signUpForPortal(app)
  client = await owner.addClient('Acme')
  token = await owner.tokenOf(client.id)
  cookie = await owner.confirm(token)
})

const overview = async () =>
  answerOf(contract.getPortal, await owner.ask(contract.getPortal, { params: { token } }, { cookie }))
const invoices = async (query: RequestOf<typeof contract.listPortalInvoices>['query'] = {}) =>
  answerOf(
    contract.listPortalInvoices,
    await owner.ask(contract.listPortalInvoices, { params: { token }, query }, { cookie }),
  )
const amount = (amountMinor: number) => ({
  charge: { kind: 'amount' as const, amountMinor },
  paymentTerms: 'custom' as const,
})

test('what is owed is said by currency, with what is overdue and what is due next, before and after the sums are rolled up', async () => {
  await owner.invoice(client, { ...amount(1000), issueDate: '2026-10-01', dueDate: '2026-11-17' })
  await owner.invoice(client, { ...amount(2000), issueDate: '2026-11-01', dueDate: '2026-11-18' })
  await owner.invoice(client, { ...amount(4000), issueDate: '2026-11-01', dueDate: '2026-12-01' })
  await owner.invoice(client, { ...amount(300), currency: 'EUR', dueDate: '2026-12-01' })
  const expected = {
    business: { name: 'Test Business', logo: null },
    client: { companyName: 'Acme' },
    today: '2026-11-18',
    isPreview: false,
    owed: [
      { currency: 'USD', openMinor: 7000, overdueMinor: 1000 },
      { currency: 'EUR', openMinor: 300, overdueMinor: 0 },
    ],
    nextDue: [
      { date: '2026-11-18', currency: 'USD', minor: 2000 },
      { date: '2026-12-01', currency: 'EUR', minor: 300 },
    ],
  }
  expect(await overview()).toMatchObject(expected)
  await rollUpMoneyOf(app.deps, owner.businessId)
  expect(await overview()).toMatchObject(expected)
})

test('nothing is owed by a client without invoices', async () => {
  expect(await overview()).toMatchObject({ owed: [], nextDue: [] })
  expect(await invoices()).toEqual({ invoices: [], next: null, previous: null })
})

test('a draft is neither listed nor added up nor paid until it is sent or something was paid on it', async () => {
  const draft = {
    ...amount(1000),
    currency: 'CHF',
    dueDate: '2026-12-01',
    sendOption: 'email_later',
  } as const
  const [sent, paid, kept] = [
    await owner.invoice(client, draft),
    await owner.invoice(client, draft),
    await owner.invoice(client, draft),
  ]
  const pay = (invoiceIds: string[]) =>
    owner.ask(contract.getPortalPaymentOptions, { params: { token }, body: { invoiceIds } }, { cookie })
  expect(await overview()).toMatchObject({ currencies: [], owed: [], nextDue: [] })
  expect((await invoices()).invoices).toEqual([])
  expect((await invoices({ status: 'open' })).invoices).toEqual([])
  expect((await pay([sent.id])).status).toBe(404)

  await app.send(emailInvoice, { params: { id: sent.id } }, { cookie: owner.cookie })
  await markPaid(app, owner.businessId, paid.id)
  expect((await pay([sent.id])).status).toBe(200)
  expect((await pay([sent.id, kept.id])).status).toBe(404)
  for (const rollUp of [async () => {}, () => rollUpMoneyOf(app.deps, owner.businessId)]) {
    await rollUp()
    expect(await overview()).toMatchObject({
      currencies: ['CHF'],
      owed: [{ currency: 'CHF', openMinor: 1000, overdueMinor: 0 }],
      nextDue: [{ date: '2026-12-01', currency: 'CHF', minor: 1000 }],
    })
  }
  const ids = async (status: 'all' | 'open' | 'paid') =>
    (await invoices({ status })).invoices.map(({ id }) => id).toSorted()
  expect(await ids('all')).toEqual([sent.id, paid.id].toSorted())
  expect(await ids('open')).toEqual([sent.id])
  expect(await ids('paid')).toEqual([paid.id])
})

test('a canceled invoice stays if it was sent', async () => {
  const [sent, draft] = [
    await owner.invoice(client, { ...amount(1000) }),
    await owner.invoice(client, { ...amount(1000), sendOption: 'email_later' }),
  ]
  for (const { id } of [sent, draft])
    await owner.sql(`update invoices set status = 'cancelled' where id = $1`, [id])
  expect((await invoices()).invoices).toMatchObject([{ id: sent.id, status: 'cancelled' }])
})

test('invoices are listed by status, with what is due', async () => {
  const paid = await owner.invoice(client, { ...amount(1000), issueDate: '2026-09-01' })
  await markPaid(app, owner.businessId, paid.id)
  const overdue = await owner.invoice(client, {
    ...amount(2000),
    issueDate: '2026-10-01',
    dueDate: '2026-11-17',
  })
  const all = (await invoices()).invoices
  expect(all).toMatchObject([
    {
      id: overdue.id,
      number: overdue.number,
      status: 'overdue',
      totalMinor: 2000,
      openMinor: 2000,
      dueMinor: 2000,
    },
    { id: paid.id, status: 'paid' },
  ])
  expect((await invoices({ status: 'open' })).invoices.map(({ id }) => id)).toEqual([overdue.id])
  expect((await invoices({ status: 'paid' })).invoices.map(({ id }) => id)).toEqual([paid.id])
})

test('a list is read page by page in both directions', async () => {
  for (let n = 0; n < 60; n++) {
    await addInvoiceRow(app.database, owner.businessId, { clientId: client.id, issueDate: '2026-11-01' })
  }
  const first = await invoices()
  const second = await invoices({ after: first.next ?? '' })
  expect([first.invoices.length, second.invoices.length, second.next]).toEqual([50, 10, null])
  expect(await invoices({ before: second.previous ?? '' })).toMatchObject({ invoices: first.invoices })
  expect(new Set([...first.invoices, ...second.invoices].map(({ id }) => id)).size).toBe(60)
})

test('payments are listed newest first; one that was undone is left out', async () => {
  const [one, two] = [
    await owner.invoice(client, { ...amount(1000) }),
    await owner.invoice(client, { ...amount(2000) }),
  ]
  await markPaid(app, owner.businessId, one.id)
  await markPaid(app, owner.businessId, two.id)
  await owner.sql('update payments set undone_at = now() where invoice_id = $1', [two.id])
  const response = await owner.ask(contract.listPortalPayments, { params: { token } }, { cookie })
  const { payments } = await answerOf(contract.listPortalPayments, response)
  expect(payments).toMatchObject([
    { invoiceId: one.id, invoiceNumber: one.number, method: 'transfer', amountMinor: 1000, refundedMinor: 0 },
  ])
  const receipt = await owner.ask(
    contract.getPortalReceipt,
    { params: { token, paymentId: payments[0]?.id ?? '' } },
    { cookie },
  )
  expect(receipt.headers.get('content-type')).toBe('application/pdf')
  expect(receipt.headers.get('content-disposition')).toMatch(/^attachment; filename="Receipt-/)
})

test('payments are read page by page, and follow their invoice to another client', async () => {
  const invoiceId = await addInvoiceRow(app.database, owner.businessId, { clientId: client.id })
  await owner.sql(
    `insert into payments (business_id, invoice_id, invoice_number, method, currency, amount_minor, received_at, received_on)
     select $1, $2, 'A', 'cash', 'USD', n, now(), date '2026-01-01' + n from generate_series(1, 60) n`,
    [owner.businessId, invoiceId],
  )
  const payments = async (query: RequestOf<typeof contract.listPortalPayments>['query'] = {}) =>
    answerOf(
      contract.listPortalPayments,
      await owner.ask(contract.listPortalPayments, { params: { token }, query }, { cookie }),
    )
  const first = await payments()
  const second = await payments({ after: first.next ?? '' })
  expect([first.payments.length, second.payments.length, second.next]).toEqual([50, 10, null])
  expect([first.payments[0]?.amountMinor, second.payments.at(-1)?.amountMinor]).toEqual([60, 1])
  expect(await payments({ before: second.previous ?? '' })).toMatchObject({ payments: first.payments })

  const other = await owner.addClient('Berg')
  await owner.sql('update invoices set client_id = $2 where id = $1', [invoiceId, other.id])
  expect((await payments()).payments).toEqual([])
  const receipt = contract.getPortalReceipt
  const route = { params: { token, paymentId: first.payments[0]?.id ?? '' } }
  expect((await owner.ask(receipt, route, { cookie })).status).toBe(404)
})

test('an estimate is listed once it was sent', async () => {
  await owner.sql(
    `insert into estimates (business_id, number, created_by, client_id, client_name, client_email, issue_date, valid_until,
       currency, locale, total_minor, content, send_option, sent_at)
     select $1, number, gen_random_uuid(), $2, 'Acme', 'acme@example.com', '2026-11-01', '2026-11-17', 'USD', 'en-US', 5000,
       '{}', 'email_later', sent_at
     from (values ('EST-1', null::timestamptz), ('EST-2', now())) as made (number, sent_at)`,
    [owner.businessId, client.id],
  )
  const response = await owner.ask(contract.listPortalEstimates, { params: { token } }, { cookie })
  const { estimates } = await answerOf(contract.listPortalEstimates, response)
  expect(estimates).toMatchObject([{ number: 'EST-2', totalMinor: 5000, status: 'expired' }])
})

test('a statement is a PDF of a period in a currency', async () => {
  await owner.invoice(client, { ...amount(1000), dueDate: '2026-12-01' })
  const ask = (query: { currency: string; from: string; to: string }) =>
    owner.ask(contract.getPortalStatement, { params: { token }, query }, { cookie })
  const statement = await ask({ currency: 'USD', from: '2026-11-01', to: '2026-11-30' })
  expect(Object.fromEntries(statement.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="Statement-2026-11-01-2026-11-30.pdf"',
  })
  expect((await ask({ currency: 'USD', from: '2026-12-01', to: '2026-11-30' })).status).toBe(422)
})

test('several invoices are paid on one page, which gets no token', async () => {
  const [one, two] = [
    await owner.invoice(client, { ...amount(1000), dueDate: '2026-12-01' }),
    await owner.invoice(client, { ...amount(2500), dueDate: '2026-12-01' }),
  ]
  const invoiceIds = [one.id, two.id]
  const options = await owner.ask(
    contract.getPortalPaymentOptions,
    { params: { token }, body: { invoiceIds } },
    { cookie },
  )
  expect(await options.json()).toMatchObject({
    amountMinor: 3500,
    currency: 'USD',
    card: true,
    problem: null,
  })
  const started = await owner.ask(
    contract.startPortalCheckout,
    { params: { token }, body: { invoiceIds, method: 'card' } },
    { cookie },
  )
  const { url } = await answerOf(contract.startPortalCheckout, started)
  expect(url).toMatch(/^http/)
  const [checkout] = await owner.sql<{ text: string }>('select c::text as text from checkouts c')
  expect(checkout?.text).toContain('canceled=true')
  expect(checkout?.text).not.toContain(token.slice(8, 40))
})

test('several invoices are paid without money where one could be, and are marked as tests', async () => {
  const [one, two] = [
    await owner.invoice(client, { ...amount(1000), dueDate: '2026-12-01' }),
    await owner.invoice(client, { ...amount(2500), dueDate: '2026-12-02' }),
  ]
  const foreign = await owner.invoice(await owner.addClient('Berg'), amount(1000))
  const options = async (invoiceIds: string[]) => {
    const route = { params: { token }, body: { invoiceIds } }
    return answerOf(
      contract.getPortalPaymentOptions,
      await owner.ask(contract.getPortalPaymentOptions, route, { cookie }),
    )
  }
  const pay = (invoiceIds: string[], as = cookie) =>
    owner.ask(contract.payPortalDemo, { params: { token }, body: { invoiceIds } }, { cookie: as })
  expect(await options([one.id, two.id])).toMatchObject({ demo: true, amountMinor: 3500 })
  expect((await pay([one.id, foreign.id])).status).toBe(404)
  expect((await pay([one.id], owner.cookie)).status).toBe(403)
  expect((await pay([one.id, two.id])).ok).toBe(true)
  expect((await invoices()).invoices.map(({ status }) => status)).toEqual(['paid', 'paid'])
  const payments = await owner.sql<{ method: string; isTest: boolean }>(
    'select method, is_test as "isTest" from payments',
  )
  expect(payments).toEqual([
    { method: 'demo', isTest: true },
    { method: 'demo', isTest: true },
  ])
  expect((await pay([one.id])).status).toBe(409)
  expect(await options([one.id])).toMatchObject({ demo: false, amountMinor: null })
})

test('an invoice of another client cannot be paid along', async () => {
  const other = await owner.addClient('Berg')
  const foreign = await owner.invoice(other, { ...amount(1000), dueDate: '2026-12-01' })
  const body = { invoiceIds: [foreign.id] }
  const options = await owner.ask(contract.getPortalPaymentOptions, { params: { token }, body }, { cookie })
  const started = await owner.ask(
    contract.startPortalCheckout,
    { params: { token }, body: { ...body, method: 'card' } },
    { cookie },
  )
  expect([options.status, started.status]).toEqual([404, 404])
})

test('the timeline names the first opening of a day', async () => {
  const open = () => owner.ask(contract.notePortalOpened, { params: { token } }, { cookie })
  const openings = async () => {
    const response = await app.send(
      getClientTimeline,
      { params: { id: client.id } },
      { cookie: owner.cookie },
    )
    const { entries } = await answerOf(getClientTimeline, response)
    return entries.filter(({ kind }) => kind === 'client-portal-opened').length
  }
  await Promise.all([open(), open(), open(), open()])
  expect(await openings()).toBe(1)
  clock = new Date('2026-11-18T23:59:59Z')
  await open()
  expect(await openings()).toBe(1)
  expect(await owner.portalOf(client.id)).toMatchObject({ openedAt: '2026-11-18T23:59:59.000Z', devices: 1 })
  clock = new Date('2026-11-19T00:00:00Z')
  await open()
  expect(await openings()).toBe(2)
})
