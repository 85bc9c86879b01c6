import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeInvoice } from '../../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import type { BodyOf } from '../../../shared/endpoint.ts'
import { type Invoice, getInvoiceSummary, getTimeline } from '../../invoices/contract.ts'
import type { InvoiceInput } from '../../invoices/document/input-rules.ts'
import * as contract from '../contract.ts'

let app: TestApp
let cookie: string
let now: Date
const closed: string[] = []

beforeAll(async () => {
  app = await createTestApp({ now: () => now })
  app.deps.closeCheckouts = async (_, { invoiceId }) => void closed.push(invoiceId)
})
afterAll(() => app.close())
beforeEach(async () => {
  // In Zurich it is already the 16th.
  now = new Date('2026-11-15T23:30:00Z')
  ;({ cookie } = await app.signUpAndIn())
})

type Body = BodyOf<typeof contract.recordPayment>

const make = (overrides: Partial<InvoiceInput> = {}) =>
  makeInvoice(app, cookie, { charge: { kind: 'amount', amountMinor: 10_000 }, ...overrides })
const send = ({ id }: Invoice, change: Partial<Body> = {}, as = cookie) => {
  const body: Body = {
    method: 'transfer',
    amountMinor: 10_000,
    receivedOn: '2026-11-16',
    note: '',
    sendReceipt: false,
    requestId: randomUUID(),
    ...change,
  }
  return app.send(contract.recordPayment, { params: { id }, body }, { cookie: as })
}
const record = async (invoice: Invoice, change: Partial<Body> = {}) =>
  answerOf(contract.recordPayment, await send(invoice, change))
const ledgerOf = async ({ id }: Invoice) =>
  answerOf(contract.listPayments, await app.send(contract.listPayments, { params: { id } }, { cookie }))
const undo = ({ id }: Invoice, paymentId: string, as = cookie) =>
  app.send(contract.undoPayment, { params: { id, paymentId } }, { cookie: as })
const eventsOf = async ({ id }: Invoice) => {
  const response = await app.send(getTimeline, { params: { id } }, { cookie })
  const { entries } = await answerOf(getTimeline, response)
  return entries.map(({ kind, amountMinor }) => [kind, amountMinor])
}
const receiptsOf = async ({ id }: Invoice) => {
  const { rows } = await app.database.platform.query<{ to_address: string }>(
    `select to_address from mails where invoice_id = $1 and kind = 'receipt'`,
    [id],
  )
  return rows.map(({ to_address: to }) => to)
}

describe('a payment noted by hand', () => {
  test('settles the invoice with its date, its method and its note', async () => {
    const invoice = await make()
    const paid = await record(invoice, { method: 'cheque', receivedOn: '2026-11-10', note: 'No. 17' })
    expect(paid).toMatchObject({
      status: 'paid',
      openMinor: 0,
      receivedMinor: 10_000,
      movements: [{ kind: 'payment', on: '2026-11-10', method: 'cheque', amountMinor: 10_000 }],
    })
    expect(paid.paidAt?.slice(0, 10)).toBe('2026-11-10')
    expect(await ledgerOf(invoice)).toMatchObject({
      totalMinor: 10_000,
      receivedMinor: 10_000,
      openMinor: 0,
      overpaidMinor: 0,
      payments: [
        { method: 'cheque', receivedOn: '2026-11-10', note: 'No. 17', canUndo: true, refundableMinor: 0 },
      ],
    })
    expect(await eventsOf(invoice)).toEqual([
      ['paid', 10_000],
      ['created', null],
    ])
    expect(closed).toContain(invoice.id)
  })

  test('is enough in part: the rest stays open until it comes', async () => {
    const invoice = await make()
    expect(await record(invoice, { amountMinor: 2500 })).toMatchObject({
      status: 'pending',
      openMinor: 7500,
      paidAt: null,
    })
    const summaryOf = async () =>
      answerOf(getInvoiceSummary, await app.send(getInvoiceSummary, {}, { cookie }))
    expect(await summaryOf()).toMatchObject({
      outstanding: { minor: 7500 },
      paid: { minor: 2500, count: 0 },
    })
    expect(await record(invoice, { amountMinor: 7500, method: 'cash' })).toMatchObject({
      status: 'paid',
      openMinor: 0,
      receivedMinor: 10_000,
    })
    expect((await eventsOf(invoice)).map(([kind]) => kind)).toEqual(['paid', 'payment', 'created'])
    expect(await summaryOf()).toMatchObject({
      outstanding: { minor: 0 },
      paid: { minor: 10_000, count: 1 },
    })
  })

  test('counts once when it is sent twice, also at the same moment and once the invoice is paid', async () => {
    const invoice = await make()
    const change = { amountMinor: 10_000, requestId: randomUUID() }
    const answers = await Promise.all([1, 2, 3].map(() => send(invoice, change)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await record(invoice, change)).receivedMinor).toBe(10_000)
    expect((await ledgerOf(invoice)).payments).toHaveLength(1)
    const other = await make()
    expect(await problemOf(await send(other, change))).toMatchObject({ code: 'VALIDATION_FAILED' })
    expect((await ledgerOf(other)).payments).toEqual([])
  })

  test('two different ones at the same moment do not pay more than is open', async () => {
    const invoice = await make()
    const answers = await Promise.all([1, 2, 3].map(() => send(invoice, { amountMinor: 6000 })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
    expect(await ledgerOf(invoice)).toMatchObject({ receivedMinor: 6000, openMinor: 4000 })
  })

  test.each([
    [
      'more than is open',
      { amountMinor: 10_001 },
      'amountMinor',
      'This is more than the balance due of $100.00.',
    ],
    ['nothing', { amountMinor: 0 }, 'amountMinor', 'Please enter an amount.'],
    ['tomorrow', { receivedOn: '2026-11-17' }, 'receivedOn', 'This date is in the future.'],
    [
      'before there was a calendar',
      { receivedOn: '1899-12-31' },
      'receivedOn',
      'Please choose the date of the payment.',
    ],
  ])('is refused for %s', async (_, change, field, message) => {
    const invoice = await make()
    const response = await send(invoice, change)
    expect(response.status).toBe(422)
    expect((await problemOf(response)).fields).toEqual({ [field]: message })
    expect((await ledgerOf(invoice)).payments).toEqual([])
  })

  test('is refused once the invoice is paid', async () => {
    const invoice = await make()
    await record(invoice)
    const refused = await send(invoice, { amountMinor: 1 })
    expect(refused.status).toBe(409)
    expect(await problemOf(refused)).toMatchObject({
      code: 'INVOICE_PAID',
      message: 'This invoice is already paid.',
    })
  })

  test('may be nothing for an invoice over nothing, which is paid then', async () => {
    const invoice = await make({ charge: { kind: 'amount', amountMinor: 0 } })
    expect(invoice.status).toBe('pending')
    expect(await record(invoice, { amountMinor: 0 })).toMatchObject({ status: 'paid', openMinor: 0 })
  })

  test.each(['Pacific/Kiritimati', 'Pacific/Niue', 'America/New_York'])(
    'of an earlier day shows that day in %s',
    async (timeZone) => {
      ;({ cookie } = await app.signUpAndIn({ timeZone }))
      const invoice = await make()
      const paid = await record(invoice, { receivedOn: '2026-11-03' })
      expect(paid.movements).toMatchObject([{ on: '2026-11-03' }])
      const there = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
      expect(there.format(new Date(paid.paidAt ?? 0))).toBe('2026-11-03')
    },
  )

  test('is nobody else’s to note, see or take back', async () => {
    const invoice = await make()
    await record(invoice, { amountMinor: 1000 })
    const [payment] = (await ledgerOf(invoice)).payments
    const stranger = (await app.signUpAndIn()).cookie
    expect((await send(invoice, {}, stranger)).status).toBe(404)
    expect((await undo(invoice, payment!.id, stranger)).status).toBe(404)
    const seen = await app.send(contract.listPayments, { params: { id: invoice.id } }, { cookie: stranger })
    expect(seen.status).toBe(404)
    expect((await ledgerOf(invoice)).payments).toHaveLength(1)
  })
})

describe('less 2 % within ten days', () => {
  const early = { paymentTerms: '2_10_net_30', issueDate: '2026-11-01', dueDate: '2026-12-01' } as const

  test('the reduced amount settles it and the discount is given', async () => {
    const invoice = await make(early)
    expect(await record(invoice, { amountMinor: 9800, receivedOn: '2026-11-11' })).toMatchObject({
      status: 'paid',
      receivedMinor: 9800,
      creditedMinor: 200,
      openMinor: 0,
    })
  })

  test('a little more is given less', async () => {
    const paid = await record(await make(early), { amountMinor: 9950, receivedOn: '2026-11-02' })
    expect(paid).toMatchObject({ status: 'paid', receivedMinor: 9950, creditedMinor: 50 })
  })

  test('not on the eleventh day, not for less, and not after a part', async () => {
    const late = await record(await make(early), { amountMinor: 9800, receivedOn: '2026-11-12' })
    expect(late).toMatchObject({ status: 'pending', creditedMinor: 0, openMinor: 200 })
    const little = await record(await make(early), { amountMinor: 9799, receivedOn: '2026-11-05' })
    expect(little).toMatchObject({ status: 'pending', creditedMinor: 0, openMinor: 201 })
    const invoice = await make(early)
    await record(invoice, { amountMinor: 5000, receivedOn: '2026-11-05' })
    const rest = await record(invoice, { amountMinor: 4800, receivedOn: '2026-11-06' })
    expect(rest).toMatchObject({ status: 'pending', creditedMinor: 0, openMinor: 200 })
  })
})

describe('the receipt', () => {
  test('goes to the client when asked for and only once the invoice is settled', async () => {
    const silent = await make()
    await record(silent)
    expect(await receiptsOf(silent)).toEqual([])
    const invoice = await make()
    await record(invoice, { amountMinor: 4000, sendReceipt: true })
    expect(await receiptsOf(invoice)).toEqual([])
    expect((await record(invoice, { amountMinor: 6000, sendReceipt: true })).sentAt).toBeNull()
    expect(await receiptsOf(invoice)).toEqual(['client@example.com'])
  })

  test('counts among the mails to clients, but not when none left', async () => {
    const invoice = await make()
    for (let part = 0; part < 60; part++) await record(invoice, { amountMinor: 100, sendReceipt: true })
    await record(invoice, { amountMinor: 4000, sendReceipt: true })
    expect(await receiptsOf(invoice)).toHaveLength(1)
    const { rows } = await app.database.platform.query<{ count: number }>(
      `select count from platform.rate_limits where key like 'client-mail:%' order by window_ends_at desc limit 1`,
    )
    expect(rows).toEqual([{ count: 1 }])
  })
})

describe('a payment taken back', () => {
  test('stays in the ledger as undone, and the invoice is owed again', async () => {
    const invoice = await make()
    await record(invoice)
    const [payment] = (await ledgerOf(invoice)).payments
    closed.length = 0
    expect(await answerOf(contract.undoPayment, await undo(invoice, payment!.id))).toMatchObject({
      status: 'pending',
      paidAt: null,
      receivedMinor: 0,
      openMinor: 10_000,
      movements: [],
    })
    expect((await undo(invoice, payment!.id)).status).toBe(200)
    const { payments } = await ledgerOf(invoice)
    expect(payments).toMatchObject([{ id: payment!.id, canUndo: false, amountMinor: 10_000 }])
    expect(payments[0]?.undoneAt).not.toBeNull()
    expect(await eventsOf(invoice)).toEqual([
      ['undone', 10_000],
      ['paid', 10_000],
      ['created', null],
    ])
    expect(closed).toEqual([invoice.id])
    expect((await record(invoice)).status).toBe('paid')
  })

  test('is found only under its own invoice', async () => {
    const [invoice, other] = [await make(), await make()]
    await record(invoice)
    const [payment] = (await ledgerOf(invoice)).payments
    expect((await undo(other, payment!.id)).status).toBe(404)
    expect((await undo(invoice, randomUUID())).status).toBe(404)
    expect((await ledgerOf(invoice)).receivedMinor).toBe(10_000)
  })
})
