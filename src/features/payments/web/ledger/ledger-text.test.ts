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
  worthText,
} from './ledger-text.ts'

const payment: LedgerPayment = {
  id: '5f0c3e43-6e16-4a53-9df8-1a4f4a3d9f52',
  method: 'card',
  isTest: false,
  amountMinor: 9800,
  homeMinor: null,
  rate: null,
  ratedOn: null,
  rateSource: null,
  creditedMinor: 200,
  refundedMinor: 0,
  receivedOn: '2026-11-05',
  receivedAt: '2026-11-05T20:40:00.000Z',
  note: '',
  bankTransaction: null,
  together: [],
  undoneAt: null,
  canUndo: false,
  refundableMinor: 9800,
  refunds: [],
  disputes: [],
}
const dollars = { currency: 'USD', locale: 'en-US' }
const ledger: Ledger = {
  ...dollars,
  homeCurrency: 'USD',
  totalMinor: 10_000,
  creditNotesMinor: 0,
  receivedMinor: 9800,
  creditedMinor: 200,
  waivedMinor: 0,
  openMinor: 0,
  overpaidMinor: 0,
  payments: [payment],
}

test('a refund opens as much as it gives back', () => {
  expect(openAfterRefund(ledger, payment, 2000)).toBe(2000)
})

test('a payment that is given back whole takes its discount along', () => {
  expect(openAfterRefund(ledger, payment, 9800)).toBe(10_000)
  const partly = { ...payment, refundedMinor: 2000, refundableMinor: 7800 }
  expect(openAfterRefund({ ...ledger, receivedMinor: 7800 }, partly, 7800)).toBe(10_000)
})

test('a part that is not owed again keeps the discount, whatever follows', () => {
  const refunds = [
    {
      id: '6b0c3e43-6e16-4a53-9df8-1a4f4a3d9f52',
      amountMinor: 2000,
      state: 'succeeded' as const,
      stillOwed: false,
      createdAt: '2026-11-06T20:40:00.000Z',
    },
  ]
  const partly = { ...payment, refundedMinor: 2000, refundableMinor: 7800, refunds }
  expect(openAfterRefund({ ...ledger, receivedMinor: 7800, waivedMinor: 2000 }, partly, 7800)).toBe(7800)
})

test('a refund says what it does to the invoice', () => {
  const textFor = (stillOwed: boolean, of = ledger) =>
    afterRefundText(of, payment, { amountMinor: 2000, stillOwed })
  expect(textFor(false)).toBe('The invoice stays paid.')
  expect(textFor(true)).toContain('Your client will owe $20.00 again')
  const open = { ...ledger, totalMinor: 15_000, openMinor: 5000 }
  expect(textFor(false, open)).toBe('$50.00 will remain due, as it is now.')
})

test('giving back what was too much opens nothing', () => {
  const twice = { ...ledger, receivedMinor: 19_800, overpaidMinor: 10_000 }
  expect(openAfterRefund(twice, { ...payment, amountMinor: 10_000, creditedMinor: 0 }, 10_000)).toBe(0)
})

test('undoing opens what the payment had covered', () => {
  expect(openAfterUndo(ledger, payment)).toBe(10_000)
  const parts = { ...ledger, receivedMinor: 4000, creditedMinor: 0, openMinor: 6000 }
  expect(openAfterUndo(parts, { ...payment, amountMinor: 4000, creditedMinor: 0 })).toBe(10_000)
})

test('undoing what made it paid reminds of the receipt', () => {
  expect(undoText(10_000, true, dollars)).toBe(
    'It stays in the list as undone and no longer counts. $100.00 will be due. If a receipt was sent, let your client know.',
  )
  expect(undoText(10_000, false, dollars)).not.toContain('receipt')
  expect(undoText(0, false, dollars)).toBe('It stays in the list as undone and no longer counts.')
})

test('an overpayment says what to do about it', () => {
  const over = { ...ledger, overpaidMinor: 2500 }
  expect(overpaidText(over)).toContain(
    '$25.00 more than was owed. Use Refund next to the card payment to return it.',
  )
  const paypal = { ...payment, method: 'paypal' as const }
  expect(overpaidText({ ...over, payments: [paypal] })).toContain('Refund next to the PayPal payment')
})

test('an overpayment that was recorded by hand leads to Undo', () => {
  const byHand = { ...payment, method: 'transfer' as const, refundableMinor: 0, canUndo: true }
  const over = { ...ledger, overpaidMinor: 2500, payments: [byHand] }
  expect(overpaidText(over)).toBe(
    'You received $25.00 more than was owed. Return it to the client, undo the payment, and record the part of it that you keep. If a payment was recorded by mistake, just undo it.',
  )
  const credited = { ...over, creditNotesMinor: 10_000, overpaidMinor: 9800 }
  expect(overpaidText(credited)).toBe(
    'You received $98.00 more than was owed. Return it to the client, and undo what you recorded. After that, the invoice is canceled.',
  )
  const gone = { ...over, payments: [{ ...byHand, canUndo: false }] }
  expect(overpaidText(gone)).toBe('You received $25.00 more than was owed. Return it to the client.')
})

test('a recorded payment leaves the invoice open or paid', () => {
  const number = '3F2A91BC'
  expect(standingText({ ...dollars, number, status: 'pending', openMinor: 6000 })).toBe(
    '$60.00 is still due on invoice 3F2A91BC.',
  )
  expect(standingText({ ...dollars, number, status: 'paid', openMinor: 0 })).toBe('Invoice 3F2A91BC is paid.')
})

test('a refund says where the money goes, and that a test moves none', () => {
  expect(refundDescription(payment)).toContain('The money goes back to the card it was paid with.')
  expect(refundDescription({ method: 'paypal', isTest: false })).toContain('back to the PayPal account')
  expect(refundDescription({ method: 'card', isTest: true })).toBe(
    'This was a test payment, so no money moves. Your client gets an email about the refund.',
  )
  expect(refundedText(payment, 2000, dollars)).toBe('$20.00 is on its way back to the client.')
  expect(refundedText({ isTest: true }, 2000, dollars)).toBe(
    '$20.00 of a test payment was refunded. No money moved.',
  )
})

test('a payment in another currency says what it was worth, at which rate', () => {
  const paid = {
    homeMinor: 133_863,
    rate: '1.08430',
    ratedOn: '2026-11-17',
    rateSource: 'European Central Bank',
  }
  expect(worthText(paid, { homeCurrency: 'USD' })).toBe(
    'worth $1,338.63 at 1.0843 on Nov 17, 2026 (European Central Bank)',
  )
  expect(worthText({ ...paid, rateSource: 'own' }, { homeCurrency: 'USD' })).toContain('(your rate)')
  expect(worthText(payment, ledger)).toBeNull()
})

test('amounts are in the currency of the invoice, in its number format', () => {
  const german = { ...ledger, currency: 'EUR', locale: 'de-DE', overpaidMinor: 123_450 }
  expect(overpaidText(german)).toContain('1.234,50\u00a0€ more than was owed')
  expect(undoText(500, false, { currency: 'JPY', locale: 'en-US' })).toContain('¥500 will be due.')
})

test('what was credited is not owed again, and a credited invoice does not stay paid', () => {
  const credited = { ...ledger, creditNotesMinor: 4000, overpaidMinor: 4000 }
  expect(openAfterRefund(credited, payment, 4000)).toBe(0)
  expect(openAfterRefund(credited, payment, 5000)).toBe(1000)
  const whole = { ...ledger, creditNotesMinor: 10_000 }
  expect(afterRefundText(whole, payment, { amountMinor: 9800, stillOwed: false })).toBe(
    'Nothing is due: the invoice is credited in full.',
  )
  expect(standingText({ ...dollars, number: 'INV-7', status: 'cancelled', openMinor: 0 })).toBe(
    'Invoice INV-7 is canceled.',
  )
})
