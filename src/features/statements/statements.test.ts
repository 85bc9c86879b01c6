import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { amountOf, creditInput } from '../../../test/support/fixtures/credit-notes.ts'
import { clientInput } from '../../../test/support/fixtures/invoice-input.ts'
import { makeInvoice } from '../../../test/support/fixtures/invoices.ts'
import { confirm, openPage, readLedger } from '../../../test/support/fixtures/payments.ts'
import { type FakeCards, createFakeCards } from '../../../test/support/providers/fake-cards.ts'
import { readPdf } from '../../../test/support/read-pdf.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { queryTenant } from '../../platform/db/transaction.ts'
import { getClient, mergeClients } from '../clients/contract.ts'
import { createCreditNote } from '../credit-notes/contract.ts'
import type { InvoiceInput } from '../invoices/document/input-rules.ts'
import { addNextLateFee } from '../invoices/late-fees/add-late-fees.ts'
import { removeLateFee } from '../invoices/late-fees/owner-actions.ts'
import { recordPayment, refundPayment } from '../payments/contract.ts'
import { getStatement, getStatementPdf } from './contract.ts'
import type { StatementQuery } from './own-statement.ts'
import { endStatementPdfs } from './pdf/statement-pdf.ts'
import { rowLabel } from './rules.ts'

let app: TestApp
let cards: FakeCards
let cookie: string
let businessId: string
let now = new Date('2026-11-18T12:00:00Z')

beforeAll(async () => {
  cards = createFakeCards({ now: () => now, isLive: true })
  app = await createTestApp({ now: () => now, cards: cards.provider })
})
afterAll(async () => {
  await endStatementPdfs()
  await app.close()
})
beforeEach(async () => {
  const account = await app.signUpAndIn()
  cookie = account.cookie
  businessId = account.session.business.id
})

const all: StatementQuery = { currency: 'USD', to: '2026-11-18' }
const amount = (amountMinor: number): Pick<InvoiceInput, 'charge'> => ({
  charge: { kind: 'amount', amountMinor },
})
const dated = (issueDate: string, dueDate: string) =>
  ({ issueDate, dueDate, paymentTerms: 'custom' }) satisfies Partial<InvoiceInput>

function ask(id: string | null, query: Partial<StatementQuery> = {}) {
  return app.send(getStatement, { params: { id: id ?? '' }, query: { ...all, ...query } }, { cookie })
}
const read = async (...asked: Parameters<typeof ask>) => answerOf(getStatement, await ask(...asked))

async function pay(id: string, amountMinor: number, receivedOn: string) {
  const body = {
    amountMinor,
    receivedOn,
    method: 'transfer',
    note: '',
    sendReceipt: false,
    requestId: randomUUID(),
  } as const
  await answerOf(recordPayment, await app.send(recordPayment, { params: { id }, body }, { cookie }))
}

async function payByCard(id: string): Promise<string> {
  const { sessionId } = await openPage(app, businessId, id)
  cards.pay(sessionId)
  await confirm(app, id, sessionId)
  return (await readLedger(app, businessId, id)).payments[0]?.id ?? ''
}

async function refund(id: string, paymentId: string, amountMinor: number, stillOwed: boolean) {
  // Entries of one day are in the order in which they were made.
  now = new Date(now.getTime() + 1)
  const body = { amountMinor, stillOwed, requestId: randomUUID() }
  await answerOf(
    refundPayment,
    await app.send(refundPayment, { params: { id, paymentId }, body }, { cookie }),
  )
}

async function credit(id: string, amountMinor: number) {
  const body = creditInput(amountOf(amountMinor))
  await answerOf(createCreditNote, await app.send(createCreditNote, { params: { id }, body }, { cookie }))
}

/** What the kept sums say that the client owes. */
async function owedOf(id: string | null, currency = 'USD'): Promise<number> {
  const { owed } = await answerOf(
    getClient,
    await app.send(getClient, { params: { id: id ?? '' } }, { cookie }),
  )
  return owed.find((one) => one.currency === currency)?.openMinor ?? 0
}

/** An invoice of $1,000 of October 1 with a late fee of $25 of November 14. */
async function makeLateInvoice() {
  const invoice = await makeInvoice(app, cookie, {
    ...amount(100_000),
    ...dated('2026-10-01', '2026-10-31'),
    lateFeeTerms: { kind: 'amount', value: 2500, afterDays: 14, repeats: 'once', maxMinor: null },
  })
  const text = `update invoices set late_fees_since = '2026-10-01' where id = $1`
  await queryTenant(app.database, businessId, { text, values: [invoice.id] })
  expect(await addNextLateFee(app.deps, { businessId, invoiceId: invoice.id })).toBe(true)
  return invoice
}

const linesOf = ({ rows }: Awaited<ReturnType<typeof read>>) =>
  rows.map(({ on, kind, amountMinor, balanceMinor }) => [on, kind, amountMinor, balanceMinor])

describe('a statement', () => {
  test('has invoices, credit notes, payments, refunds and what is no longer owed, and closes with what is owed', async () => {
    const first = await makeInvoice(app, cookie, { ...amount(50_000), ...dated('2026-09-01', '2026-09-30') })
    const second = await makeInvoice(app, cookie, { ...amount(30_000), ...dated('2026-10-05', '2026-12-31') })
    const third = await makeInvoice(app, cookie, { ...amount(20_000), ...dated('2026-11-01', '2026-11-10') })
    await pay(first.id, 20_000, '2026-10-20')
    await credit(first.id, 5000)
    const paymentId = await payByCard(second.id)
    await refund(second.id, paymentId, 4000, false)
    await refund(second.id, paymentId, 3000, true)
    const statement = await read(first.client.id)
    expect(statement).toMatchObject({
      from: '2026-09-01',
      openingMinor: 0,
      closingMinor: 48_000,
      rowCount: 9,
    })
    expect(linesOf(statement)).toEqual([
      ['2026-09-01', 'invoice', 50_000, 50_000],
      ['2026-10-05', 'invoice', 30_000, 80_000],
      ['2026-10-20', 'payment', -20_000, 60_000],
      ['2026-11-01', 'invoice', 20_000, 80_000],
      ['2026-11-18', 'credit-note', -5000, 75_000],
      ['2026-11-18', 'payment', -30_000, 45_000],
      ['2026-11-18', 'refund', 4000, 49_000],
      ['2026-11-18', 'refund', 3000, 52_000],
      ['2026-11-18', 'waiver', -4000, 48_000],
    ])
    expect(statement.ages).toEqual({
      currentMinor: 3000,
      days1to30Minor: 20_000,
      days31to60Minor: 25_000,
      days61to90Minor: 0,
      over90Minor: 0,
    })
    expect(await owedOf(third.client.id)).toBe(48_000)
  })

  test('of a period begins with what was owed before it, and shows it as it was on its last day', async () => {
    const { id, client } = await makeInvoice(app, cookie, {
      ...amount(50_000),
      ...dated('2026-09-01', '2026-09-30'),
    })
    await pay(id, 10_000, '2026-09-20')
    await pay(id, 40_000, '2026-11-02')
    await makeInvoice(app, cookie, { ...amount(7000), ...dated('2026-08-01', '2026-08-31') })
    const october = await read(client.id, { from: '2026-10-01', to: '2026-10-31' })
    expect(october).toMatchObject({ openingMinor: 47_000, rows: [], closingMinor: 47_000 })
    expect(october.ages).toMatchObject({ days31to60Minor: 40_000, days61to90Minor: 7000 })
    const november = await read(client.id, { from: '2026-11-01' })
    expect(november.openingMinor).toBe(october.closingMinor)
    expect(linesOf(november)).toEqual([['2026-11-02', 'payment', -40_000, 7000]])
  })

  test('has a late fee on its day, also one of an invoice that was paid before the period', async () => {
    const { id, number, client } = await makeLateInvoice()
    const statement = await read(client.id)
    expect(statement.rows.map(rowLabel)).toEqual([`Invoice ${number}`, `Late fee for invoice ${number}`])
    expect(linesOf(statement)).toEqual([
      ['2026-10-01', 'invoice', 100_000, 100_000],
      ['2026-11-14', 'late-fee', 2500, 102_500],
    ])
    expect(await owedOf(client.id)).toBe(102_500)
    const october = await read(client.id, { to: '2026-10-31' })
    expect(october).toMatchObject({ closingMinor: 100_000, ages: { currentMinor: 100_000 } })

    await pay(id, 102_500, '2026-11-10')
    const rest = await read(client.id, { from: '2026-11-12' })
    expect(rest).toMatchObject({ openingMinor: -2500, closingMinor: 0 })
    expect(linesOf(rest)).toEqual([['2026-11-14', 'late-fee', 2500, 0]])
  })

  test('has no late fee that was removed', async () => {
    const { id, client } = await makeLateInvoice()
    const text = 'select id from late_fees where invoice_id = $1'
    const [fee] = await queryTenant<{ id: string }>(app.database, businessId, { text, values: [id] })
    await removeLateFee(app.deps, { businessId, invoiceId: id }, fee!.id)
    expect(linesOf(await read(client.id))).toEqual([['2026-10-01', 'invoice', 100_000, 100_000]])
  })

  test('counts what was paid too much as a credit, and nothing of other currencies', async () => {
    const paid = await makeInvoice(app, cookie, { ...amount(10_000), ...dated('2026-10-01', '2026-10-31') })
    await pay(paid.id, 10_000, '2026-10-05')
    await credit(paid.id, 2500)
    await makeInvoice(app, cookie, { ...amount(9900), currency: 'EUR', ...dated('2026-10-01', '2026-10-31') })
    const dollars = await read(paid.client.id)
    expect(dollars).toMatchObject({ closingMinor: -2500, overpaidMinor: 2500 })
    expect(await read(paid.client.id, { currency: 'EUR' })).toMatchObject({ closingMinor: 9900, rowCount: 1 })
    // An invoice that was overpaid before the period counts, too.
    expect(await read(paid.client.id, { from: '2026-11-18', to: '2026-11-18' })).toMatchObject({
      openingMinor: 0,
      closingMinor: -2500,
    })
    expect(await owedOf(paid.client.id)).toBe(0)
  })

  test('has no drafts: what was never sent is not the client’s business until something was paid on it', async () => {
    const day = { ...amount(1000), ...dated('2026-10-01', '2026-10-31'), sendOption: 'email_later' } as const
    const draft = await makeInvoice(app, cookie, day)
    expect(await read(draft.client.id)).toMatchObject({ rows: [], closingMinor: 0 })
    await pay(draft.id, 400, '2026-10-20')
    expect(linesOf(await read(draft.client.id))).toEqual([
      ['2026-10-01', 'invoice', 1000, 1000],
      ['2026-10-20', 'payment', -400, 600],
    ])
  })

  test('of a client that was merged is that of the client it became', async () => {
    const named = (name: string) => ({
      client: clientInput({ name, email: `${name.toLowerCase()}@example.com` }),
    })
    const merged = await makeInvoice(app, cookie, { ...amount(1000), ...named('Acme') })
    const stays = await makeInvoice(app, cookie, { ...amount(2000), ...named('Berg') })
    const route = { params: { id: merged.client.id ?? '' }, body: { into: stays.client.id ?? '' } }
    await answerOf(mergeClients, await app.send(mergeClients, route, { cookie }))
    expect(await read(merged.client.id)).toMatchObject({ closingMinor: 3000, client: { name: 'Berg' } })
  })

  test('names the sender as the business does, and leaves a future day to a later statement', async () => {
    const { client } = await makeInvoice(app, cookie, {
      ...amount(1000),
      ...dated('2026-11-25', '2026-12-25'),
    })
    const statement = await read(client.id)
    expect(statement).toMatchObject({ rowCount: 0, closingMinor: 0, from: '2026-11-18', to: '2026-11-18' })
    expect(statement.company.email).not.toBe('')
  })

  test('is refused for days that do not fit, each with its field', async () => {
    const { client } = await makeInvoice(app, cookie, amount(1000))
    expect(await problemOf(await ask(client.id, { to: '2026-11-19' }))).toMatchObject({
      status: 422,
      fields: { to: 'The last day can’t be later than today.' },
    })
    expect(await problemOf(await ask(client.id, { from: '2026-11-02', to: '2026-11-01' }))).toMatchObject({
      fields: { from: 'The first day can’t be later than the last one.' },
    })
    expect(await problemOf(await ask(client.id, { from: '2026-02-30' }))).toMatchObject({
      fields: { from: 'Please choose a date.' },
    })
    expect(await problemOf(await ask(client.id, { currency: 'XXX' }))).toMatchObject({ status: 422 })
  })

  test('of another business’s client does not exist', async () => {
    const { client } = await makeInvoice(app, cookie, amount(1000))
    const other = await app.signUpAndIn()
    const route = { params: { id: client.id ?? '' }, query: all }
    for (const endpoint of [getStatement, getStatementPdf] as const) {
      expect((await app.send(endpoint, route, { cookie: other.cookie })).status).toBe(404)
    }
  })

  test('can be saved as a PDF', async () => {
    const { client, number } = await makeInvoice(app, cookie, {
      ...amount(1000),
      ...dated('2026-11-01', '2026-11-30'),
    })
    const route = { params: { id: client.id ?? '' }, query: { ...all, from: '2026-11-01' } }
    const response = await app.send(getStatementPdf, route, { cookie })
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="Statement-2026-11-01-2026-11-18.pdf"',
    )
    const { text } = await readPdf(Buffer.from(await response.arrayBuffer()))
    expect(text).toContain(`Nov 1, 2026 Invoice ${number} $10.00 $10.00`)
  })
})
