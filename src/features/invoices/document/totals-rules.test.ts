import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maxMinorOf } from '../../../shared/currencies.ts'
import {
  type Charge,
  type Totals,
  calculateTotals,
  lineAmount,
  maxFees,
  maxLines,
  maxQuantity,
  maxTaxes,
  percentageOf,
  totalsProblem,
  wholePercentage,
} from './totals-rules.ts'

const maxMinor = maxMinorOf('USD')

const minor = fc.oneof(
  fc.integer({ min: 0, max: 1_000_000 }),
  fc.integer({ min: 0, max: maxMinor }),
  fc.constant(maxMinor),
)
const percentage = fc.oneof(fc.integer({ min: 0, max: wholePercentage }), fc.constant(wholePercentage))
const quantity = fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: maxQuantity }))
const lines = fc.array(fc.record({ description: fc.constant('x'), quantity, rateMinor: minor }), {
  minLength: 1,
  maxLength: 12,
})
const discount = fc.option(
  fc.oneof(
    fc.record({ kind: fc.constant('percentage' as const), value: percentage, description: fc.constant('') }),
    fc.record({ kind: fc.constant('fixed' as const), value: minor, description: fc.constant('') }),
  ),
)
const anyCharge: fc.Arbitrary<Charge> = fc.oneof(
  fc.record({ kind: fc.constant('amount' as const), amountMinor: minor }),
  fc.record({
    kind: fc.constant('lines' as const),
    lines,
    discount,
    taxes: fc.array(fc.record({ name: fc.constant('VAT'), rate: percentage }), { maxLength: maxTaxes }),
    fees: fc.array(fc.record({ description: fc.constant('f'), amountMinor: minor }), { maxLength: maxFees }),
  }),
)
/** Small enough that there always is a total, unless the discount is too large. */
const modestCharge = fc.record({
  kind: fc.constant('lines' as const),
  lines: fc.array(
    fc.record({
      description: fc.constant('x'),
      quantity: fc.integer({ min: 0, max: 1_000_000 }),
      rateMinor: fc.integer({ min: 0, max: 100_000 }),
    }),
    { minLength: 1, maxLength: 12 },
  ),
  discount,
  taxes: fc.array(fc.record({ name: fc.constant('VAT'), rate: percentage }), { maxLength: maxTaxes }),
  fees: fc.array(
    fc.record({ description: fc.constant('f'), amountMinor: fc.integer({ min: 0, max: 100_000 }) }),
    { maxLength: maxFees },
  ),
})

const sum = (values: number[]) => values.reduce((total, value) => total + BigInt(value), 0n)

function figuresOf(totals: Totals): number[] {
  const { lineMinor, taxesMinor, bases: _, ...sums } = totals
  return [...lineMinor, ...taxesMinor, ...Object.values(sums)]
}

function totalsOf(charge: Charge): Totals {
  const result = calculateTotals(charge, 'USD')
  if (!result.ok) throw new Error(result.reason)
  return result.totals
}

/** One line of this many cents, with these other parts. */
function chargeOf(rateMinor: number, parts: Partial<Extract<Charge, { kind: 'lines' }>> = {}): Charge {
  const lineOf = { description: 'x', quantity: 1000, rateMinor }
  return { kind: 'lines', lines: [lineOf], discount: null, taxes: [], fees: [], ...parts }
}

describe('for any charge', () => {
  test('the parts always sum to the total', () => {
    fc.assert(
      fc.property(fc.oneof(anyCharge, modestCharge), (charge) => {
        const result = calculateTotals(charge, 'USD')
        if (!result.ok) return
        const { totals } = result
        if (charge.kind === 'lines') expect(sum(totals.lineMinor)).toBe(BigInt(totals.subtotalMinor))
        expect(sum(totals.taxesMinor)).toBe(BigInt(totals.taxMinor))
        expect(totals.taxableMinor).toBe(totals.subtotalMinor - totals.discountMinor)
        expect(totals.totalMinor).toBe(totals.taxableMinor + totals.taxMinor + totals.feesMinor)
      }),
      { numRuns: 2000 },
    )
  })

  test('every figure is a whole number of cents between nothing and the largest amount', () => {
    fc.assert(
      fc.property(fc.oneof(anyCharge, modestCharge), (charge) => {
        const result = calculateTotals(charge, 'USD')
        if (!result.ok) return
        for (const figure of figuresOf(result.totals)) {
          expect(Number.isSafeInteger(figure) && figure >= 0 && figure <= maxMinor).toBe(true)
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('the order of lines, taxes and fees does not change the total', () => {
    fc.assert(
      fc.property(modestCharge, fc.integer(), (charge, turns) => {
        const turn = <T>(items: readonly T[]) => {
          const start = items.length === 0 ? 0 : Math.abs(turns) % items.length
          return [...items.slice(start), ...items.slice(0, start)].toReversed()
        }
        const turned = {
          ...charge,
          lines: turn(charge.lines),
          taxes: turn(charge.taxes),
          fees: turn(charge.fees),
        }
        const [one, other] = [calculateTotals(charge, 'USD'), calculateTotals(turned, 'USD')]
        expect(other.ok ? other.totals.totalMinor : other.reason).toBe(
          one.ok ? one.totals.totalMinor : one.reason,
        )
      }),
      { numRuns: 1000 },
    )
  })

  test('a fixed discount up to the subtotal is taken off to the cent, and one above it is refused', () => {
    fc.assert(
      fc.property(modestCharge, fc.integer({ min: 0, max: 1 }), fc.nat(), (charge, above, part) => {
        const { subtotalMinor } = totalsOf({ ...charge, discount: null })
        const value = above ? subtotalMinor + 1 + part : part % (subtotalMinor + 1)
        const result = calculateTotals(
          { ...charge, discount: { kind: 'fixed', value, description: '' } },
          'USD',
        )
        if (above) expect(result).toEqual({ ok: false, reason: 'discount-above-subtotal' })
        else expect(result).toMatchObject({ ok: true, totals: { discountMinor: value } })
      }),
    )
  })

  test('an amount is its own total', () => {
    fc.assert(
      fc.property(minor, (amountMinor) => {
        expect(totalsOf({ kind: 'amount', amountMinor })).toEqual({
          lineMinor: [],
          subtotalMinor: amountMinor,
          discountMinor: 0,
          taxableMinor: amountMinor,
          taxesMinor: [],
          taxMinor: 0,
          feesMinor: 0,
          totalMinor: amountMinor,
        })
      }),
    )
  })

  test('a product is the nearest cent, and at the half the one above', () => {
    fc.assert(
      fc.property(quantity, minor, (thousandths, rateMinor) => {
        const exact = BigInt(thousandths) * BigInt(rateMinor)
        const [whole, rest] = [exact / 1000n, exact % 1000n]
        const expected = rest >= 500n ? whole + 1n : whole
        // Beyond what a number holds exactly the invoice is refused as too large.
        if (expected > BigInt(Number.MAX_SAFE_INTEGER)) return
        expect(BigInt(lineAmount({ quantity: thousandths, rateMinor }))).toBe(expected)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('rounding', () => {
  test.each([
    [1500, 1, 2],
    [500, 1, 1],
    [499, 1, 0],
    [1, 500, 1],
    [1, 499, 0],
    [333, 100, 33],
    [1005, 100, 101],
    [2500, 1, 3],
  ])('%i thousandths at %i cents come to %i cents', (thousandths, rateMinor, expected) => {
    expect(lineAmount({ quantity: thousandths, rateMinor })).toBe(expected)
  })

  test.each([
    [1050, 10_000, 105],
    [1005, 10_000, 101],
    [1004, 10_000, 100],
    [50, 1000, 1],
    [49, 1000, 0],
    [150, 1000, 2],
    [250, 1000, 3],
    [10_000, 8125, 813],
  ])('of %i cents, %i thousandths of a percent are %i cents', (amount, rate, expected) => {
    expect(percentageOf(amount, rate)).toBe(expected)
  })

  test('lines are rounded one by one, before they are added up', () => {
    const third = { description: 'x', quantity: 333, rateMinor: 100 }
    const totals = totalsOf(chargeOf(0, { lines: [third, third, third] }))
    expect(totals).toMatchObject({ lineMinor: [33, 33, 33], subtotalMinor: 99 })
  })

  test('taxes are rounded one by one, each on the same sum, and do not tax each other or the fees', () => {
    const taxes = [
      { name: 'A', rate: 5000 },
      { name: 'B', rate: 9975 },
    ]
    const fees = [{ description: 'f', amountMinor: 700 }]
    const discounted = { kind: 'percentage', value: 10_000, description: '' } as const
    expect(totalsOf(chargeOf(1001, { discount: discounted, taxes, fees }))).toEqual({
      lineMinor: [1001],
      subtotalMinor: 1001,
      discountMinor: 100,
      taxableMinor: 901,
      taxesMinor: [45, 90],
      taxMinor: 135,
      feesMinor: 700,
      totalMinor: 1736,
    })
  })
})

describe('at the limits', () => {
  test('the largest amount is taken, and a cent more is too large', () => {
    expect(totalsOf(chargeOf(maxMinor)).totalMinor).toBe(maxMinor)
    const tooLarge = { ok: false, reason: 'too-large' }
    expect(calculateTotals({ kind: 'amount', amountMinor: maxMinor + 1 }, 'USD')).toEqual(tooLarge)
    const fees = [{ description: 'f', amountMinor: 1 }]
    expect(calculateTotals(chargeOf(maxMinor, { fees }), 'USD')).toEqual(tooLarge)
    expect(calculateTotals(chargeOf(maxMinor, { taxes: [{ name: 'A', rate: 1 }] }), 'USD')).toEqual(tooLarge)
    const line = { description: 'x', quantity: 1000, rateMinor: maxMinor }
    expect(
      calculateTotals(chargeOf(0, { lines: Array.from({ length: maxLines }, () => line) }), 'USD'),
    ).toEqual(tooLarge)
    const largest = { description: 'x', quantity: maxQuantity, rateMinor: maxMinor }
    expect(
      calculateTotals(chargeOf(0, { lines: Array.from({ length: maxLines }, () => largest) }), 'USD'),
    ).toEqual(tooLarge)
  })

  test('a discount brings no invoice back that was too large before it', () => {
    const line = { description: 'x', quantity: 2000, rateMinor: maxMinor }
    const discounted = { kind: 'percentage', value: wholePercentage, description: '' } as const
    expect(calculateTotals(chargeOf(0, { lines: [line], discount: discounted }), 'USD').ok).toBe(false)
  })

  test('the largest quantities stay exact', () => {
    expect(lineAmount({ quantity: maxQuantity, rateMinor: 9999 })).toBe(99_989_999_990)
    expect(lineAmount({ quantity: maxQuantity, rateMinor: 1 })).toBe(10_000_000)
    expect(percentageOf(maxMinor, 99_999)).toBe(99_998_999_999)
  })

  test('a discount of the whole subtotal leaves fees and nothing to tax', () => {
    const fees = [{ description: 'f', amountMinor: 250 }]
    const taxes = [{ name: 'A', rate: wholePercentage }]
    for (const discounted of [
      { kind: 'percentage', value: wholePercentage, description: '' },
      { kind: 'fixed', value: 999, description: '' },
    ] as const) {
      expect(totalsOf(chargeOf(999, { discount: discounted, taxes, fees }))).toMatchObject({
        taxableMinor: 0,
        taxMinor: 0,
        totalMinor: 250,
      })
    }
  })

  test('each reason has a field and a sentence', () => {
    const result = calculateTotals(
      chargeOf(100, { discount: { kind: 'fixed', value: 101, description: '' } }),
      'USD',
    )
    expect(result).toEqual({ ok: false, reason: 'discount-above-subtotal' })
    expect(totalsProblem('discount-above-subtotal', { currency: 'USD' }).field).toBe('charge.discount.value')
    expect(totalsProblem('too-large', { currency: 'USD' }).message).toBe(
      'An invoice can come to at most $999,999,999.99.',
    )
  })

  test('the limit is that of the currency', () => {
    const amountMinor = 99_999_999_999
    expect(calculateTotals({ kind: 'amount', amountMinor: amountMinor + 1 }, 'EUR').ok).toBe(false)
    expect(calculateTotals({ kind: 'amount', amountMinor: amountMinor + 1 }, 'VND').ok).toBe(true)
    expect(calculateTotals({ kind: 'amount', amountMinor: maxMinorOf('VND') + 1 }, 'VND').ok).toBe(false)
    expect(totalsProblem('too-large', { currency: 'VND', locale: 'de-DE' }).message).toContain(
      '9.999.999.999.999',
    )
  })
})
