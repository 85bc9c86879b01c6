import { describe, expect, test } from 'vitest'
import { earlyPaymentOn } from '../rules.ts'
import { type Charge, type Totals, calculateTotals } from './totals-rules.ts'

// The figures that the help centre reckons through, in its article about discounts and taxes.
const example = {
  kind: 'lines',
  lines: [
    { description: 'Design', quantity: 12_500, rateMinor: 8000 },
    { description: 'Hosting', quantity: 3000, rateMinor: 1999 },
  ],
  discount: { kind: 'percentage', value: 10_000, description: '' },
  taxes: [{ name: 'Sales tax', rate: 8250 }],
  fees: [{ description: 'Courier', amountMinor: 1500 }],
} as const satisfies Charge

function totalsOf(charge: Charge): Totals {
  const result = calculateTotals(charge, 'USD')
  if (!result.ok) throw new Error(result.reason)
  return result.totals
}

describe('the example of the help centre', () => {
  test('lines, subtotal, discount, tax on what is left, fees, total', () => {
    expect(totalsOf(example)).toEqual({
      lineMinor: [100_000, 5997],
      subtotalMinor: 105_997,
      discountMinor: 10_600,
      taxableMinor: 95_397,
      taxesMinor: [7870],
      taxMinor: 7870,
      feesMinor: 1500,
      totalMinor: 104_767,
    })
  })

  test('with a fixed discount instead', () => {
    const discount = { kind: 'fixed', value: 10_000, description: '' } as const
    expect(totalsOf({ ...example, discount })).toMatchObject({
      taxableMinor: 95_997,
      taxMinor: 7920,
      totalMinor: 105_417,
    })
  })

  test('two taxes are each a part of the same sum', () => {
    const lines = [{ description: 'Work', quantity: 1000, rateMinor: 10_000 }]
    const taxes = [
      { name: 'A', rate: 5000 },
      { name: 'B', rate: 9975 },
    ]
    const charge = { kind: 'lines', lines, discount: null, taxes, fees: [] } as const
    expect(totalsOf(charge).taxesMinor).toEqual([500, 998])
  })

  test('2/10 Net 30 takes 2 % off the whole total, tax and fees included', () => {
    const { totalMinor } = totalsOf(example)
    const invoice = {
      paymentTerms: '2_10_net_30',
      issueDate: '2026-11-01',
      totalMinor,
      receivedMinor: 0,
    } as const
    const offer = { until: '2026-11-11', discountMinor: 2095, amountMinor: 102_672 }
    expect(earlyPaymentOn('2026-11-11', invoice)).toEqual(offer)
    expect(earlyPaymentOn('2026-11-12', invoice)).toBeNull()
  })

  test('the offer of 2/10 Net 30 ends with the first part payment', () => {
    const invoice = { paymentTerms: '2_10_net_30', issueDate: '2026-11-01', totalMinor: 104_767 } as const
    expect(earlyPaymentOn('2026-11-05', { ...invoice, receivedMinor: 0 })).not.toBeNull()
    expect(earlyPaymentOn('2026-11-05', { ...invoice, receivedMinor: 1 })).toBeNull()
  })
})
