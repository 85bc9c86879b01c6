import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../../shared/dates.ts'
import { documentOn, unpaid } from './document/document-rules.ts'
import { eachText } from './document/input-rules.ts'
import {
  type PaymentTerms,
  dueDateFor,
  dueDateNote,
  earlyPaymentOn,
  invoiceNumber,
  paymentTerms,
  statusOn,
  stepText,
} from './rules.ts'

const days = fc.integer({ min: 0, max: 365 * 60 }).map((offset) => addDays('2000-01-01', offset))

describe('the due date', () => {
  test.each([
    ['net_30', '2026-01-31', '2026-03-02'],
    ['net_15', '2026-12-20', '2027-01-04'],
    ['due_on_receipt', '2026-02-28', '2026-02-28'],
    ['2_10_net_30', '2028-01-31', '2028-03-01'],
    ['custom', '2026-01-31', null],
  ] as const)('with %s from %s is %s', (terms, issueDate, expected) => {
    expect(dueDateFor(terms, issueDate)).toBe(expected)
  })

  test('a date before the issue date or before today gets a note, and others none', () => {
    expect(dueDateNote('2026-11-15', '2026-11-10', '2026-11-09')).toContain('before the issue date')
    expect(dueDateNote('2026-11-15', '2026-11-01', '2026-11-14')).toContain('has passed')
    expect(dueDateNote('2026-11-15', '2026-11-01', '2026-11-15')).toBeNull()
  })
})

describe('overdue', () => {
  test('begins the day after the due date, and never for a paid invoice', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -400, max: 400 }), (dueDate, distance) => {
        const today = addDays(dueDate, distance)
        expect(statusOn(today, { status: 'pending', dueDate })).toBe(distance > 0 ? 'overdue' : 'pending')
        expect(statusOn(today, { status: 'paid', dueDate })).toBe('paid')
      }),
    )
  })
})

describe('2/10 Net 30', () => {
  const invoice = {
    paymentTerms: '2_10_net_30' as PaymentTerms,
    issueDate: '2026-11-01',
    totalMinor: 12_345,
    receivedMinor: 0,
  }

  test('takes 2 % off up to and including the tenth day', () => {
    const offer = { until: '2026-11-11', discountMinor: 247, amountMinor: 12_098 }
    expect(earlyPaymentOn('2026-11-01', invoice)).toEqual(offer)
    expect(earlyPaymentOn('2026-11-11', invoice)).toEqual(offer)
    expect(earlyPaymentOn('2026-11-12', invoice)).toBeNull()
  })

  test('is offered on no other terms and on nothing to pay', () => {
    for (const terms of Object.keys(paymentTerms) as PaymentTerms[]) {
      const offer = earlyPaymentOn('2026-11-01', { ...invoice, paymentTerms: terms })
      expect(offer === null).toBe(terms !== '2_10_net_30')
    }
    expect(earlyPaymentOn('2026-11-01', { ...invoice, totalMinor: 0 })).toBeNull()
  })

  test('never loses a cent: what is paid and what is let off are the total', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999_999 }), (totalMinor) => {
        const offer = earlyPaymentOn('2026-11-05', { ...invoice, totalMinor })
        expect((offer?.amountMinor ?? 0) + (offer?.discountMinor ?? 0)).toBe(totalMinor)
        expect(offer?.amountMinor).toBeGreaterThan(0)
      }),
    )
  })
})

describe('what settles an invoice today', () => {
  const company = {
    name: 'A',
    email: 'a@example.com',
    phone: '',
    address: '',
    contactName: '',
    country: '',
    taxId: '',
  }
  const written = {
    number: '1A2B3C4D',
    status: 'pending' as const,
    company,
    logo: null,
    client: { ...company, taxTreatment: 'standard' as const },
    issueDate: '2026-11-01',
    dueDate: '2026-12-01',
    paymentTerms: '2_10_net_30' as const,
    ...eachText(''),
    currency: 'USD',
    locale: 'en-US',
    charge: { kind: 'amount' as const, amountMinor: 10_000 },
    totals: {
      lineMinor: [],
      subtotalMinor: 10_000,
      discountMinor: 0,
      taxableMinor: 10_000,
      taxesMinor: [],
      taxMinor: 0,
      feesMinor: 0,
      totalMinor: 10_000,
    },
    paidOn: null,
    ...unpaid,
  }

  test('is the reduced total early, the whole one later, and nothing once it is paid', () => {
    expect(documentOn('2026-11-11', written)).toMatchObject({ status: 'pending', amountDueMinor: 9800 })
    expect(documentOn('2026-11-12', written)).toMatchObject({ earlyPayment: null, amountDueMinor: 10_000 })
    expect(documentOn('2026-12-02', written)).toMatchObject({ status: 'overdue', amountDueMinor: 10_000 })
    const paid = documentOn('2026-11-05', { ...written, status: 'paid', paidOn: '2026-11-03' })
    expect(paid).toMatchObject({ status: 'paid', earlyPayment: null, amountDueMinor: 0 })
  })
})

test('an invoice’s number is the beginning of its id in upper case', () => {
  expect(invoiceNumber('1a2b3c4d-0000-4000-8000-000000000000')).toBe('1A2B3C4D')
})

test.each([
  [-7, '7 days before the due date'],
  [-1, '1 day before the due date'],
  [0, 'on the due date'],
  [1, '1 day after the due date'],
  [30, '30 days after the due date'],
])('a step of %d days is said as "%s"', (offsetDays, words) => {
  expect(stepText(offsetDays)).toBe(words)
})
