import { describe, expect, test } from 'vitest'
import { totalsProblem } from '../../document/totals-rules.ts'
import { type ChargeValues, emptyCharge } from './charge-values.ts'
import { summarizeCharge } from './summarize-charge.ts'

const typed: ChargeValues = {
  ...emptyCharge,
  kind: 'lines',
  lines: [
    { description: 'Design', quantity: '2.5', rateMinor: 12_000 },
    { description: 'Hosting', quantity: '3', rateMinor: 1999 },
  ],
  discount: { kind: 'percentage', percentage: '10', amountMinor: null, description: '' },
  taxes: [
    { name: 'VAT', rate: 7700 },
    { name: 'City', rate: 1250 },
  ],
  fees: [{ description: 'Courier', amountMinor: 1500 }],
}

describe('what stands in the totals while somebody types', () => {
  test('every row, when every number is there', () => {
    expect(summarizeCharge(typed, 'USD')).toEqual({
      lineMinor: [30_000, 5997],
      subtotalMinor: 35_997,
      discountMinor: 3600,
      taxesMinor: [2495, 405],
      feesMinor: 1500,
      totalMinor: 36_797,
      problem: null,
    })
  })

  test.each([
    ['a quantity that is no number', { quantity: 'two', rateMinor: 1999 }],
    ['a quantity that is too large', { quantity: '10,000,000', rateMinor: 1999 }],
    ['a rate that is no amount', { quantity: '3', rateMinor: 'not-a-number' as const }],
    ['a rate below zero', { quantity: '3', rateMinor: -1 }],
  ])('%s leaves its line and what is built on it open', (_, wrong) => {
    const lines = [typed.lines[0]!, { description: 'Hosting', ...wrong }]
    expect(summarizeCharge({ ...typed, lines }, 'USD')).toEqual({
      lineMinor: [30_000, null],
      subtotalMinor: null,
      discountMinor: null,
      taxesMinor: [null, null],
      feesMinor: 1500,
      totalMinor: null,
      problem: null,
    })
  })

  test('a blank counts for nothing until it is filled in', () => {
    const lines = [
      typed.lines[0]!,
      { description: '', quantity: '', rateMinor: 1999 },
      { description: '', quantity: '1', rateMinor: null },
    ]
    const discount = { ...typed.discount, percentage: ' ' }
    const fees = [{ description: '', amountMinor: null }]
    expect(summarizeCharge({ ...typed, lines, discount, fees }, 'USD')).toEqual({
      lineMinor: [30_000, 0, 0],
      subtotalMinor: 30_000,
      discountMinor: 0,
      taxesMinor: [2310, 375],
      feesMinor: 0,
      totalMinor: 32_685,
      problem: null,
    })
  })

  test('a discount that is no number leaves discount, taxes and total open', () => {
    const discount = { ...typed.discount, percentage: '1o' }
    expect(summarizeCharge({ ...typed, discount }, 'USD')).toMatchObject({
      subtotalMinor: 35_997,
      discountMinor: null,
      taxesMinor: [null, null],
      totalMinor: null,
    })
  })

  test('a fee that is no number leaves the fees and the total open', () => {
    const fees = [...typed.fees, { description: '', amountMinor: 'too-large' as const }]
    expect(summarizeCharge({ ...typed, fees }, 'USD')).toMatchObject({
      taxesMinor: [2495, 405],
      feesMinor: null,
      totalMinor: null,
      problem: null,
    })
  })

  test('a discount above the subtotal is said in words, and shown', () => {
    const discount = { kind: 'fixed', percentage: '', amountMinor: 35_998, description: '' } as const
    expect(summarizeCharge({ ...typed, discount }, 'USD')).toMatchObject({
      subtotalMinor: 35_997,
      discountMinor: 35_998,
      taxesMinor: [null, null],
      totalMinor: null,
      problem: totalsProblem('discount-above-subtotal', { currency: 'USD' }).message,
    })
  })

  test('a sum that is too large is said in words', () => {
    const lines = [{ description: '', quantity: '2', rateMinor: 99_999_999_999 }]
    expect(summarizeCharge({ ...typed, lines }, 'USD')).toMatchObject({
      subtotalMinor: null,
      totalMinor: null,
      problem: totalsProblem('too-large', { currency: 'USD' }).message,
    })
  })

  test('a line beyond anything countable is no reason to fail', () => {
    const lines = [{ description: '', quantity: '9,999,999.999', rateMinor: 99_999_999_999 }]
    expect(summarizeCharge({ ...typed, lines }, 'USD')).toMatchObject({
      lineMinor: [null],
      totalMinor: null,
      problem: totalsProblem('too-large', { currency: 'USD' }).message,
    })
  })

  test('a single amount is its own total', () => {
    expect(summarizeCharge({ ...emptyCharge, amountMinor: 500 }, 'USD').totalMinor).toBe(500)
    expect(summarizeCharge(emptyCharge, 'USD').totalMinor).toBe(0)
    expect(summarizeCharge({ ...emptyCharge, amountMinor: 'not-a-number' }, 'USD').totalMinor).toBeNull()
  })
})
