import { expect, test } from 'vitest'
import { decideSign } from './decide-sign.ts'

test('both signs in an account are taken as they are', () => {
  expect(decideSign([5n, -3n], ['Client', 'Refund'], false)).toEqual({ isReversed: false, isOpen: false })
})

test('a payment that was received is money in, so a minus there turns all signs', () => {
  expect(decideSign([5n, 7n, -12n], ['Shop', 'Café', 'Payment - thank you'], false)).toEqual({
    isReversed: true,
    isOpen: false,
  })
})

test('wages that an employer pays turn nothing', () => {
  const texts = ['Client', 'Gehalt Januar', 'GUSTO PAYROLL']
  expect(decideSign([500n, -300n, -70n], texts, false)).toEqual({ isReversed: false, isOpen: false })
  expect(decideSign([500n, -300n], ['Client', 'CARD AUTOPAY'], false).isReversed).toBe(false)
})

test('a returned payment among many raises no question', () => {
  const texts = ['Direct debit', 'Direct debit', 'Direct debit', 'Direct debit returned', 'Client']
  expect(decideSign([-5n, -6n, -7n, 7n, 50n], texts, false)).toEqual({ isReversed: false, isOpen: false })
})

test('a thank-you with a minus alone is asked', () => {
  expect(decideSign([-300n], ['Payment - thank you'], false)).toEqual({ isReversed: true, isOpen: true })
})

test('words that contradict each other are asked', () => {
  const decision = decideSign([5n, -12n], ['Salary', 'Payment received'], false)
  expect(decision.isOpen).toBe(true)
})

test('positive amounts alone are asked; words decide which reading comes first', () => {
  expect(decideSign([5n, 7n], ['Purchase', 'Card payment'], false)).toEqual({
    isReversed: true,
    isOpen: true,
  })
  expect(decideSign([5n, 7n], ['Salary', 'Deposit'], false)).toEqual({ isReversed: false, isOpen: true })
})

test('a card with both signs and no words is asked', () => {
  expect(decideSign([5n, -7n], ['Shop', 'Shop'], true).isOpen).toBe(true)
})
