import { expect, test } from 'vitest'
import { invoiceDocument } from '../../../../test/support/fixtures/invoice-document.ts'
import type { Movement } from '../contract.ts'
import { paidBy, paidSentence, paymentSentence, testSentence, whenPaid } from './movement-rules.ts'
import { receiptRows } from './row-rules.ts'

const paid = (on: string, isTest = false): Movement => ({
  kind: 'payment',
  on,
  method: 'card',
  amountMinor: 100,
  isTest,
})
const refunded: Movement = { ...paid('2026-11-08', true), kind: 'refund' }

test('says when it was paid and, if there were several payments, how many', () => {
  expect(whenPaid({ movements: [], paidOn: null })).toBe('')
  expect(whenPaid({ movements: [paid('2026-11-05'), refunded], paidOn: '2026-11-05' })).toBe(
    ' on Nov 5, 2026',
  )
  const two = [paid('2026-11-05'), paid('2026-11-07'), refunded]
  expect(whenPaid({ movements: two, paidOn: '2026-11-07' })).toBe(' in 2 payments, the last on Nov 7, 2026')
})

test('names the method of an only payment', () => {
  expect(paidBy([])).toBe('')
  expect(paidBy([paid('2026-11-05'), refunded])).toBe('Card')
  expect(paidBy([paid('2026-11-05'), paid('2026-11-07')])).toBe('')
})

test('says whether all or a part of it moved no money', () => {
  const sentenceOf = (...movements: Movement[]) => testSentence({ movements })
  expect(sentenceOf(paid('2026-11-05'), refunded)).toBe('')
  expect(sentenceOf(paid('2026-11-05', true))).toBe('Test payment: no money moved.')
  expect(sentenceOf(paid('2026-11-05', true), paid('2026-11-07'))).toBe(
    'Part of the amount was paid with test payments, which moved no money.',
  )
})

const payment: Movement = { kind: 'payment', on: '2026-11-05', method: 'card', amountMinor: 100_000 }
const back = (kind: 'refund' | 'dispute', amountMinor: number): Movement => ({
  ...payment,
  kind,
  amountMinor,
})
const settled = (overrides: Parameters<typeof invoiceDocument>[0]) =>
  invoiceDocument({
    charge: { kind: 'amount', amountMinor: 100_000 },
    status: 'paid',
    paidOn: '2026-11-05',
    movements: [payment],
    receivedMinor: 100_000,
    ...overrides,
  })
const rowsOf = (invoice: Parameters<typeof receiptRows>[0]) =>
  receiptRows(invoice).map(({ label, value }) => `${label}: ${value}`)

test('says what was refunded and what was disputed of a payment', () => {
  expect(paidSentence(settled({}))).toBe('$1,000.00 was paid on Nov 5, 2026. Nothing is left to pay.')
  const movements = [payment, back('refund', 4000), back('dispute', 1000)]
  const returned = settled({ movements, receivedMinor: 95_000, waivedMinor: 5000 })
  expect(paidSentence(returned)).toBe(
    '$1,000.00 was paid on Nov 5, 2026. Of this, $40.00 was refunded and $10.00 was disputed. Nothing is left to pay.',
  )
  expect(rowsOf(returned).slice(1)).toEqual([
    'Amount paid: $1,000.00',
    'Refunded: -$50.00',
    'No longer owed: -$50.00',
    'Balance due: $0.00',
  ])
})

test('says what was paid too much after a credit note', () => {
  const creditNotes = [{ id: crypto.randomUUID(), number: 'CN-1', on: '2026-11-09', amountMinor: 100_000 }]
  const overpaid = settled({ creditNotes, creditNotesMinor: 100_000 })
  expect(paidSentence(overpaid)).toBe('$1,000.00 was paid on Nov 5, 2026. You have paid $1,000.00 too much.')
  expect(paymentSentence(overpaid, payment)).toBe(
    '$1,000.00 was paid on Nov 5, 2026, leaving nothing to pay. You have paid $1,000.00 too much.',
  )
  expect(rowsOf(overpaid)).toEqual([
    'Invoice total: $1,000.00',
    'Credit note CN-1, Nov 9, 2026: -$1,000.00',
    'Amount paid: $1,000.00',
    'Overpaid: $1,000.00',
    'Balance due: $0.00',
  ])
})
