import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { invoiceInput } from '../../../../test/support/fixtures/invoice-input.ts'
import { makeInvoice } from '../../../../test/support/fixtures/invoices.ts'
import { type FakeCards, createFakeCards } from '../../../../test/support/providers/fake-cards.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { queryTenant } from '../../../platform/db/transaction.ts'
import { duplicateInvoice, getInvoice, getInvoiceSummary, updateInvoice } from '../../invoices/contract.ts'
import type { InvoiceInput } from '../../invoices/document/input-rules.ts'
import { getPublicInvoice } from '../../invoices/public/contract.ts'
import { getPaymentOptions, payDemo, recordPayment, startCheckout } from '../contract.ts'

let app: TestApp
let cards: FakeCards
let owner: Awaited<ReturnType<TestApp['signUpAndIn']>>
let now: Date
beforeAll(async () => {
  cards = createFakeCards({ now: () => now })
  app = await createTestApp({ now: () => now, cards: cards.provider })
})
beforeEach(async () => {
  now = new Date('2026-11-05T12:00:00Z')
  owner = await app.signUpAndIn({ timeZone: 'UTC' })
})
afterAll(() => app.close())

/** $1,000: 30% on November 10, $200 on November 20, the rest on December 1. */
const firstPart: InvoiceInput['parts'][number] = {
  amount: { kind: 'percentage', value: 30_000 },
  dueDate: '2026-11-10',
}
const inParts: Pick<InvoiceInput, 'charge' | 'dueDate' | 'paymentTerms' | 'parts'> = {
  charge: { kind: 'amount', amountMinor: 100_000 },
  dueDate: '2026-12-01',
  paymentTerms: 'custom',
  parts: [firstPart, { amount: { kind: 'fixed', value: 20_000 }, dueDate: '2026-11-20' }],
}

const make = (overrides: Partial<InvoiceInput> = {}) =>
  makeInvoice(app, owner.cookie, { ...inParts, ...overrides })
const read = async (id: string) =>
  answerOf(getInvoice, await app.send(getInvoice, { params: { id } }, { cookie: owner.cookie }))
const shown = async (id: string) =>
  answerOf(getPublicInvoice, await app.send(getPublicInvoice, { params: { id } }))
const optionsOf = async (id: string) =>
  answerOf(getPaymentOptions, await app.send(getPaymentOptions, { params: { id } }))
const demo = (id: string, whole?: 'true') =>
  app.send(payDemo, { params: { id }, ...(whole && { query: { whole } }) })
const statesOf = async (id: string) => (await shown(id)).parts.map(({ state }) => state)
const receiptsOf = (invoiceId: string) =>
  queryTenant<{ subject: string; text: string }>(app.database, owner.session.business.id, {
    text: `select subject, text from mails where invoice_id = $1 and kind = 'receipt' order by created_at`,
    values: [invoiceId],
  })

test('an invoice shows each part, asks for the next one and keeps its last date', async () => {
  const { id, dueDate, parts, dueMinor, openMinor } = await make()
  expect({ dueDate, dueMinor, openMinor }).toEqual({
    dueDate: '2026-12-01',
    dueMinor: 30_000,
    openMinor: 100_000,
  })
  expect(parts.map(({ amountMinor, dueDate: day, state }) => [amountMinor, day, state])).toEqual([
    [30_000, '2026-11-10', 'due'],
    [20_000, '2026-11-20', 'later'],
    [50_000, '2026-12-01', 'later'],
  ])
  expect(await read(id)).toMatchObject({ dueDate, parts })
  expect(await optionsOf(id)).toMatchObject({ amountMinor: 30_000, wholeMinor: 100_000 })
  expect(await shown(id)).toMatchObject({ dueDate, amountDueMinor: 30_000, status: 'pending' })
})

test('part after part is paid, each with a receipt, and only what is late is overdue', async () => {
  const { id, number } = await make({ sendOption: 'email_later' })
  expect((await demo(id)).status).toBe(204)
  expect(await statesOf(id)).toEqual(['paid', 'due', 'later'])
  const [receipt, ...others] = await receiptsOf(id)
  expect(others).toEqual([])
  expect(receipt?.subject).toContain(`Receipt for $300.00 paid on invoice ${number}`)
  expect(receipt?.text).toContain('Installment 1 of 3 (30%) · due Nov 10, 2026 · $300.00 · Paid')

  now = new Date('2026-11-25T12:00:00Z')
  const summary = async () =>
    answerOf(getInvoiceSummary, await app.send(getInvoiceSummary, {}, { cookie: owner.cookie }))
  expect(await summary()).toMatchObject({
    outstanding: { minor: 70_000, count: 1 },
    overdue: { minor: 20_000, count: 1 },
  })
  expect(await shown(id)).toMatchObject({ status: 'overdue', amountDueMinor: 20_000 })
  expect((await demo(id)).status).toBe(204)
  expect(await summary()).toMatchObject({
    outstanding: { minor: 50_000, count: 1 },
    overdue: { minor: 0, count: 0 },
  })
  expect((await demo(id)).status).toBe(204)
  expect(await shown(id)).toMatchObject({ status: 'paid', amountDueMinor: 0, dueDate: '2026-12-01' })
  expect(await statesOf(id)).toEqual(['paid', 'paid', 'paid'])
})

test('on the dates of several parts all of them are due', async () => {
  const { id } = await make()
  now = new Date('2026-11-20T12:00:00Z')
  expect(await optionsOf(id)).toMatchObject({ amountMinor: 50_000, wholeMinor: 100_000 })
  expect(await statesOf(id)).toEqual(['overdue', 'due', 'later'])
})

test('a client can pay the whole, and a page for another amount is replaced', async () => {
  const { id } = await make()
  const start = async (whole?: boolean) => {
    const body = { method: 'card' as const, ...(whole && { whole }) }
    return (await answerOf(startCheckout, await app.send(startCheckout, { params: { id }, body }))).url
  }
  const part = await start()
  expect(await start()).toBe(part)
  const whole = await start(true)
  expect(whole).not.toBe(part)
  expect(cards.calls.create.slice(-2).map(({ amountMinor }) => amountMinor)).toEqual([30_000, 100_000])
  expect(await start(true)).toBe(whole)
  const { id: other } = await make()
  expect((await demo(other, 'true')).status).toBe(204)
  expect((await read(other)).status).toBe('paid')
})

test('a payment by hand may cover a part of a part, and the next ones with it', async () => {
  const { id } = await make()
  const record = async (amountMinor: number) => {
    const payment = {
      amountMinor,
      method: 'transfer',
      receivedOn: '2026-11-05',
      note: '',
      sendReceipt: false,
    } as const
    const body = { ...payment, requestId: crypto.randomUUID() }
    const response = await app.send(recordPayment, { params: { id }, body }, { cookie: owner.cookie })
    expect(response.status).toBe(200)
  }
  await record(10_000)
  expect((await shown(id)).parts[0]).toMatchObject({ paidMinor: 10_000, openMinor: 20_000, state: 'due' })
  await record(30_000)
  expect((await shown(id)).parts).toMatchObject([
    { state: 'paid' },
    { paidMinor: 10_000, openMinor: 10_000 },
    {},
  ])
  expect(await optionsOf(id)).toMatchObject({ amountMinor: 10_000, wholeMinor: 60_000 })
})

describe('a change', () => {
  const change = async (id: string, overrides: Partial<InvoiceInput>) => {
    const { version } = await read(id)
    const body = { ...invoiceInput({ ...inParts, ...overrides }), version }
    return app.send(updateInvoice, { params: { id }, body }, { cookie: owner.cookie })
  }

  test('of the total or the parts keeps what was paid on the earliest parts', async () => {
    const { id } = await make()
    await demo(id)
    const answer = await answerOf(
      updateInvoice,
      await change(id, {
        charge: { kind: 'amount', amountMinor: 80_000 },
        parts: [{ amount: { kind: 'percentage', value: 50_000 }, dueDate: '2026-11-15' }],
      }),
    )
    expect(answer).toMatchObject({
      dueMinor: 10_000,
      parts: [
        { amountMinor: 40_000, paidMinor: 30_000, openMinor: 10_000, state: 'due' },
        { amountMinor: 40_000, openMinor: 40_000, state: 'later' },
      ],
    })
  })

  test('can take the parts away, and a copy has them on its own days', async () => {
    const { id } = await make({ issueDate: '2026-11-01' })
    const copy = await answerOf(
      duplicateInvoice,
      await app.send(duplicateInvoice, { params: { id } }, { cookie: owner.cookie }),
    )
    expect(copy.issueDate).toBe('2026-11-05')
    expect(copy.parts.map(({ dueDate }) => dueDate)).toEqual(['2026-11-14', '2026-11-24', '2026-12-05'])
    expect(await answerOf(updateInvoice, await change(id, { parts: [] }))).toMatchObject({
      parts: [],
      dueMinor: 100_000,
      dueDate: '2026-12-01',
    })
  })

  test.each<[string, Partial<InvoiceInput>, string]>([
    ['parts that leave no rest', { charge: { kind: 'amount', amountMinor: 20_000 } }, 'parts.1.amount.value'],
    [
      'a part that comes to nothing',
      {
        parts: [{ amount: { kind: 'percentage', value: 1 }, dueDate: '2026-11-10' }],
        charge: { kind: 'amount', amountMinor: 100 },
      },
      'parts.0.amount.value',
    ],
    ['a part on the due date', { parts: [{ ...firstPart, dueDate: '2026-12-01' }] }, 'parts.0.dueDate'],
    ['two parts on one day', { parts: [firstPart, firstPart] }, 'parts.1.dueDate'],
    ['a discount for paying early', { paymentTerms: '2_10_net_30', issueDate: '2026-11-01' }, 'paymentTerms'],
  ])('is refused with %s', async (_what, overrides, field) => {
    const { id } = await make()
    const { status, fields } = await problemOf(await change(id, overrides))
    expect([status, Object.keys(fields ?? {})]).toEqual([422, [field]])
  })
})
