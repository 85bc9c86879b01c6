import { describe, expect, test } from 'vitest'
import { totalsProblems } from '../../document/totals-rules.ts'
import { type ChargeValues, emptyCharge } from './charge-values.ts'
import { summarizeCharge } from './summarize-charge.ts'

const typed: ChargeValues = {
  ...emptyCharge,
  kind: 'lines',
  lines: [
    { description: 'Design', quantity: '2.5', rateCents: 12_000 },
    { description: 'Hosting', quantity: '3', rateCents: 1999 },
  ],
  discount: { kind: 'percentage', percentage: '10', amountCents: null, description: '' },
  taxes: [
    { name: 'VAT', rate: 7700 },
    { name: 'City', rate: 1250 },
  ],
  fees: [{ description: 'Courier', amountCents: 1500 }],
}

describe('what stands in the totals while somebody types', () => {
  test('every row, when every number is there', () => {
    expect(summarizeCharge(typed)).toEqual({
      lineCents: [30_000, 5997],
      subtotalCents: 35_997,
      discountCents: 3600,
      taxesCents: [2495, 405],
      feesCents: 1500,
      totalCents: 36_797,
      problem: null,
    })
  })

  test.each([
    ['a quantity that is no number', { quantity: 'two', rateCents: 1999 }],
    ['a quantity that is too large', { quantity: '10,000,000', rateCents: 1999 }],
    ['a rate that is no amount', { quantity: '3', rateCents: 'not-a-number' as const }],
    ['a rate below zero', { quantity: '3', rateCents: -1 }],
  ])('%s leaves its line and what is built on it open', (_, wrong) => {
    const lines = [typed.lines[0]!, { description: 'Hosting', ...wrong }]
    expect(summarizeCharge({ ...typed, lines })).toEqual({
      lineCents: [30_000, null],
      subtotalCents: null,
      discountCents: null,
      taxesCents: [null, null],
      feesCents: 1500,
      totalCents: null,
      problem: null,
    })
  })

  test('a blank counts for nothing until it is filled in', () => {
    const lines = [
      typed.lines[0]!,
      { description: '', quantity: '', rateCents: 1999 },
      { description: '', quantity: '1', rateCents: null },
    ]
    const discount = { ...typed.discount, percentage: ' ' }
    const fees = [{ description: '', amountCents: null }]
    expect(summarizeCharge({ ...typed, lines, discount, fees })).toEqual({
      lineCents: [30_000, 0, 0],
      subtotalCents: 30_000,
      discountCents: 0,
      taxesCents: [2310, 375],
      feesCents: 0,
      totalCents: 32_685,
      problem: null,
    })
  })

  test('a discount that is no number leaves discount, taxes and total open', () => {
    const discount = { ...typed.discount, percentage: '1o' }
    expect(summarizeCharge({ ...typed, discount })).toMatchObject({
      subtotalCents: 35_997,
      discountCents: null,
      taxesCents: [null, null],
      totalCents: null,
    })
  })

  test('a fee that is no number leaves the fees and the total open', () => {
    const fees = [...typed.fees, { description: '', amountCents: 'too-large' as const }]
    expect(summarizeCharge({ ...typed, fees })).toMatchObject({
      taxesCents: [2495, 405],
      feesCents: null,
      totalCents: null,
      problem: null,
    })
  })

  test('a discount above the subtotal is said in words, and shown', () => {
    const discount = { kind: 'fixed', percentage: '', amountCents: 35_998, description: '' } as const
    expect(summarizeCharge({ ...typed, discount })).toMatchObject({
      subtotalCents: 35_997,
      discountCents: 35_998,
      taxesCents: [null, null],
      totalCents: null,
      problem: totalsProblems['discount-above-subtotal'].message,
    })
  })

  test('a sum that is too large is said in words', () => {
    const lines = [{ description: '', quantity: '2', rateCents: 99_999_999_999 }]
    expect(summarizeCharge({ ...typed, lines })).toMatchObject({
      subtotalCents: null,
      totalCents: null,
      problem: totalsProblems['too-large'].message,
    })
  })

  test('a line beyond anything countable is no reason to fail', () => {
    const lines = [{ description: '', quantity: '9,999,999.999', rateCents: 99_999_999_999 }]
    expect(summarizeCharge({ ...typed, lines })).toMatchObject({
      lineCents: [null],
      totalCents: null,
      problem: totalsProblems['too-large'].message,
    })
  })

  test('a single amount is its own total', () => {
    expect(summarizeCharge({ ...emptyCharge, amountCents: 500 }).totalCents).toBe(500)
    expect(summarizeCharge(emptyCharge).totalCents).toBe(0)
    expect(summarizeCharge({ ...emptyCharge, amountCents: 'not-a-number' }).totalCents).toBeNull()
  })
})
