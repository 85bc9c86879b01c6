import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expenseInput } from '../../../test/support/fixtures/expenses.ts'
import { invoiceInput } from '../../../test/support/fixtures/invoice-input.ts'
import { makeInvoice } from '../../../test/support/fixtures/invoices.ts'
import { type Closer, periodClosed, signUpToClose } from '../../../test/support/periods/sign-up-to-close.ts'
import { type TestApp, createTestApp } from '../../../test/support/test-app.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import {
  createExpense,
  deleteExpense,
  deleteExpenses,
  getExpense,
  updateExpense,
} from '../expenses/contract.ts'
import {
  createInvoice,
  deleteInvoice,
  duplicateInvoice,
  getInvoice,
  updateInvoice,
} from '../invoices/contract.ts'
import type { InvoiceInput } from '../invoices/document/input-rules.ts'
import { listPayments, recordPayment, removeTestPayments, undoPayment } from '../payments/contract.ts'

let app: TestApp
let owner: Closer
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-12-01T12:00:00Z') })
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await signUpToClose(app)
})

const inJune = { issueDate: '2026-06-15', dueDate: '2026-07-15', paymentTerms: 'custom' } as const
const inJuly = { issueDate: '2026-07-15', dueDate: '2026-08-14', paymentTerms: 'custom' } as const

describe('an invoice of a closed period', () => {
  const create = (overrides: Partial<InvoiceInput>, requestId: string = randomUUID()) =>
    owner.send(createInvoice, { body: { ...invoiceInput(overrides), requestId } })
  const change = async (id: string, overrides: Partial<InvoiceInput>) => {
    const { version } = await owner.ask(getInvoice, { params: { id } })
    return owner.send(updateInvoice, { params: { id }, body: { ...invoiceInput(overrides), version } })
  }

  test('is not created, until the period is reopened', async () => {
    await owner.closeJune()
    expect(await owner.refusal(create({ ...inJune, issueDate: '2026-06-30' }))).toEqual(periodClosed)
    expect(await owner.sql('select from clients')).toEqual([])
    expect(await owner.refusal(create({ ...inJuly, issueDate: '2026-07-01' }))).toBeNull()
    await owner.reopenJune()
    expect(await owner.refusal(create(inJune))).toBeNull()
  })

  test('is found by a request that is repeated after the closing', async () => {
    const requestId = randomUUID()
    await create(inJune, requestId)
    await owner.closeJune()
    expect(await owner.refusal(create(inJune, requestId))).toBeNull()
    expect(await owner.sql('select from invoices')).toHaveLength(1)
  })

  test('keeps its figures, and is not moved into or out of the period', async () => {
    const { id } = await makeInvoice(app, owner.cookie, inJune)
    const { id: later } = await makeInvoice(app, owner.cookie, inJuly)
    await owner.closeJune()
    const before = await owner.ask(getInvoice, { params: { id } })
    const { charge, client } = invoiceInput()
    if (charge.kind !== 'lines') throw new Error('the invoice has no lines')
    const [line] = charge.lines
    const changes: Partial<InvoiceInput>[] = [
      { ...inJuly },
      { issueDate: '2026-06-16' },
      { currency: 'EUR' },
      { client: { ...client, name: 'Another Client', email: 'another@example.com' } },
      { charge: { kind: 'amount', amountMinor: 100 } },
      { charge: { ...charge, lines: charge.lines.map((each) => ({ ...each, description: 'Other' })) } },
      { charge: { ...charge, lines: line ? [line] : [] } },
      { charge: { ...charge, taxes: [{ name: 'VAT', rate: 7700 }] } },
      { charge: { ...charge, taxIncluded: true } },
      { charge: { ...charge, discount: null } },
      { charge: { ...charge, fees: [] } },
    ]
    for (const overrides of changes) {
      expect([overrides, await owner.refusal(change(id, { ...inJune, ...overrides }))]).toEqual([
        overrides,
        periodClosed,
      ])
    }
    expect(await owner.refusal(change(later, inJune))).toEqual(periodClosed)
    expect(await owner.ask(getInvoice, { params: { id } })).toEqual(before)
    await owner.reopenJune()
    expect(await owner.refusal(change(id, inJuly))).toBeNull()
  })

  test('can be changed and sent as far as no figure moves', async () => {
    const { id } = await makeInvoice(app, owner.cookie, { ...inJune, sendOption: 'email_later' })
    await owner.closeJune()
    const { client } = invoiceInput()
    const overrides = {
      ...inJune,
      notes: 'Thank you',
      purchaseOrder: 'PO 7',
      dueDate: '2026-09-15',
      client: { ...client, phone: '1234' },
      sendReminder: true,
      sendOption: 'email_now' as const,
    }
    expect(await owner.refusal(change(id, overrides))).toBeNull()
    expect(await owner.ask(getInvoice, { params: { id } })).toMatchObject({ notes: 'Thank you' })
    expect(await owner.sql(`select kind from mails where invoice_id = $1`, [id])).toEqual([
      { kind: 'invoice' },
    ])
  })

  test('is not deleted, and can be duplicated', async () => {
    const { id } = await makeInvoice(app, owner.cookie, inJune)
    await owner.closeJune()
    const remove = () => owner.send(deleteInvoice, { params: { id } })
    expect(await owner.refusal(remove())).toEqual(periodClosed)
    expect(await owner.ask(duplicateInvoice, { params: { id } })).toMatchObject({ issueDate: '2026-12-01' })
    await owner.reopenJune()
    expect(await owner.refusal(remove())).toBeNull()
  })
})

describe('an expense of a closed period', () => {
  const create = (overrides: Parameters<typeof expenseInput>[0]) =>
    owner.send(createExpense, { body: expenseInput(overrides) })

  test('is not created, also as the first of a recurring one', async () => {
    await owner.closeJune()
    expect(await owner.refusal(create({ date: '2026-06-30' }))).toEqual(periodClosed)
    const repeat = { frequency: 'monthly', end: { kind: 'never' } } as const
    expect(await owner.refusal(create({ date: '2026-06-30', repeat }))).toEqual(periodClosed)
    expect(await owner.sql('select from recurring_expenses')).toEqual([])
    expect(await owner.refusal(create({ date: '2026-07-01', repeat }))).toBeNull()
  })

  test('keeps its date, amount, currency and category; its words can change', async () => {
    const requestId = randomUUID()
    await create({ date: '2026-06-10', requestId })
    const [{ id } = { id: '' }] = await owner.sql<{ id: string }>('select id from expenses')
    await owner.closeJune()
    const change = async (overrides: Partial<BodyOf<typeof updateExpense>>) => {
      const { version } = await owner.ask(getExpense, { params: { id } })
      const { amountMinor, category, date, notes } = expenseInput({ date: '2026-06-10' })
      const body = { amountMinor, category, date, notes, version, ...overrides }
      return owner.send(updateExpense, { params: { id }, body })
    }
    for (const overrides of [
      { date: '2026-07-10' },
      { date: '2026-06-11' },
      { amountMinor: 1 },
      { currency: 'EUR' },
      { category: 'Rent' as const },
    ]) {
      expect([overrides, await owner.refusal(change(overrides))]).toEqual([overrides, periodClosed])
    }
    expect(await owner.refusal(change({ notes: 'Envelopes', vendor: 'Paper House' }))).toBeNull()
    await owner.reopenJune()
    expect(await owner.refusal(change({ amountMinor: 1 }))).toBeNull()
  })

  test('is not deleted, neither alone nor with others', async () => {
    const [id = '', other = ''] = await owner.addExpenses([{ date: '2026-06-10' }, { date: '2026-07-10' }])
    await owner.closeJune()
    expect(await owner.refusal(owner.send(deleteExpense, { params: { id } }))).toEqual(periodClosed)
    const several = () => owner.send(deleteExpenses, { body: { ids: [other, id] } })
    expect(await owner.refusal(several())).toEqual(periodClosed)
    expect(await owner.sql('select from expenses')).toHaveLength(2)
    await owner.reopenJune()
    expect(await owner.refusal(several())).toBeNull()
    expect(await owner.sql('select from expenses')).toEqual([])
  })
})

describe('a payment that was received in a closed period', () => {
  const record = (id: string, receivedOn: string, requestId: string = randomUUID()) =>
    owner.send(recordPayment, {
      params: { id },
      body: {
        method: 'cash',
        amountMinor: 100,
        receivedOn,
        note: '',
        sendReceipt: false,
        requestId,
      },
    })

  test('is not recorded by hand; one of an open day is, also for an invoice of the period', async () => {
    const { id } = await makeInvoice(app, owner.cookie, inJune)
    const requestId = randomUUID()
    await record(id, '2026-06-20', requestId)
    await owner.closeJune()
    expect(await owner.refusal(record(id, '2026-06-20'))).toEqual(periodClosed)
    expect(await owner.refusal(record(id, '2026-06-20', requestId))).toBeNull()
    expect(await owner.refusal(record(id, '2026-07-20'))).toBeNull()
    expect(await owner.sql('select from payments')).toHaveLength(2)
  })

  test('is not undone', async () => {
    const { id } = await makeInvoice(app, owner.cookie, inJune)
    for (const day of ['2026-06-20', '2026-07-20']) await record(id, day)
    await owner.closeJune()
    const { payments } = await owner.ask(listPayments, { params: { id } })
    const refusals = await Promise.all(
      payments.map(async (payment) => [
        payment.receivedOn,
        await owner.refusal(owner.send(undoPayment, { params: { id, paymentId: payment.id } })),
      ]),
    )
    expect(Object.fromEntries(refusals)).toEqual({ '2026-06-20': periodClosed, '2026-07-20': null })
    await owner.reopenJune()
    const first = payments.find(({ receivedOn }) => receivedOn === '2026-06-20')
    const again = owner.send(undoPayment, { params: { id, paymentId: first!.id } })
    expect(await owner.refusal(again)).toBeNull()
  })

  test('is removed all the same if it is a test payment', async () => {
    const { id } = await makeInvoice(app, owner.cookie, inJune)
    await owner.sql(
      `insert into payments (business_id, invoice_id, invoice_number, method, currency, amount_minor, received_at,
         received_on, is_test)
       select business_id, id, number, 'demo', currency, 100, '2026-06-20T12:00:00Z', '2026-06-20', true from invoices`,
    )
    await owner.closeJune()
    expect(await owner.ask(removeTestPayments, {})).toEqual({ count: 1 })
    expect(await owner.ask(getInvoice, { params: { id } })).toMatchObject({ receivedMinor: 0 })
  })
})
