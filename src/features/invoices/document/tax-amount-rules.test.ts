import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Charge, type Totals, calculateTotals, percentageOf, taxAmountsOf } from './totals-rules.ts'

type LinesCharge = Extract<Charge, { kind: 'lines' }>

const amount = fc.oneof(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 10_000_000 }))
const rates = fc.array(
  fc.record({ name: fc.constant('VAT'), rate: fc.oneof(fc.constant(19_000), fc.nat(25_000)) }),
  {
    maxLength: 4,
  },
)
const discount = fc.option(
  fc.record({
    kind: fc.constant('percentage' as const),
    value: fc.nat(100_000),
    description: fc.constant(''),
  }),
)
const fees = fc.array(fc.record({ description: fc.constant('f'), amountMinor: fc.nat(10_000) }), {
  maxLength: 2,
})

/** Lines, some of them with taxes of their own. */
const anyCharge: fc.Arbitrary<LinesCharge> = rates.chain((taxes) => {
  const own = fc.option(fc.subarray(taxes.map((_, index) => index)), { nil: undefined })
  const line = fc.record({
    description: fc.constant('x'),
    quantity: fc.constant(1000),
    rateMinor: amount,
    taxes: own,
  })
  return fc.record({
    kind: fc.constant('lines' as const),
    taxIncluded: fc.boolean(),
    lines: fc.array(line, { minLength: 1, maxLength: 8 }),
    discount,
    taxes: fc.constant(taxes),
    fees,
  })
})

function totalsOf(charge: Charge): Totals {
  const result = calculateTotals(charge, 'USD')
  if (!result.ok) throw new Error(result.reason)
  return result.totals
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

describe('for any lines with any taxes', () => {
  test('taxes on all lines are a percentage of the discounted subtotal, rounded once', () => {
    fc.assert(
      fc.property(anyCharge, (charge) => {
        const lines = charge.lines.map(({ taxes: _taxes, ...line }) => line)
        const totals = totalsOf({ ...charge, lines, taxIncluded: false })
        expect(totals.taxesMinor).toEqual(
          charge.taxes.map(({ rate }) => percentageOf(totals.taxableMinor, rate)),
        )
        const all = charge.taxes.map((_, index) => index)
        const named = charge.lines.map((line) => ({ ...line, taxes: all }))
        expect(totalsOf({ ...charge, lines: named, taxIncluded: false })).toEqual(totals)
      }),
      { numRuns: 1000 },
    )
  })

  test('the parts come to the total, and no tax is below zero', () => {
    fc.assert(
      fc.property(anyCharge, (charge) => {
        const totals = totalsOf(charge)
        expect(totals.taxesMinor.every((minor) => Number.isSafeInteger(minor) && minor >= 0)).toBe(true)
        expect(sum(totals.taxesMinor)).toBe(totals.taxMinor)
        expect(totals.taxableMinor).toBe(totals.subtotalMinor - totals.discountMinor)
        const added = charge.taxIncluded ? 0 : totals.taxMinor
        expect(totals.totalMinor).toBe(totals.taxableMinor + added + totals.feesMinor)
        // What is left of a price without its taxes is never below zero.
        if (charge.taxIncluded) expect(totals.taxMinor).toBeLessThanOrEqual(totals.taxableMinor)
      }),
      { numRuns: 1000 },
    )
  })

  test('the order of lines and of taxes does not matter', () => {
    fc.assert(
      fc.property(anyCharge, (charge) => {
        const last = charge.taxes.length - 1
        const turned = {
          ...charge,
          taxes: charge.taxes.toReversed(),
          lines: charge.lines
            .map((line) => ({ ...line, taxes: line.taxes?.map((index) => last - index) }))
            .toReversed(),
        }
        const [one, other] = [totalsOf(charge), totalsOf(turned)]
        expect(other.taxesMinor.toReversed()).toEqual(one.taxesMinor)
        expect(other.totalMinor).toBe(one.totalMinor)
      }),
      { numRuns: 1000 },
    )
  })

  test('the same work costs the same, whether its price was written with tax or without', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(100_000), { minLength: 1, maxLength: 6 }),
        fc.nat(40),
        (hundreds, percent) => {
          const taxes = [{ name: 'VAT', rate: percent * 1000 }]
          const lineOf = (rateMinor: number) => ({ description: 'x', quantity: 1000, rateMinor })
          const net = totalsOf(
            chargeOf(
              hundreds.map((minor) => lineOf(minor * 100)),
              { taxes },
            ),
          )
          const gross = totalsOf(
            chargeOf(
              hundreds.map((minor) => lineOf(minor * (100 + percent))),
              { taxes, taxIncluded: true },
            ),
          )
          expect(gross.totalMinor).toBe(net.totalMinor)
          expect(gross.taxesMinor).toEqual(net.taxesMinor)
        },
      ),
    )
  })

  test('a tax that is alone on its lines and its base come to what the lines cost', () => {
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 5 }), fc.nat(100_000), (minors, rate) => {
        const lines = minors.map((rateMinor) => ({ description: 'x', quantity: 1000, rateMinor }))
        const charge = chargeOf(lines, { taxes: [{ name: 'VAT', rate }], taxIncluded: true })
        const totals = totalsOf(charge)
        const { taxedMinor } = taxAmountsOf(charge, totals).bases
        expect(sum(taxedMinor) + totals.taxMinor).toBe(totals.taxableMinor)
      }),
      { numRuns: 1000 },
    )
  })

  test('what the taxes are on and what none is on come to the amount without tax where no line has two taxes', () => {
    fc.assert(
      fc.property(anyCharge, (charge) => {
        const lines = charge.lines.map((line) => ({ ...line, taxes: (line.taxes ?? []).slice(0, 1) }))
        const single = { ...charge, lines }
        const totals = totalsOf(single)
        const { taxedMinor, untaxedMinor } = taxAmountsOf(single, totals).bases
        expect(sum(taxedMinor) + untaxedMinor).toBe(netOf(single, totals))
      }),
      { numRuns: 1000 },
    )
  })

  test('a tax that is on all lines is on the amount without tax, whatever others are on some', () => {
    fc.assert(
      fc.property(anyCharge, (charge) => {
        fc.pre(charge.taxes.length > 0)
        const lines = charge.lines.map((line) => ({
          ...line,
          taxes: [0, ...(line.taxes ?? []).filter(Boolean)],
        }))
        const taxed = { ...charge, lines }
        const totals = totalsOf(taxed)
        expect(taxAmountsOf(taxed, totals).bases.taxedMinor[0]).toBe(netOf(taxed, totals))
      }),
      { numRuns: 1000 },
    )
  })

  test('a tax is its rate of its base, to less than a minor unit', () => {
    fc.assert(
      fc.property(anyCharge, (charge) => {
        const lines = charge.lines.map((line) => ({ ...line, taxes: (line.taxes ?? []).slice(0, 1) }))
        const single = { ...charge, lines }
        const totals = totalsOf(single)
        const { taxedMinor } = taxAmountsOf(single, totals).bases
        for (const [tax, { rate }] of charge.taxes.entries()) {
          const expected = (taxedMinor[tax] ?? 0) * (rate / 100_000)
          expect(Math.abs(expected - (totals.taxesMinor[tax] ?? 0))).toBeLessThan(1)
        }
      }),
      { numRuns: 1000 },
    )
  })
})

const netOf = ({ taxIncluded }: LinesCharge, { taxableMinor, taxMinor }: Totals) =>
  taxableMinor - (taxIncluded ? taxMinor : 0)

function chargeOf(lines: LinesCharge['lines'], parts: Partial<LinesCharge> = {}): LinesCharge {
  return { kind: 'lines', lines, discount: null, taxes: [], fees: [], ...parts }
}

const book = { description: 'Book', quantity: 1000, rateMinor: 10_000, taxes: [0] }
const design = { description: 'Design', quantity: 1000, rateMinor: 30_000, taxes: [1] }
const stamp = { description: 'Stamps', quantity: 1000, rateMinor: 2000, taxes: [] }
const german = [
  { name: 'VAT', rate: 7000 },
  { name: 'VAT', rate: 19_000 },
]
const tenPercent = { kind: 'percentage', value: 10_000, description: '' } as const

describe('by hand', () => {
  test('each tax is on its own lines only', () => {
    expect(totalsOf(chargeOf([book, design, stamp], { taxes: german }))).toMatchObject({
      subtotalMinor: 42_000,
      taxesMinor: [700, 5700],
      totalMinor: 48_400,
    })
  })

  test('a discount is shared by the lines in proportion', () => {
    const charge = chargeOf([book, design, stamp], { taxes: german, discount: tenPercent })
    const totals = totalsOf(charge)
    expect(totals).toMatchObject({ discountMinor: 4200, taxesMinor: [630, 5130], totalMinor: 43_560 })
    expect(taxAmountsOf(charge, totals).bases.taxedMinor).toEqual([9000, 27_000])
  })

  test('the bases of discounted prices with tax come to the amount without tax', () => {
    const ware = { description: 'Ware', quantity: 1000, rateMinor: 330_000, taxes: [0] }
    const food = { description: 'Food', quantity: 13_000, rateMinor: 1081, taxes: [1] }
    const charge = chargeOf([ware, food], {
      taxIncluded: true,
      taxes: [
        { name: 'Tax', rate: 10_000 },
        { name: 'Tax', rate: 8000 },
      ],
      discount: { kind: 'percentage', value: 3333, description: '' },
    })
    const totals = totalsOf(charge)
    expect(totals.taxableMinor - totals.taxMinor).toBe(302_580)
    expect(taxAmountsOf(charge, totals).bases.taxedMinor).toEqual([290_001, 12_579])
  })

  test('a share that is no whole cent is not rounded before the tax is', () => {
    // A third of a discount of 1 cent: 10 % of 14.6666… is 1.4666…, but 10 % of 15 would be 1.5.
    const lines = [15, 15, 15].map((rateMinor, index) => ({
      ...book,
      rateMinor,
      taxes: index === 0 ? [0] : [],
    }))
    const charge = chargeOf(lines, {
      taxes: [{ name: 'A', rate: 10_000 }],
      discount: { kind: 'fixed', value: 1, description: '' },
    })
    expect(totalsOf(charge).taxesMinor).toEqual([1])
  })

  test('an included tax is inside the total', () => {
    const lines = [{ description: 'Work', quantity: 1000, rateMinor: 11_900 }]
    const charge = chargeOf(lines, { taxes: [{ name: 'VAT', rate: 19_000 }], taxIncluded: true })
    expect(totalsOf(charge)).toMatchObject({ subtotalMinor: 11_900, taxMinor: 1900, totalMinor: 11_900 })
    const fee = [{ description: 'Courier', amountMinor: 1500 }]
    expect(totalsOf({ ...charge, fees: fee, discount: tenPercent })).toMatchObject({
      taxableMinor: 10_710,
      taxMinor: 1710,
      totalMinor: 12_210,
    })
  })

  test('two included taxes on a line are both parts of its price, and each line stands for its own taxes', () => {
    const taxes = [
      { name: 'GST', rate: 5000 },
      { name: 'QST', rate: 9975 },
    ]
    const both = { description: 'Work', quantity: 1000, rateMinor: 114_975 }
    const one = { description: 'Book', quantity: 1000, rateMinor: 10_500, taxes: [0] }
    const charge = chargeOf([both, one], { taxes, taxIncluded: true })
    expect(totalsOf(charge)).toMatchObject({ taxesMinor: [5500, 9975], totalMinor: 125_475 })
    expect(taxAmountsOf(charge, totalsOf(charge)).bases.taxedMinor).toEqual([110_000, 100_000])
  })

  test('lines that cost nothing have no tax', () => {
    const free = { ...book, rateMinor: 0 }
    expect(totalsOf(chargeOf([free], { taxes: german, taxIncluded: true }))).toMatchObject({
      taxesMinor: [0, 0],
      totalMinor: 0,
    })
  })
})
