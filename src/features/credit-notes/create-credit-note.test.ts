import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeInvoice } from '../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { pick } from '../../shared/pick.ts'
import { recountMoneyOf } from '../figures/money-totals.ts'
import * as invoicing from '../invoices/contract.ts'
import type { Invoice } from '../invoices/contract.ts'
import type { InvoiceInput } from '../invoices/document/input-rules.ts'
import { saveNumbering } from '../invoices/numbers/contract.ts'
import { listPayments, recordPayment, startCheckout, undoPayment } from '../payments/contract.ts'
import { getInvoiceReminders, remindNow } from '../reminders/contract.ts'
import * as contract from './contract.ts'

let app: TestApp
let cookie: string
let businessId: string
// In Zurich it is already the 16th.
const now = new Date('2026-11-15T23:30:00Z')
const closed: string[] = []

beforeAll(async () => {
  app = await createTestApp({ now: () => now })
  app.deps.closeCheckouts = async (_, { invoiceId }) => void closed.push(invoiceId)
})
afterAll(() => app.close())
beforeEach(async () => {
  const account = await app.signUpAndIn()
  cookie = account.cookie
  businessId = account.session.business.id
})

type Body = BodyOf<typeof contract.createCreditNote>

const single = { charge: { kind: 'amount', amountMinor: 10_000 } } as const
const make = (overrides: Partial<InvoiceInput> = {}) => makeInvoice(app, cookie, overrides)
const send = ({ id }: Pick<Invoice, 'id'>, change: Partial<Body> = {}, as = cookie) => {
  const body: Body = { requestId: randomUUID(), credit: { kind: 'rest' }, reason: '', send: false, ...change }
  return app.send(contract.createCreditNote, { params: { id }, body }, { cookie: as })
}
const credit = async (invoice: Invoice, change: Partial<Body> = {}) =>
  answerOf(contract.createCreditNote, await send(invoice, change))
const refused = async (invoice: Invoice, change: Partial<Body> = {}) => {
  const { status, code, message, fields } = await problemOf(await send(invoice, change))
  return { status, code, message, fields }
}
const amountOf = (amountMinor: number): Pick<Body, 'credit'> => ({ credit: { kind: 'amount', amountMinor } })
const read = async ({ id }: Invoice) =>
  answerOf(invoicing.getInvoice, await app.send(invoicing.getInvoice, { params: { id } }, { cookie }))
const list = async ({ id }: Invoice) =>
  answerOf(contract.listCreditNotes, await app.send(contract.listCreditNotes, { params: { id } }, { cookie }))
const ledgerOf = async ({ id }: Invoice) =>
  answerOf(listPayments, await app.send(listPayments, { params: { id } }, { cookie }))
const pay = ({ id }: Invoice, amountMinor: number) =>
  app.send(
    recordPayment,
    {
      params: { id },
      body: {
        method: 'transfer',
        amountMinor,
        receivedOn: '2026-11-16',
        note: '',
        sendReceipt: false,
        requestId: randomUUID(),
      },
    },
    { cookie },
  )
const timelineOf = async ({ id }: Invoice) => {
  const response = await app.send(invoicing.getTimeline, { params: { id } }, { cookie })
  const { entries } = await answerOf(invoicing.getTimeline, response)
  return entries.map(({ kind, amountMinor, note }) => [kind, amountMinor, note])
}

/** What the form sends to change an invoice, with nothing changed. */
function unchanged(invoice: Invoice): BodyOf<typeof invoicing.updateInvoice> {
  const keys = Object.keys(invoicing.updateInvoice.body.shape) as (keyof Invoice)[]
  return pick(invoice, keys)
}

describe('a credit note of the whole', () => {
  test('cancels an invoice that nobody paid, and has its own number', async () => {
    const invoice = await make()
    const note = await credit(invoice, { reason: 'Ordered twice' })
    expect(note).toMatchObject({
      invoiceId: invoice.id,
      number: 'CN-0001',
      issueDate: '2026-11-16',
      currency: 'USD',
      reason: 'Ordered twice',
      totals: invoice.totals,
      charge: invoice.charge,
      publicUrl: `http://localhost:3000/credit-notes/${note.id}/view`,
      sentAt: null,
    })
    expect(await read(invoice)).toMatchObject({
      status: 'cancelled',
      openMinor: 0,
      creditNotesMinor: invoice.totals.totalMinor,
      creditNotes: [
        { id: note.id, number: 'CN-0001', on: '2026-11-16', amountMinor: invoice.totals.totalMinor },
      ],
      paidAt: null,
    })
    expect(await timelineOf(invoice)).toEqual([
      ['cancelled', null, null],
      ['credited', invoice.totals.totalMinor, 'CN-0001'],
      ['created', null, null],
    ])
    expect(await list(invoice)).toEqual({ creditNotes: [note] })
    expect(closed).toContain(invoice.id)
  })

  test('of an invoice that was paid leaves it paid, with all of it overpaid', async () => {
    const invoice = await make(single)
    await pay(invoice, 10_000)
    await credit(invoice)
    expect(await read(invoice)).toMatchObject({ status: 'paid', creditNotesMinor: 10_000, openMinor: 0 })
    expect(await ledgerOf(invoice)).toMatchObject({ creditNotesMinor: 10_000, overpaidMinor: 10_000 })
  })

  test('cancels it once the money is gone, and nothing is owed then', async () => {
    const invoice = await make(single)
    await pay(invoice, 10_000)
    await credit(invoice)
    const [payment] = (await ledgerOf(invoice)).payments
    const params = { id: invoice.id, paymentId: payment!.id }
    expect((await app.send(undoPayment, { params }, { cookie })).status).toBe(200)
    expect(await read(invoice)).toMatchObject({ status: 'cancelled', openMinor: 0, paidAt: null })
  })

  test('ends the reminders', async () => {
    const invoice = await make({
      ...single,
      issueDate: '2026-11-16',
      dueDate: '2026-12-16',
      sendOption: 'email_now',
      sendReminder: true,
    })
    const plan = async () => {
      const response = await app.send(getInvoiceReminders, { params: { id: invoice.id } }, { cookie })
      return answerOf(getInvoiceReminders, response)
    }
    await credit(invoice, amountOf(9999))
    expect((await plan()).next).not.toBeNull()
    await credit(invoice)
    expect(await plan()).toMatchObject({ next: null, hint: 'cancelled' })
  })

  test('stands for an invoice in another currency as it was sent', async () => {
    const invoice = await make({ ...single, currency: 'EUR' })
    expect(await credit(invoice)).toMatchObject({ currency: 'EUR', locale: invoice.locale })
  })
})

describe('a credit note of a part', () => {
  test('lowers what is owed, and the rest can still be paid', async () => {
    const invoice = await make(single)
    const note = await credit(invoice, amountOf(2500))
    expect(note.totals.totalMinor).toBe(2500)
    expect(await read(invoice)).toMatchObject({ status: 'pending', openMinor: 7500, creditNotesMinor: 2500 })
    expect((await problemOf(await pay(invoice, 7501))).fields).toHaveProperty('amountMinor')
    expect((await pay(invoice, 7500)).status).toBe(200)
    expect(await read(invoice)).toMatchObject({ status: 'paid', openMinor: 0 })
  })

  test('settles an invoice whose other part was paid', async () => {
    const invoice = await make(single)
    await pay(invoice, 6000)
    await credit(invoice, amountOf(4000))
    expect(await read(invoice)).toMatchObject({ status: 'paid', receivedMinor: 6000 })
    const kinds = (await timelineOf(invoice)).map(([kind]) => kind)
    expect(kinds).toEqual(['paid', 'credited', 'payment', 'created'])
  })

  test('names lines and quantities, and the next ones take what is left', async () => {
    const invoice = await make()
    const first = await credit(invoice, {
      credit: { kind: 'lines', lines: [{ line: 1, quantity: 4000 }], fees: [0] },
    })
    expect(first).toMatchObject({
      parts: { lines: [{ line: 1, quantity: 4000 }], fees: [0] },
      charge: {
        lines: [{ description: 'Development', quantity: 4000, rateMinor: 15_000 }],
        fees: [{ description: 'Delivery', amountMinor: 1500 }],
      },
      totals: { lineMinor: [60_000], subtotalMinor: 60_000, discountMinor: 6000, taxMinor: 4374 },
    })
    expect(
      await refused(invoice, { credit: { kind: 'lines', lines: [{ line: 1, quantity: 6001 }], fees: [] } }),
    ).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: { 'credit.lines': 'At most 6 of line 2 can be credited.' },
    })
    const rest = await credit(invoice)
    expect(rest.number).toBe('CN-0002')
    expect(first.totals.totalMinor + rest.totals.totalMinor).toBe(invoice.totals.totalMinor)
    expect(await read(invoice)).toMatchObject({ status: 'cancelled' })
  })

  test('of an early payment discount leaves the offer for the rest', async () => {
    const invoice = await make({
      ...single,
      paymentTerms: '2_10_net_30',
      issueDate: '2026-11-16',
      dueDate: '2026-12-16',
    })
    await credit(invoice, amountOf(5000))
    const response = await app.send(invoicing.getPublicInvoice, { params: { id: invoice.id } })
    expect(await answerOf(invoicing.getPublicInvoice, response)).toMatchObject({
      earlyPayment: { discountMinor: 100, amountMinor: 4900 },
      amountDueMinor: 4900,
    })
    await pay(invoice, 4900)
    expect(await read(invoice)).toMatchObject({ status: 'paid', creditedMinor: 100 })
  })
})

describe('refuses', () => {
  test('a draft that nobody has seen', async () => {
    const invoice = await make({ sendOption: 'email_later' })
    expect(await refused(invoice)).toMatchObject({ status: 409, code: 'NOT_CREDITABLE' })
  })

  test('more than is left, nothing, and an invoice that is cancelled', async () => {
    const invoice = await make(single)
    expect((await refused(invoice, amountOf(10_001))).fields).toEqual({
      'credit.amountMinor': 'At most $100.00 of this invoice can be credited.',
    })
    expect((await refused(invoice, amountOf(0))).fields).toHaveProperty('credit.amountMinor')
    await credit(invoice)
    expect(await refused(invoice)).toMatchObject({ status: 409, code: 'INVOICE_CANCELLED' })
  })

  test('a reason that is too long', async () => {
    expect((await refused(await make(), { reason: 'x'.repeat(501) })).fields).toHaveProperty('reason')
  })

  test('the invoice of another business, which stays as it is', async () => {
    const invoice = await make()
    const other = await app.signUpAndIn()
    expect((await send(invoice, {}, other.cookie)).status).toBe(404)
    const listed = await app.send(
      contract.listCreditNotes,
      { params: { id: invoice.id } },
      { cookie: other.cookie },
    )
    expect(listed.status).toBe(404)
    const note = await credit(invoice)
    const mailed = await app.send(
      contract.emailCreditNote,
      { params: { id: note.id } },
      { cookie: other.cookie },
    )
    expect(mailed.status).toBe(404)
    expect((await list(invoice)).creditNotes).toEqual([note])
  })
})

describe('at the same time', () => {
  test('two credit notes never exceed the invoice together', async () => {
    const invoice = await make(single)
    const responses = await Promise.all(Array.from({ length: 6 }, () => send(invoice, amountOf(4000))))
    expect(responses.filter(({ ok }) => ok)).toHaveLength(2)
    const { creditNotes } = await list(invoice)
    expect(creditNotes.map(({ number }) => number)).toEqual(['CN-0001', 'CN-0002'])
    expect(await read(invoice)).toMatchObject({ creditNotesMinor: 8000, openMinor: 2000 })
  })

  test('the same request six times makes one credit note', async () => {
    const invoice = await make(single)
    const requestId = randomUUID()
    const notes = await Promise.all(
      Array.from({ length: 6 }, () => credit(invoice, { requestId, ...amountOf(1000) })),
    )
    expect(new Set(notes.map(({ id }) => id)).size).toBe(1)
    expect(await read(invoice)).toMatchObject({ creditNotesMinor: 1000 })
    const another = await make(single)
    expect((await refused(another, { requestId })).fields).toHaveProperty('requestId')
  })
})

test('with invoices in sequence, credit notes have year and digits like them, in a sequence of their own', async () => {
  const body = {
    style: 'sequence',
    prefix: 'INV-',
    withYear: true,
    padding: 3,
    scope: 'client',
    nextNumber: null,
  } as const
  expect((await app.send(saveNumbering, { body }, { cookie })).status).toBe(200)
  const invoice = await make({ ...single, sendOption: 'email_later' })
  // It has a number in sequence, so it can be credited although it was never sent.
  expect((await credit(invoice, amountOf(1))).number).toBe('CN-2026-001')
  expect((await credit(invoice)).number).toBe('CN-2026-002')
})

test('a refused credit note uses no number', async () => {
  const invoice = await make(single)
  await refused(invoice, amountOf(99_999))
  expect((await credit(invoice)).number).toBe('CN-0001')
})

describe('a cancelled invoice', () => {
  test('cannot be changed, deleted, paid, reminded or emailed, and can be duplicated', async () => {
    const invoice = await make()
    await credit(invoice)
    const params = { id: invoice.id }
    const codeOf = async (response: Response | Promise<Response>) => (await problemOf(await response)).code
    const body = unchanged(await read(invoice))
    const codes = [
      await codeOf(app.send(invoicing.updateInvoice, { params, body }, { cookie })),
      await codeOf(app.send(invoicing.deleteInvoice, { params }, { cookie })),
      await codeOf(pay(invoice, 100)),
      await codeOf(app.send(startCheckout, { params, body: { method: 'card' } })),
      await codeOf(app.send(remindNow, { params }, { cookie })),
      await codeOf(app.send(invoicing.emailInvoice, { params }, { cookie })),
      await codeOf(app.send(invoicing.emailPublicInvoice, { params })),
    ]
    expect(codes).toEqual([
      'INVOICE_CANCELLED',
      'INVOICE_CREDITED',
      'INVOICE_CANCELLED',
      'INVOICE_CANCELLED',
      'INVOICE_CANCELLED',
      'INVOICE_CANCELLED',
      'INVOICE_CANCELLED',
    ])
    const copy = await app.send(invoicing.duplicateInvoice, { params }, { cookie })
    expect(await answerOf(invoicing.duplicateInvoice, copy)).toMatchObject({
      status: 'pending',
      creditNotes: [],
      creditNotesMinor: 0,
      openMinor: invoice.totals.totalMinor,
    })
  })

  test('is in the list of all invoices only', async () => {
    const invoice = await make()
    await credit(invoice)
    const found = await Promise.all(
      (['all', 'pending', 'paid', 'overdue'] as const).map(async (status) => {
        const response = await app.send(invoicing.listInvoices, { query: { status } }, { cookie })
        const { invoices } = await answerOf(invoicing.listInvoices, response)
        return invoices.map((each) => each.status)
      }),
    )
    expect(found).toEqual([['cancelled'], [], [], []])
    const query = { search: '1,698.11' }
    const response = await app.send(invoicing.listInvoices, { query }, { cookie })
    expect((await answerOf(invoicing.listInvoices, response)).invoices).toMatchObject([
      { id: invoice.id, creditNotesMinor: invoice.totals.totalMinor },
    ])
  })
})

test('an invoice with a credit note keeps its lines', async () => {
  const invoice = await make(single)
  await credit(invoice, amountOf(100))
  const body = unchanged(await read(invoice))
  const response = await app.send(invoicing.updateInvoice, { params: { id: invoice.id }, body }, { cookie })
  expect((await problemOf(response)).code).toBe('INVOICE_CREDITED')
})

describe('the figures', () => {
  const summary = async () =>
    answerOf(invoicing.getInvoiceSummary, await app.send(invoicing.getInvoiceSummary, {}, { cookie }))

  test('follow each credit note, and the kept sums are those of the rows', async () => {
    const [open, paid, gone] = await Promise.all([make(single), make(single), make(single)])
    await pay(paid, 10_000)
    await credit(open, amountOf(3000))
    await credit(paid, amountOf(1000))
    await credit(gone)
    expect(await summary()).toMatchObject({
      outstanding: { minor: 7000, count: 1 },
      paid: { minor: 10_000, count: 1 },
    })
    const differences: unknown[] = []
    const log = { error: (facts: unknown) => differences.push(facts) } as unknown as typeof app.deps.log
    await recountMoneyOf({ database: app.database, log }, businessId)
    expect(differences).toEqual([])
    const { rows } = await withTenant(app.database, businessId, ({ client }) =>
      client.query(
        `select kind, sum(minor)::int as minor, sum(count)::int as count from (
           select kind, minor, count from money_totals where span = 'day'
           union all select kind, minor, count from money_changes) all_sums
         where kind in ('owed', 'settled') group by kind order by kind`,
      ),
    )
    expect(rows).toEqual([
      { kind: 'owed', minor: 7000, count: 1 },
      { kind: 'settled', minor: 9000, count: 1 },
    ])
  })
})

test('the database keeps credit notes as they are', async () => {
  const note = await credit(await make(single))
  const change = (sql: string) =>
    withTenant(app.database, businessId, ({ client }) => client.query(sql, [note.id]))
  await expect(change('update credit_notes set total_minor = 1 where id = $1')).rejects.toThrow(
    /permission denied/,
  )
  await expect(change('delete from credit_notes where id = $1')).rejects.toThrow(/permission denied/)
})
