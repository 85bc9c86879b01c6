import { expect, test } from 'vitest'
import type { FigureRow } from '../contract.ts'
import { rowAmount, rowText } from './figure-row-text.ts'

const id = '00000000-0000-4000-8000-000000000001'
const context = {
  figure: 'owed',
  today: '2026-11-16',
  timeZone: 'America/New_York',
  currency: 'USD',
} as const

const invoice: Extract<FigureRow, { kind: 'invoice' }> = {
  kind: 'invoice',
  id,
  minor: 30_000,
  totalMinor: 100_000,
  date: '2026-11-16',
  number: '7CF341D8',
  clientName: 'Corner Bakery',
}
const payment: Extract<FigureRow, { kind: 'payment' }> = {
  kind: 'payment',
  id,
  minor: 5000,
  date: '2026-11-03',
  invoiceId: id,
  invoiceNumber: '7CF341D8',
  clientName: 'Corner Bakery',
  method: 'transfer',
  isTest: false,
}
const account: Extract<FigureRow, { kind: 'account' }> = {
  kind: 'account',
  holds: 'cash',
  id,
  minor: 5000,
  institutionName: 'Chase',
  name: 'Checking',
  last4: '1234',
  isDemo: false,
  isKnown: true,
  isStale: false,
  asOf: '2026-11-16T03:00:00.000Z',
}

test('an invoice is told with its due date, and a part of it with the whole', () => {
  expect(rowText(invoice, context)).toEqual({
    name: 'Corner Bakery',
    facts: ['Due Nov 16, 2026', 'Invoice 7CF341D8'],
    of: 'of $1,000.00',
  })
  expect(rowText({ ...invoice, minor: 100_000 }, context)).not.toHaveProperty('of')
})

test('an invoice is marked overdue from the day after, unless all of them are', () => {
  const late = { ...invoice, date: '2026-11-15' }
  expect(rowText(late, context).mark).toBe('Overdue')
  expect(rowText(late, { ...context, figure: 'overdue' }).mark).toBeUndefined()
})

test('a payment that moved no money says so', () => {
  expect(rowText({ ...payment, method: 'card', isTest: true }, context).facts).toEqual([
    'Nov 3, 2026',
    'Card',
    'Test: no money moved',
    'Invoice 7CF341D8',
  ])
})

test('an expense is marked upcoming after today, unless all of them are', () => {
  const expense = { kind: 'expense', id, minor: 1, category: 'Rent', notes: 'Studio' } as const
  expect(rowText({ ...expense, date: '2026-11-16' }, { ...context, figure: 'spent' })).toEqual({
    name: 'Studio',
    facts: ['Nov 16, 2026', 'Rent'],
  })
  const next = { ...expense, date: '2026-11-17', notes: '' }
  expect(rowText(next, { ...context, figure: 'spent' })).toEqual({
    name: 'Rent',
    facts: ['Nov 17, 2026'],
    mark: 'Upcoming',
  })
  expect(rowText(next, { ...context, figure: 'upcoming' }).mark).toBeUndefined()
})

test('money that came in or went back is told with how, and for which invoice', () => {
  expect(rowText(payment, context)).toEqual({
    name: 'Corner Bakery',
    facts: ['Nov 3, 2026', 'Bank transfer', 'Invoice 7CF341D8'],
  })
  expect(rowText({ ...payment, kind: 'refund', minor: -5000, method: 'card' }, context)).toMatchObject({
    facts: ['Nov 3, 2026', 'Card', 'Invoice 7CF341D8'],
    mark: 'Refund',
  })
})

test('a payment of an invoice that is gone says so, with its client or without', () => {
  expect(rowText({ ...payment, invoiceId: null }, context).facts).toContain('Invoice 7CF341D8, since deleted')
  expect(rowText({ ...payment, invoiceId: null, clientName: null }, context)).toEqual({
    name: 'Invoice 7CF341D8',
    facts: ['Nov 3, 2026', 'Bank transfer', 'Invoice deleted'],
  })
})

test('an account is told with its last digits and the day of its balance there', () => {
  expect(rowText(account, context)).toEqual({
    name: 'Chase',
    facts: ['Checking ••1234', 'as of Nov 15, 2026'],
  })
  expect(rowText({ ...account, last4: null, isKnown: false, asOf: null }, context).facts).toEqual([
    'Checking',
    'balance not known yet',
  ])
})

const ecb = { rate: '1.0843', ratedOn: '2026-11-13', source: 'European Central Bank' }

test('an amount in another currency is told with its rate, the day of the rate and where it is from', () => {
  const inEuro = { ...payment, minor: 130_116, original: { minor: 120_000, currency: 'EUR', ...ecb } }
  expect(rowText(inEuro, context).facts.at(-1)).toBe(
    '€1,200.00 at 1.0843, Nov 13, 2026, European Central Bank',
  )
  expect(rowAmount(inEuro, context)).toBe('$1,301.16')
  const own = { ...inEuro, original: { ...inEuro.original, rate: '0.00651234567', source: 'own' } }
  expect(rowText(own, context).facts.at(-1)).toBe('€1,200.00 at 0.00651235, Nov 13, 2026, your rate')
})

test('an amount without a rate is told as it is, and that it is not in the total', () => {
  const noRate = { minor: 50_000, currency: 'JPY', rate: null, ratedOn: null, source: null }
  const inYen = { ...invoice, minor: null, totalMinor: 80_000, original: noRate }
  expect(rowAmount(inYen, context)).toBe('¥50,000')
  expect(rowText(inYen, context)).toEqual({
    name: 'Corner Bakery',
    facts: ['Due Nov 16, 2026', 'Invoice 7CF341D8', 'No exchange rate, so not in the total'],
    of: 'of ¥80,000',
  })
})

test('an open invoice in another currency is compared with its total in that currency', () => {
  const original = { minor: 100_000, currency: 'EUR', ...ecb }
  expect(rowText({ ...invoice, minor: 108_430, original }, context)).not.toHaveProperty('of')
})

test('an exchange gain names the rate of the payment and that of its invoice', () => {
  const original = { minor: 120_000, currency: 'EUR', ...ecb, invoiceRate: '1.07' }
  const gain = rowText({ ...payment, minor: 1716, original }, { ...context, figure: 'exchange-gains' })
  expect(gain.facts.at(-1)).toBe('€1,200.00 at 1.0843, Nov 13, 2026, European Central Bank, invoiced at 1.07')
})
