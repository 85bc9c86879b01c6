import { expect, test } from 'vitest'
import type { Ledger, LedgerPayment } from '../../contract.ts'
import {
  afterRefundText,
  openAfterRefund,
  openAfterUndo,
  overpaidText,
  refundDescription,
  refundedText,
  standingText,
  undoText,
} from './ledger-text.ts'

const payment: LedgerPayment = {
  id: '5f0c3e43-6e16-4a53-9df8-1a4f4a3d9f52',
  method: 'card',
  isTest: false,
  amountCents: 9800,
  creditedCents: 200,
  refundedCents: 0,
  receivedOn: '2026-11-05',
  receivedAt: '2026-11-05T20:40:00.000Z',
  note: '',
  undoneAt: null,
  canUndo: false,
  refundableCents: 9800,
  refunds: [],
  disputes: [],
}
const ledger: Ledger = {
  totalCents: 10_000,
  receivedCents: 9800,
  creditedCents: 200,
  waivedCents: 0,
  openCents: 0,
  overpaidCents: 0,
  payments: [payment],
}

test('a refund opens as much as it gives back', () => {
  expect(openAfterRefund(ledger, payment, 2000)).toBe(2000)
})

test('a payment that is given back whole takes its discount along', () => {
  expect(openAfterRefund(ledger, payment, 9800)).toBe(10_000)
  const partly = { ...payment, refundedCents: 2000, refundableCents: 7800 }
  expect(openAfterRefund({ ...ledger, receivedCents: 7800 }, partly, 7800)).toBe(10_000)
})

test('a part that is not owed again keeps the discount, whatever follows', () => {
  const refunds = [
    {
      id: '6b0c3e43-6e16-4a53-9df8-1a4f4a3d9f52',
      amountCents: 2000,
      state: 'succeeded' as const,
      stillOwed: false,
      createdAt: '2026-11-06T20:40:00.000Z',
    },
  ]
  const partly = { ...payment, refundedCents: 2000, refundableCents: 7800, refunds }
  expect(openAfterRefund({ ...ledger, receivedCents: 7800, waivedCents: 2000 }, partly, 7800)).toBe(7800)
})

test('a refund says what it does to the invoice', () => {
  const textFor = (stillOwed: boolean, of = ledger) =>
    afterRefundText(of, payment, { amountCents: 2000, stillOwed })
  expect(textFor(false)).toBe('The invoice stays paid.')
  expect(textFor(true)).toContain('Your client will owe $20.00 again')
  const open = { ...ledger, totalCents: 15_000, openCents: 5000 }
  expect(textFor(false, open)).toBe('$50.00 will remain due, as it is now.')
})

test('giving back what was too much opens nothing', () => {
  const twice = { ...ledger, receivedCents: 19_800, overpaidCents: 10_000 }
  expect(openAfterRefund(twice, { ...payment, amountCents: 10_000, creditedCents: 0 }, 10_000)).toBe(0)
})

test('undoing opens what the payment had covered', () => {
  expect(openAfterUndo(ledger, payment)).toBe(10_000)
  const parts = { ...ledger, receivedCents: 4000, creditedCents: 0, openCents: 6000 }
  expect(openAfterUndo(parts, { ...payment, amountCents: 4000, creditedCents: 0 })).toBe(10_000)
})

test('undoing what made it paid reminds of the receipt', () => {
  expect(undoText(10_000, true)).toBe(
    'It stays in the list as undone and no longer counts. $100.00 will be due. If a receipt was sent, let your client know.',
  )
  expect(undoText(10_000, false)).not.toContain('receipt')
  expect(undoText(0, false)).toBe('It stays in the list as undone and no longer counts.')
})

test('an overpayment says what to do about it', () => {
  const over = { ...ledger, overpaidCents: 2500 }
  expect(overpaidText(over)).toContain(
    '$25.00 more than was owed. Use Refund next to the card payment to return it.',
  )
  const paypal = { ...payment, method: 'paypal' as const }
  expect(overpaidText({ ...over, payments: [paypal] })).toContain('Refund next to the PayPal payment')
  const byHand = { ...payment, method: 'cash' as const, refundableCents: 0 }
  expect(overpaidText({ ...over, payments: [byHand] })).toContain('undo a payment')
})

test('a recorded payment leaves the invoice open or paid', () => {
  const number = '3F2A91BC'
  expect(standingText({ number, status: 'pending', openCents: 6000 })).toBe(
    '$60.00 is still due on invoice 3F2A91BC.',
  )
  expect(standingText({ number, status: 'paid', openCents: 0 })).toBe('Invoice 3F2A91BC is paid.')
})

test('a refund says where the money goes, and that a test moves none', () => {
  expect(refundDescription(payment)).toContain('The money goes back to the card it was paid with.')
  expect(refundDescription({ method: 'paypal', isTest: false })).toContain('back to the PayPal account')
  expect(refundDescription({ method: 'card', isTest: true })).toBe(
    'This was a test payment, so no money moves. Your client gets an email about the refund.',
  )
  expect(refundedText(payment, 2000)).toBe('$20.00 is on its way back to the client.')
  expect(refundedText({ isTest: true }, 2000)).toBe('$20.00 of a test payment was refunded. No money moved.')
})
