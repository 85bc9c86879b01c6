import { expect, test } from 'vitest'
import { acceptText, coveredText, movedText, targetDetail, waitingText } from './match-text.ts'

const target = {
  id: '6d2f6f57-5a3c-4a0b-9a6a-0d7f5a3c4a0b',
  title: 'Invoice 2026-014',
  detail: 'Harbor Studio',
  date: '2026-03-03',
  currency: 'USD',
  totalMinor: 120_000,
  amountMinor: 120_000,
  invoiceId: null,
}

test('money that came in has a plus, money that went out a minus', () => {
  const transaction = { amountMinor: 2755, currency: 'USD' }
  expect(movedText({ ...transaction, type: 'income' } as never)).toBe('+$27.55')
  expect(movedText({ ...transaction, type: 'expense' } as never)).toBe('-$27.55')
})

test('the button says what accepting does', () => {
  expect(acceptText({ kind: 'invoices', targets: [target] })).toBe('Record payment')
  expect(acceptText({ kind: 'invoices', targets: [target, target] })).toBe('Record 2 payments')
  expect(acceptText({ kind: 'transfer', targets: [target] })).toBe('It’s a transfer')
})

test('a part of an invoice is named with its whole amount', () => {
  expect(coveredText(target)).toBe('$1,200.00')
  expect(coveredText({ ...target, amountMinor: 50_000 })).toBe('$500.00 of $1,200.00')
})

test('a target without details shows its date alone', () => {
  expect(targetDetail(target)).toBe('Harbor Studio, Mar 3, 2026')
  expect(targetDetail({ ...target, detail: '' })).toBe('Mar 3, 2026')
})

test('the count has the right number of the noun', () => {
  expect([0, 1, 1200].map(waitingText)).toEqual([
    'Nothing to review',
    '1 match to review',
    '1,200 matches to review',
  ])
})
