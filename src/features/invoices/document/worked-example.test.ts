import { describe, expect, test } from 'vitest'
import { earlyPaymentOn } from '../rules.ts'
import { type Charge, type Totals, calculateTotals } from './totals-rules.ts'

// The figures that the help centre reckons through, in its article about discounts and taxes.
const example = {
  kind: 'lines',
  lines: [
    { description: 'Design', quantity: 12_500, rateCents: 8000 },
    { description: 'Hosting', quantity: 3000, rateCents: 1999 },
  ],
  discount: { kind: 'percentage', value: 10_000, description: '' },
  taxes: [{ name: 'Sales tax', rate: 8250 }],
  fees: [{ description: 'Courier', amountCents: 1500 }],
} as const satisfies Charge

function totalsOf(charge: Charge): Totals {
  const result = calculateTotals(charge)
  if (!result.ok) throw new Error(result.reason)
  return result.totals
}

describe('the example of the help centre', () => {
  test('lines, subtotal, discount, tax on what is left, fees, total', () => {
    expect(totalsOf(example)).toEqual({
      lineCents: [100_000, 5997],
      subtotalCents: 105_997,
      discountCents: 10_600,
      taxableCents: 95_397,
      taxesCents: [7870],
      taxCents: 7870,
      feesCents: 1500,
      totalCents: 104_767,
    })
  })

  test('with a fixed discount instead', () => {
    const discount = { kind: 'fixed', value: 10_000, description: '' } as const
    expect(totalsOf({ ...example, discount })).toMatchObject({
      taxableCents: 95_997,
      taxCents: 7920,
      totalCents: 105_417,
    })
  })

  test('two taxes are each a part of the same sum', () => {
    const lines = [{ description: 'Work', quantity: 1000, rateCents: 10_000 }]
    const taxes = [
      { name: 'A', rate: 5000 },
      { name: 'B', rate: 9975 },
    ]
    const charge = { kind: 'lines', lines, discount: null, taxes, fees: [] } as const
    expect(totalsOf(charge).taxesCents).toEqual([500, 998])
  })

  test('2/10 Net 30 takes 2 % off the whole total, tax and fees included', () => {
    const { totalCents } = totalsOf(example)
    const invoice = {
      paymentTerms: '2_10_net_30',
      issueDate: '2026-11-01',
      totalCents,
      receivedCents: 0,
    } as const
    const offer = { until: '2026-11-11', discountCents: 2095, amountCents: 102_672 }
    expect(earlyPaymentOn('2026-11-11', invoice)).toEqual(offer)
    expect(earlyPaymentOn('2026-11-12', invoice)).toBeNull()
  })

  test('the offer of 2/10 Net 30 ends with the first part payment', () => {
    const invoice = { paymentTerms: '2_10_net_30', issueDate: '2026-11-01', totalCents: 104_767 } as const
    expect(earlyPaymentOn('2026-11-05', { ...invoice, receivedCents: 0 })).not.toBeNull()
    expect(earlyPaymentOn('2026-11-05', { ...invoice, receivedCents: 1 })).toBeNull()
  })
})
