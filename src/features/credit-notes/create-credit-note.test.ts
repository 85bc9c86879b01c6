import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CreditOwner, amountOf, signUpToCredit } from '../../../test/support/fixtures/credit-notes.ts'
import { numberInSequence, numberingInput } from '../../../test/support/fixtures/numbers.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { saveNumbering } from '../invoices/numbers/contract.ts'
import { getPublicInvoice } from '../invoices/public/contract.ts'
import { undoPayment } from '../payments/contract.ts'
import { getInvoiceReminders } from '../reminders/contract.ts'
import * as contract from './contract.ts'

let app: TestApp
let owner: CreditOwner
// In Zurich it is already the 16th.
const now = new Date('2026-11-15T23:30:00Z')
const closed: string[] = []

beforeAll(async () => {
  app = await createTestApp({ now: () => now })
  app.deps.closeCheckouts = async (_, { invoiceId }) => void closed.push(invoiceId)
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await signUpToCredit(app)
})

const single = { charge: { kind: 'amount', amountMinor: 10_000 } } as const

describe('a credit note of the whole', () => {
  test('cancels an invoice that nobody paid, and has its own number', async () => {
    const invoice = await owner.make()
    const note = await owner.credit(invoice, { reason: 'Ordered twice' })
    expect(note).toMatchObject({
      invoiceId: invoice.id,
      number: 'CN-0001',
      issueDate: '2026-11-16',
      currency: 'USD',
      reason: 'Ordered twice',
      totals: { ...invoice.totals, bases: { taxedMinor: [155_699], untaxedMinor: 0 } },
      charge: invoice.charge,
      publicUrl: `http://localhost:3000/credit-notes/${note.id}/view`,
      sentAt: null,
    })
    expect(await owner.read(invoice)).toMatchObject({
      status: 'cancelled',
      openMinor: 0,
      creditNotesMinor: invoice.totals.totalMinor,
      creditNotes: [
        { id: note.id, number: 'CN-0001', on: '2026-11-16', amountMinor: invoice.totals.totalMinor },
      ],
      paidAt: null,
    })
    expect(await owner.timelineOf(invoice)).toEqual([
      ['cancelled', null, null],
      ['credited', invoice.totals.totalMinor, 'CN-0001'],
      ['created', null, null],
    ])
    expect(await owner.list(invoice)).toEqual({ creditNotes: [note] })
    expect(closed).toContain(invoice.id)
  })

  test('of an invoice that was paid leaves it paid, with all of it overpaid', async () => {
    const invoice = await owner.make(single)
    await owner.pay(invoice, 10_000)
    await owner.credit(invoice)
    expect(await owner.read(invoice)).toMatchObject({
      status: 'paid',
      creditNotesMinor: 10_000,
      openMinor: 0,
    })
    expect(await owner.ledgerOf(invoice)).toMatchObject({ creditNotesMinor: 10_000, overpaidMinor: 10_000 })
  })

  test('cancels it once the money is gone, and nothing is owed then', async () => {
    const invoice = await owner.make(single)
    await owner.pay(invoice, 10_000)
    await owner.credit(invoice)
    const [payment] = (await owner.ledgerOf(invoice)).payments
    const params = { id: invoice.id, paymentId: payment!.id }
    expect((await app.send(undoPayment, { params }, { cookie: owner.cookie })).status).toBe(200)
    expect(await owner.read(invoice)).toMatchObject({ status: 'cancelled', openMinor: 0, paidAt: null })
  })

  test('of a part leaves what the owner keeps, once the payment is undone and recorded anew', async () => {
    const invoice = await owner.make(single)
    await owner.pay(invoice, 10_000)
    await owner.credit(invoice, amountOf(4000))
    const [payment] = (await owner.ledgerOf(invoice)).payments
    const params = { id: invoice.id, paymentId: payment!.id }
    expect((await app.send(undoPayment, { params }, { cookie: owner.cookie })).status).toBe(200)
    expect(await owner.read(invoice)).toMatchObject({ status: 'pending', openMinor: 6000 })
    await owner.pay(invoice, 6000)
    expect(await owner.read(invoice)).toMatchObject({ status: 'paid', openMinor: 0 })
    expect((await owner.ledgerOf(invoice)).overpaidMinor).toBe(0)
  })

  test('ends the reminders', async () => {
    const invoice = await owner.make({
      ...single,
      issueDate: '2026-11-16',
      dueDate: '2026-12-16',
      sendOption: 'email_now',
      sendReminder: true,
    })
    const plan = async () => {
      const response = await app.send(
        getInvoiceReminders,
        { params: { id: invoice.id } },
        { cookie: owner.cookie },
      )
      return answerOf(getInvoiceReminders, response)
    }
    await owner.credit(invoice, amountOf(9999))
    expect((await plan()).next).not.toBeNull()
    await owner.credit(invoice)
    expect(await plan()).toMatchObject({ next: null, hint: 'cancelled' })
  })

  test('stands for an invoice in another currency as it was sent', async () => {
    const invoice = await owner.make({ ...single, currency: 'EUR' })
    expect(await owner.credit(invoice)).toMatchObject({ currency: 'EUR', locale: invoice.locale })
  })
})

describe('a credit note of a part', () => {
  test('lowers what is owed, and the rest can still be paid', async () => {
    const invoice = await owner.make(single)
    const note = await owner.credit(invoice, amountOf(2500))
    expect(note.totals.totalMinor).toBe(2500)
    expect(await owner.read(invoice)).toMatchObject({
      status: 'pending',
      openMinor: 7500,
      creditNotesMinor: 2500,
    })
    expect((await problemOf(await owner.pay(invoice, 7501))).fields).toHaveProperty('amountMinor')
    expect((await owner.pay(invoice, 7500)).status).toBe(200)
    expect(await owner.read(invoice)).toMatchObject({ status: 'paid', openMinor: 0 })
  })

  test('settles an invoice whose other part was paid', async () => {
    const invoice = await owner.make(single)
    await owner.pay(invoice, 6000)
    await owner.credit(invoice, amountOf(4000))
    expect(await owner.read(invoice)).toMatchObject({ status: 'paid', receivedMinor: 6000 })
    const kinds = (await owner.timelineOf(invoice)).map(([kind]) => kind)
    expect(kinds).toEqual(['paid', 'credited', 'payment', 'created'])
  })

  test('names lines and quantities, and the next ones take what is left', async () => {
    const invoice = await owner.make()
    const first = await owner.credit(invoice, {
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
      await owner.refused(invoice, {
        credit: { kind: 'lines', lines: [{ line: 1, quantity: 6001 }], fees: [] },
      }),
    ).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: { 'credit.lines': 'At most 6 of line 2 can be credited.' },
    })
    const rest = await owner.credit(invoice)
    expect(rest.number).toBe('CN-0002')
    expect(first.totals.totalMinor + rest.totals.totalMinor).toBe(invoice.totals.totalMinor)
    expect(await owner.read(invoice)).toMatchObject({ status: 'cancelled' })
  })

  test('of an early payment discount leaves the offer for the rest', async () => {
    const invoice = await owner.make({
      ...single,
      paymentTerms: '2_10_net_30',
      issueDate: '2026-11-16',
      dueDate: '2026-12-16',
    })
    await owner.credit(invoice, amountOf(5000))
    const response = await app.send(getPublicInvoice, { params: { id: invoice.id } })
    expect(await answerOf(getPublicInvoice, response)).toMatchObject({
      earlyPayment: { discountMinor: 100, amountMinor: 4900 },
      amountDueMinor: 4900,
    })
    await owner.pay(invoice, 4900)
    expect(await owner.read(invoice)).toMatchObject({ status: 'paid', creditedMinor: 100 })
  })
})

describe('refuses', () => {
  test('a draft that nobody has seen', async () => {
    const invoice = await owner.make({ sendOption: 'email_later' })
    expect(await owner.refused(invoice)).toMatchObject({ status: 409, code: 'NOT_CREDITABLE' })
  })

  test('more than is left, nothing, and an invoice that is cancelled', async () => {
    const invoice = await owner.make(single)
    expect((await owner.refused(invoice, amountOf(10_001))).fields).toEqual({
      'credit.amountMinor': 'At most $100.00 of this invoice can be credited.',
    })
    expect((await owner.refused(invoice, amountOf(0))).fields).toHaveProperty('credit.amountMinor')
    await owner.credit(invoice)
    expect(await owner.refused(invoice)).toMatchObject({ status: 409, code: 'INVOICE_CANCELLED' })
  })

  test('a reason that is too long', async () => {
    expect((await owner.refused(await owner.make(), { reason: 'x'.repeat(501) })).fields).toHaveProperty(
      'reason',
    )
  })

  test('the invoice of another business, which stays as it is', async () => {
    const invoice = await owner.make()
    const other = await signUpToCredit(app)
    expect((await other.send(invoice)).status).toBe(404)
    const listed = await app.send(
      contract.listCreditNotes,
      { params: { id: invoice.id } },
      { cookie: other.cookie },
    )
    expect(listed.status).toBe(404)
    const note = await owner.credit(invoice)
    const mailed = await app.send(
      contract.emailCreditNote,
      { params: { id: note.id } },
      { cookie: other.cookie },
    )
    expect(mailed.status).toBe(404)
    expect((await owner.list(invoice)).creditNotes).toEqual([note])
  })
})

describe('at the same time', () => {
  test('two credit notes never exceed the invoice together', async () => {
    const invoice = await owner.make(single)
    const responses = await Promise.all(Array.from({ length: 6 }, () => owner.send(invoice, amountOf(4000))))
    expect(responses.filter(({ ok }) => ok)).toHaveLength(2)
    const { creditNotes } = await owner.list(invoice)
    expect(creditNotes.map(({ number }) => number)).toEqual(['CN-0001', 'CN-0002'])
    expect(await owner.read(invoice)).toMatchObject({ creditNotesMinor: 8000, openMinor: 2000 })
  })

  test('the same request six times makes one credit note', async () => {
    const invoice = await owner.make(single)
    const requestId = randomUUID()
    const notes = await Promise.all(
      Array.from({ length: 6 }, () => owner.credit(invoice, { requestId, ...amountOf(1000) })),
    )
    expect(new Set(notes.map(({ id }) => id)).size).toBe(1)
    expect(await owner.read(invoice)).toMatchObject({ creditNotesMinor: 1000 })
    const another = await owner.make(single)
    expect((await owner.refused(another, { requestId })).fields).toHaveProperty('requestId')
  })
})

describe('its number', () => {
  test('with invoices in sequence, has year and digits like them, in a sequence of its own', async () => {
    await numberInSequence(app, owner.cookie, { withYear: true, padding: 3, scope: 'client' })
    const invoice = await owner.make({ ...single, sendOption: 'email_later' })
    // It has a number in sequence, so it can be credited although it was never sent.
    expect((await owner.credit(invoice, amountOf(1))).number).toBe('CN-2026-001')
    expect((await owner.credit(invoice)).number).toBe('CN-2026-002')
  })

  test.each(['sequence', 'random'] as const)(
    'begins with the prefix that its owner chooses, and goes on, where those of invoices are %s',
    async (style) => {
      const invoice = await owner.make(single)
      expect((await owner.credit(invoice, amountOf(1))).number).toBe('CN-0001')
      const saved = await numberInSequence(app, owner.cookie, { style, creditNotePrefix: 'G/' })
      expect(saved).toMatchObject({
        creditNotePrefix: 'G/',
        next: { withYear: 1, withoutYear: 1 },
        nextCreditNote: { withYear: 1, withoutYear: 2 },
      })
      expect((await owner.credit(invoice)).number).toBe('G/0002')
    },
  )

  test('is never that of an invoice, which may have had the prefix before', async () => {
    await numberInSequence(app, owner.cookie, { prefix: 'A-' })
    const invoice = await owner.make(single)
    await numberInSequence(app, owner.cookie, { prefix: 'B-', creditNotePrefix: 'A-' })
    expect(await owner.refused(invoice)).toMatchObject({
      status: 409,
      code: 'NUMBER_TAKEN',
      message:
        'The next number, A-0001, exists already. Change the credit note prefix in Settings, under Numbers.',
    })
    await numberInSequence(app, owner.cookie, { prefix: 'B-', creditNotePrefix: 'C-' })
    expect((await owner.credit(invoice)).number).toBe('C-0001')
  })

  test('is never given to an invoice, whose prefix it may have had before', async () => {
    await owner.credit(await owner.make(single))
    const body = numberingInput({ prefix: 'CN-', creditNotePrefix: 'G-' })
    const problem = await problemOf(await app.send(saveNumbering, { body }, { cookie: owner.cookie }))
    expect(problem.fields).toEqual({
      nextNumber: 'CN-0001 exists already. The next number must be 2 or higher.',
    })
  })

  test('is not used by a credit note that is refused', async () => {
    const invoice = await owner.make(single)
    await owner.refused(invoice, amountOf(99_999))
    expect((await owner.credit(invoice)).number).toBe('CN-0001')
  })
})
