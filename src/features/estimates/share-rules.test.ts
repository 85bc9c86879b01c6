import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Currency } from '../../shared/currencies.ts'
import { type ChargeInput, chargeSchema } from '../invoices/document/charge-rules.ts'
import { type Totals, calculateTotals } from '../invoices/document/totals-rules.ts'
import type { InvoicedPart } from './contract.ts'
import { type EarlierInvoice, type SharedEstimate, leftToInvoice, shareOf } from './share-rules.ts'

function totalsOf(charge: ChargeInput, currency: Currency): Totals {
  const result = calculateTotals(charge, currency)
  if (!result.ok) throw new Error(result.reason)
  return result.totals
}

function estimateOf(charge: ChargeInput, currency: Currency = 'USD'): SharedEstimate {
  return {
    number: 'EST-1',
    description: '',
    charge,
    currency,
    locale: 'en-US',
    totals: totalsOf(charge, currency),
  }
}

const line = (description: string, quantity: number, rateMinor: number, taxes?: number[]) => ({
  description,
  quantity,
  rateMinor,
  ...(taxes && { taxes }),
})
const plain = { taxIncluded: false, discount: null, taxes: [], fees: [] }

/** Invoices the parts one after the other, and the rest at the end. */
function invoiceAll(estimate: SharedEstimate, parts: readonly InvoicedPart[]) {
  const earlier: EarlierInvoice[] = []
  const charges: ChargeInput[] = []
  for (const part of [...parts, { kind: 'rest' } as const]) {
    const result = shareOf(estimate, earlier, part)
    if (!result.ok) continue
    const { totalMinor } = totalsOf(result.charge, estimate.currency)
    expect(result.share.totalMinor).toBe(totalMinor)
    earlier.push({ share: result.share, takenMinor: totalMinor })
    charges.push(result.charge)
  }
  return { earlier, charges }
}

const partArbitrary: fc.Arbitrary<InvoicedPart> = fc.oneof(
  fc.record({
    kind: fc.constant('percentage' as const),
    percentage: fc.integer({ min: 1, max: 100_000 }),
  }),
  fc.record({
    kind: fc.constant('amount' as const),
    amountMinor: fc.integer({ min: 1, max: 2_000_000 }),
  }),
)

const linesArbitrary = fc.integer({ min: 0, max: 3 }).chain((taxCount) =>
  fc.record({
    kind: fc.constant('lines' as const),
    taxIncluded: fc.boolean(),
    lines: fc.array(
      fc.record({
        description: fc.constant('Work'),
        quantity: fc.oneof(fc.constant(1000), fc.integer({ min: 0, max: 20_000 })),
        rateMinor: fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 500_000 })),
        taxes: fc.option(fc.subarray([...Array(taxCount).keys()]), { nil: undefined }),
      }),
      { minLength: 1, maxLength: 6 },
    ),
    discount: fc.option(
      fc.oneof(
        fc.record({
          kind: fc.constant('percentage' as const),
          value: fc.integer({ min: 0, max: 100_000 }),
          description: fc.constant(''),
        }),
        fc.record({
          kind: fc.constant('fixed' as const),
          value: fc.integer({ min: 0, max: 1000 }),
          description: fc.constant(''),
        }),
      ),
    ),
    taxes: fc.array(fc.record({ name: fc.constant('VAT'), rate: fc.integer({ min: 0, max: 33_000 }) }), {
      minLength: taxCount,
      maxLength: taxCount,
    }),
    fees: fc.array(
      fc.record({ description: fc.constant('Fee'), amountMinor: fc.integer({ min: 0, max: 5000 }) }),
      { maxLength: 3 },
    ),
  }),
)
const chargeArbitrary: fc.Arbitrary<ChargeInput> = fc.oneof(
  { arbitrary: linesArbitrary, weight: 9 },
  {
    arbitrary: fc.record({
      kind: fc.constant('amount' as const),
      amountMinor: fc.integer({ min: 0, max: 1_000_000 }),
    }),
    weight: 1,
  },
)
const currencyArbitrary = fc.constantFrom<Currency>('USD', 'EUR', 'JPY', 'KWD')

describe('the invoices of an estimate', () => {
  test('come to its total to the minor unit, whatever the parts, the taxes and the currency', () => {
    const parts = fc.array(partArbitrary, { maxLength: 4 })
    fc.assert(
      fc.property(chargeArbitrary, currencyArbitrary, parts, (charge, currency, wanted) => {
        fc.pre(calculateTotals(charge, currency).ok)
        const estimate = estimateOf(charge, currency)
        const { earlier, charges } = invoiceAll(estimate, wanted)
        expect(earlier.reduce((sum, { takenMinor }) => sum + takenMinor, 0)).toBe(estimate.totals.totalMinor)
        expect(leftToInvoice(estimate, earlier)).toBe(0)
        for (const made of charges) expect(chargeSchema.safeParse(made).success).toBe(true)
        if (charge.kind === 'amount') return
        // The tax jumps over a total by at most one unit for each tax, and for what the discount shifts between them.
        const rounding = charges.map((made) =>
          made.kind === 'lines'
            ? made.fees.reduce((sum, fee) => sum + (fee.description === 'Rounding' ? fee.amountMinor : 0), 0)
            : 0,
        )
        expect(Math.max(...rounding)).toBeLessThanOrEqual(charge.taxes.length + 1)
      }),
      { numRuns: 2000 },
    )
  })

  test('have together the taxes of the estimate, within a few minor units for each invoice', () => {
    fc.assert(
      fc.property(linesArbitrary, fc.array(partArbitrary, { maxLength: 2 }), (charge, wanted) => {
        fc.pre(calculateTotals(charge, 'EUR').ok)
        const estimate = estimateOf(charge, 'EUR')
        const { charges } = invoiceAll(estimate, wanted)
        const taxMinor = charges.reduce((sum, made) => sum + totalsOf(made, 'EUR').taxMinor, 0)
        const most = charges.length * (charge.taxes.length + 1) * 3
        expect(Math.abs(taxMinor - estimate.totals.taxMinor)).toBeLessThanOrEqual(most)
      }),
      { numRuns: 1000 },
    )
  })

  test('never come to more than the estimate, whatever the owner changed on them since', () => {
    const changes = fc.array(fc.tuple(partArbitrary, fc.integer({ min: 0, max: 300_000 })), { maxLength: 4 })
    fc.assert(
      fc.property(linesArbitrary, changes, (charge, made) => {
        fc.pre(calculateTotals(charge, 'USD').ok)
        const estimate = estimateOf(charge)
        const earlier: EarlierInvoice[] = []
        for (const [part, takenMinor] of made) {
          const result = shareOf(estimate, earlier, part)
          if (result.ok) earlier.push({ share: result.share, takenMinor })
        }
        const leftMinor = leftToInvoice(estimate, earlier)
        const rest = shareOf(estimate, earlier, { kind: 'rest' })
        if (rest.ok) expect(totalsOf(rest.charge, 'USD').totalMinor).toBe(leftMinor)
        else expect(leftMinor).toBe(0)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('a deposit', () => {
  const charge: ChargeInput = {
    kind: 'lines',
    ...plain,
    lines: [line('Design', 1500, 12_000), line('Printing', 1000, 100_000, [])],
    discount: { kind: 'percentage', value: 10_000, description: 'Regular client' },
    taxes: [{ name: 'VAT', rate: 19_000 }],
    fees: [{ description: 'Shipping', amountMinor: 2000 }],
  }
  const estimate = estimateOf(charge)

  test('in percent has that share of every line, of the discount and of the fees, each line once', () => {
    const result = shareOf(estimate, [], { kind: 'percentage', percentage: 30_000 })
    expect(result).toMatchObject({
      ok: true,
      charge: {
        lines: [
          { description: '30% of Design', quantity: 1000, rateMinor: 5400 },
          { description: '30% of Printing', quantity: 1000, rateMinor: 30_000, taxes: [] },
        ],
        discount: { kind: 'fixed', value: 3540, description: 'Regular client' },
        taxes: charge.taxes,
        fees: [{ description: 'Shipping', amountMinor: 600 }],
      },
    })
  })

  test('of an amount comes to exactly this amount, and the rest to the rest', () => {
    const { charges } = invoiceAll(estimate, [{ kind: 'amount', amountMinor: 50_000 }])
    expect(charges.map((made) => totalsOf(made, 'USD').totalMinor)).toEqual([
      50_000,
      estimate.totals.totalMinor - 50_000,
    ])
    expect(charges[1]).toMatchObject({ lines: [{ description: 'Rest of Design' }, {}] })
  })

  test('of a single amount is a single amount', () => {
    const single = { ...estimateOf({ kind: 'amount', amountMinor: 100_00 }), description: 'A website' }
    expect(shareOf(single, [], { kind: 'percentage', percentage: 33_333 })).toMatchObject({
      charge: { kind: 'amount', amountMinor: 3333 },
      description: '33.333% of A website',
    })
  })

  test('above what is left is refused, with the most that is possible', () => {
    const { earlier } = invoiceAll(estimate, [])
    expect(shareOf(estimate, earlier, { kind: 'rest' })).toMatchObject({ ok: false, field: 'part' })
    const first = shareOf(estimate, [], { kind: 'percentage', percentage: 60_000 })
    if (!first.ok) throw new Error(first.message)
    const made = [{ share: first.share, takenMinor: first.share.totalMinor }]
    expect(shareOf(estimate, made, { kind: 'percentage', percentage: 60_000 })).toMatchObject({
      ok: false,
      field: 'part.percentage',
      message: 'At most $445.11 of this estimate is left to invoice.',
    })
  })

  test('that rounds to nothing is refused', () => {
    const small = estimateOf({ kind: 'amount', amountMinor: 3 })
    expect(shareOf(small, [], { kind: 'percentage', percentage: 1000 })).toMatchObject({
      ok: false,
      message: 'This is less than the smallest amount.',
    })
  })
})

test('the whole in one invoice keeps quantities, rates, discount and fees as they are', () => {
  const charge: ChargeInput = {
    kind: 'lines',
    ...plain,
    lines: [line('Design', 1500, 12_000)],
    discount: { kind: 'percentage', value: 10_000, description: '' },
  }
  expect(shareOf(estimateOf(charge), [], { kind: 'rest' })).toMatchObject({ ok: true, charge })
})

test('an estimate of nothing is invoiced once', () => {
  const free = estimateOf({ kind: 'amount', amountMinor: 0 })
  const first = shareOf(free, [], { kind: 'rest' })
  if (!first.ok) throw new Error(first.message)
  expect(shareOf(free, [{ share: first.share, takenMinor: 0 }], { kind: 'rest' }).ok).toBe(false)
})
