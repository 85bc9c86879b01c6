import { expect, test } from 'vitest'
import type { Movement } from '../contract.ts'
import { paidBy, testSentence, whenPaid } from './movement-rules.ts'

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
