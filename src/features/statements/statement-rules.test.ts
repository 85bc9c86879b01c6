import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../../shared/dates.ts'
import { balanceOf } from '../invoices/document/ledger-rules.ts'
import { lateFeesMinor } from '../invoices/late-fees/late-fee-rules.ts'
import { askedParts, planParts } from '../invoices/parts/part-rules.ts'
import { agesOn, sumOfAges } from './age-rules.ts'
import { type StatementInvoice, entriesOf } from './entry-rules.ts'
import { makeStatement } from './statement-rules.ts'

const start = '2026-01-01'
const day = fc.nat(250).map((days) => addDays(start, days))

/** An invoice with any ledger that the product can write: also one that is overpaid, credited, disputed or has late fees. */
const invoice: fc.Arbitrary<StatementInvoice> = fc
  .record({
    number: fc.constantFrom('0001', '0002', '0003'),
    issueDate: day,
    terms: fc.nat(60),
    agreedMinor: fc.nat(10_000),
    // A fee can be for a date that the invoice no longer has.
    fees: fc.array(
      fc.record({
        on: day,
        missed: fc.constantFrom('first', 'last', 'gone'),
        amountMinor: fc.integer({ min: 1, max: 900 }),
      }),
      { maxLength: 3 },
    ),
    credits: fc.array(fc.record({ on: day, share: fc.nat(100) }), { maxLength: 2 }),
    isInParts: fc.boolean(),
    isCancelled: fc.constant(false),
    payments: fc.array(
      fc.record({
        on: day,
        amountMinor: fc.integer({ min: 1, max: 8000 }),
        creditedMinor: fc.constantFrom(0, 0, 200, 300),
        returns: fc.array(
          fc.record({
            daysLater: fc.nat(60),
            kind: fc.constantFrom('refund' as const, 'dispute' as const),
            amountMinor: fc.integer({ min: 1, max: 8000 }),
            stillOwed: fc.boolean(),
          }),
          { maxLength: 2 },
        ),
      }),
      { maxLength: 3 },
    ),
  })
  .map(({ terms, agreedMinor, fees, credits, payments, isInParts, ...head }) => {
    const dueDate = addDays(head.issueDate, terms)
    const dates = { first: head.issueDate, last: dueDate, gone: '2025-12-31' }
    const lateFees = fees.map(({ missed, ...fee }) => ({ ...fee, dueDate: dates[missed] }))
    const totalMinor = agreedMinor + lateFeesMinor(lateFees)
    let leftMinor = totalMinor
    const creditNotes = credits.map(({ on, share }, index) => {
      const amountMinor = Math.floor((leftMinor * share) / 100)
      leftMinor -= amountMinor
      return { number: `CN-${index}`, on, amountMinor }
    })
    const asked = [{ amount: { kind: 'percentage' as const, value: 40_000 }, dueDate: head.issueDate }]
    return {
      ...head,
      totalMinor,
      lateFees,
      dueDate,
      parts: isInParts && terms > 0 ? planParts(asked, { totalMinor, dueDate, lateFees }) : null,
      creditNotes,
      payments: payments.map(({ returns: _returns, ...payment }, index) => ({
        ...payment,
        id: `p${index}`,
        receivedAt: new Date(`${payment.on}T12:00:00Z`),
        method: 'card' as const,
        isTest: false,
      })),
      returns: payments.flatMap(({ on, returns, amountMinor: paidMinor }, index) =>
        returns.map(({ daysLater, ...one }) => ({
          ...one,
          on: addDays(on, daysLater),
          // A provider gives back no more than was paid.
          amountMinor: Math.min(one.amountMinor, paidMinor),
          paymentId: `p${index}`,
          method: 'card' as const,
          isTest: false,
        })),
      ),
    }
  })

const sumOf = (list: readonly { amountMinor: number }[]) =>
  list.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

function balance({ totalMinor, creditNotes, payments, returns }: StatementInvoice) {
  return balanceOf(
    totalMinor - sumOf(creditNotes),
    payments.map((payment) => ({ ...payment, undoneAt: null })),
    returns.filter(({ kind }) => kind === 'refund').map((one) => ({ ...one, state: 'succeeded' as const })),
    returns.filter(({ kind }) => kind === 'dispute').map((one) => ({ ...one, state: 'lost' as const })),
  )
}

/** Everything about some invoices, of which the ledger keeps those that a period from this day on needs. */
function ledgerOf(invoices: readonly StatementInvoice[], from: string | null) {
  const balanceMinor = invoices.reduce((sum, one) => sum + sumOf(entriesOf(one)), 0)
  const isNeeded = (one: StatementInvoice) =>
    from === null || entriesOf(one).some(({ on }) => on >= from) || sumOf(entriesOf(one)) > 0
  return { balanceMinor, invoices: invoices.filter(isNeeded) }
}

const several = fc.array(invoice, { maxLength: 6 })

describe('the entries of an invoice', () => {
  test('come to what is open, less what was paid too much', () => {
    fc.assert(
      fc.property(invoice, (one) => {
        const { openMinor, overpaidMinor } = balance(one)
        expect(sumOf(entriesOf(one))).toBe(openMinor - overpaidMinor)
      }),
      { numRuns: 2000 },
    )
  })

  test('have each late fee on its own day, and the invoice without them', () => {
    const lateFees = [
      { dueDate: '2026-03-31', on: '2026-04-14', amountMinor: 300 },
      { dueDate: '2026-03-31', on: '2026-05-14', amountMinor: 200 },
    ]
    const entries = entriesOf(made({ totalMinor: 10_500, lateFees }))
    expect(entries.map(({ on, kind, amountMinor }) => [on, kind, amountMinor])).toEqual([
      ['2026-01-01', 'invoice', 10_000],
      ['2026-04-14', 'late-fee', 300],
      ['2026-05-14', 'late-fee', 200],
    ])
  })

  test('of a canceled one come to nothing, also when a discount had been earned', () => {
    const payment = { id: 'p', method: 'card' as const, isTest: false, on: '2026-01-05' }
    const cancelled: StatementInvoice = {
      number: '0001',
      issueDate: '2026-01-01',
      dueDate: '2026-01-31',
      parts: null,
      totalMinor: 10_000,
      lateFees: [],
      isCancelled: true,
      creditNotes: [{ number: 'CN-1', on: '2026-01-08', amountMinor: 10_000 }],
      payments: [{ ...payment, amountMinor: 9800, creditedMinor: 200, receivedAt: new Date('2026-01-05') }],
      returns: [
        {
          paymentId: 'p',
          kind: 'refund',
          on: '2026-01-09',
          method: 'card',
          isTest: false,
          amountMinor: 9800,
          stillOwed: false,
        },
      ],
    }
    const entries = entriesOf(cancelled)
    expect(sumOf(entries)).toBe(0)
    expect(entries.map(({ kind }) => kind)).toEqual(['invoice', 'credit-note', 'payment', 'refund'])
  })

  test('name what went back once, when the bank takes back a payment that was refunded in part', () => {
    const moved = { method: 'card' as const, isTest: false }
    const one: StatementInvoice = {
      number: '0001',
      issueDate: '2026-01-01',
      dueDate: '2026-01-31',
      parts: null,
      totalMinor: 10_000,
      lateFees: [],
      isCancelled: false,
      creditNotes: [],
      payments: [
        {
          ...moved,
          id: 'p',
          on: '2026-01-05',
          amountMinor: 10_000,
          creditedMinor: 0,
          receivedAt: new Date(0),
        },
      ],
      returns: [
        { ...moved, paymentId: 'p', kind: 'dispute', on: '2026-01-20', amountMinor: 10_000, stillOwed: true },
        { ...moved, paymentId: 'p', kind: 'refund', on: '2026-01-10', amountMinor: 4000, stillOwed: true },
      ],
    }
    expect(entriesOf(one).map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([
      ['invoice', 10_000],
      ['payment', -10_000],
      ['refund', 4000],
      ['dispute', 6000],
    ])
  })
})

describe('a statement', () => {
  test('adds up: the opening balance and its rows are the closing balance', () => {
    fc.assert(
      fc.property(several, day, fc.nat(120), (invoices, from, days) => {
        const statement = makeStatement(ledgerOf(invoices, from), { from, to: addDays(from, days) })
        expect(statement.openingMinor + sumOf(statement.rows)).toBe(statement.closingMinor)
        const last = statement.rows.at(-1)
        if (last) expect(last.balanceMinor).toBe(statement.closingMinor)
        expect(statement.rows.map(({ on }) => on)).toEqual(statement.rows.map(({ on }) => on).toSorted())
      }),
      { numRuns: 1000 },
    )
  })

  test('continues the one before it: it opens with what that one closes with', () => {
    fc.assert(
      fc.property(several, day, fc.nat(60), fc.nat(60), (invoices, from, first, second) => {
        const [to, next] = [addDays(from, first), addDays(from, first + 1)]
        const before = makeStatement(ledgerOf(invoices, from), { from, to })
        const after = makeStatement(ledgerOf(invoices, next), { from: next, to: addDays(next, second) })
        expect(after.openingMinor).toBe(before.closingMinor)
      }),
      { numRuns: 1000 },
    )
  })

  test('of everything opens with nothing and closes with what is owed, less what was paid too much', () => {
    fc.assert(
      fc.property(several, (invoices) => {
        const statement = makeStatement(ledgerOf(invoices, null), { from: null, to: '2027-12-31' })
        const owed = invoices.map(balance)
        expect(statement.openingMinor).toBe(0)
        expect(statement.closingMinor).toBe(
          owed.reduce((sum, { openMinor, overpaidMinor }) => sum + openMinor - overpaidMinor, 0),
        )
        expect(statement.overpaidMinor).toBe(owed.reduce((sum, one) => sum + one.overpaidMinor, 0))
      }),
      { numRuns: 1000 },
    )
  })

  test('shows the same whether or not it was given invoices that it does not need', () => {
    fc.assert(
      fc.property(several, day, fc.nat(120), (invoices, from, days) => {
        const period = { from, to: addDays(from, days) }
        const all = { ...ledgerOf(invoices, from), invoices }
        expect(makeStatement(ledgerOf(invoices, from), period)).toEqual(makeStatement(all, period))
      }),
      { numRuns: 500 },
    )
  })
})

describe('the ages', () => {
  test('come to the closing balance, less what was paid too much, and none is negative', () => {
    fc.assert(
      fc.property(several, day, fc.nat(120), (invoices, from, days) => {
        const { ages, overpaidMinor, closingMinor } = makeStatement(ledgerOf(invoices, from), {
          from,
          to: addDays(from, days),
        })
        expect(sumOfAges(ages) - overpaidMinor).toBe(closingMinor)
        expect(Math.min(overpaidMinor, ...Object.values(ages))).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 1000 },
    )
  })

  test.each([
    ['2026-03-31', 'currentMinor'],
    ['2026-04-01', 'days1to30Minor'],
    ['2026-04-30', 'days1to30Minor'],
    ['2026-05-01', 'days31to60Minor'],
    ['2026-05-30', 'days31to60Minor'],
    ['2026-05-31', 'days61to90Minor'],
    ['2026-06-29', 'days61to90Minor'],
    ['2026-06-30', 'over90Minor'],
  ] as const)('on %s, what was due on March 31 is %s', (on, age) => {
    const ages = agesOn(on, [made({ dueDate: '2026-03-31' })])
    expect(ages[age]).toBe(10_000)
    expect(sumOfAges(ages)).toBe(10_000)
  })

  test('of a day know nothing of late fees that came after it', () => {
    fc.assert(
      fc.property(invoice, day, (one, on) => {
        // What went back and what was paid early are reckoned from the invoice of today.
        const today = {
          ...one,
          returns: [],
          payments: one.payments.map((paid) => ({ ...paid, creditedMinor: 0 })),
        }
        const lateFees = today.lateFees.filter((fee) => fee.on <= on)
        const totalMinor = today.totalMinor - lateFeesMinor(today.lateFees) + lateFeesMinor(lateFees)
        const { dueDate, parts } = today
        const then = {
          ...today,
          lateFees,
          totalMinor,
          parts: parts && planParts(askedParts(parts), { totalMinor, dueDate, lateFees }),
        }
        expect(agesOn(on, [today])).toEqual(agesOn(on, [then]))
      }),
      { numRuns: 1000 },
    )
  })

  test('count a late fee with the part that it is for, from its day on', () => {
    const lateFees = [{ dueDate: '2026-01-10', on: '2026-01-24', amountMinor: 500 }]
    const parts = planParts([{ amount: { kind: 'percentage', value: 40_000 }, dueDate: '2026-01-10' }], {
      totalMinor: 10_500,
      dueDate: '2026-03-31',
      lateFees,
    })
    const one = made({ totalMinor: 10_500, lateFees, parts })
    expect(agesOn('2026-01-23', [one])).toMatchObject({ currentMinor: 6000, days1to30Minor: 4000 })
    expect(agesOn('2026-01-24', [one])).toMatchObject({ currentMinor: 6000, days1to30Minor: 4500 })
  })

  test('follow the parts of an invoice, and what had been paid by then', () => {
    const parts = planParts([{ amount: { kind: 'percentage', value: 40_000 }, dueDate: '2026-01-10' }], {
      totalMinor: 10_000,
      dueDate: '2026-03-31',
    })
    const payment = {
      id: 'p',
      on: '2026-02-20',
      receivedAt: new Date('2026-02-20'),
      method: 'cash' as const,
      isTest: false,
      amountMinor: 4000,
      creditedMinor: 0,
    }
    const one = made({ dueDate: '2026-03-31', parts, payments: [payment] })
    expect(agesOn('2026-02-19', [one])).toMatchObject({ currentMinor: 6000, days31to60Minor: 4000 })
    expect(agesOn('2026-02-20', [one])).toMatchObject({ currentMinor: 6000, days31to60Minor: 0 })
    expect(agesOn('2026-04-02', [one])).toMatchObject({ currentMinor: 0, days1to30Minor: 6000 })
  })
})

function made(overrides: Partial<StatementInvoice>): StatementInvoice {
  return {
    number: '0001',
    issueDate: '2026-01-01',
    dueDate: '2026-03-31',
    parts: null,
    totalMinor: 10_000,
    lateFees: [],
    isCancelled: false,
    creditNotes: [],
    payments: [],
    returns: [],
    ...overrides,
  }
}
