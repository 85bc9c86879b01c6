import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { InvoiceDocument } from '../invoices/contract.ts'
import { type Totals, calculateTotals, taxBasesOf } from '../invoices/document/totals-rules.ts'
import {
  type Credit,
  type CreditChoice,
  type CreditedInvoice,
  creditOf,
  leftToCredit,
} from './credit-rules.ts'

type Charge = InvoiceDocument['charge']

function invoiceOf(charge: Charge): CreditedInvoice {
  const result = calculateTotals(charge, 'EUR')
  if (!result.ok) throw new Error(result.reason)
  return { charge, totals: result.totals, currency: 'EUR', locale: 'en-US' }
}

function credit(invoice: CreditedInvoice, earlier: Credit[], choice: CreditChoice): Credit {
  const result = creditOf(invoice, earlier, choice)
  if (!result.ok) throw new Error(result.message)
  return result.credit
}

const refusal = (invoice: CreditedInvoice, earlier: Credit[], choice: CreditChoice) => {
  const result = creditOf(invoice, earlier, choice)
  return result.ok ? null : [result.field, result.message]
}

const work = invoiceOf({
  kind: 'lines',
  taxIncluded: false,
  lines: [
    { description: 'Design', quantity: 10_000, rateMinor: 10_000 },
    { description: 'Hosting', quantity: 3000, rateMinor: 3333 },
  ],
  discount: { kind: 'percentage', value: 10_000, description: '' },
  taxes: [{ name: 'VAT', rate: 19_000 }],
  fees: [{ description: 'Travel', amountMinor: 5000 }],
})
const single = invoiceOf({ kind: 'amount', amountMinor: 50_000 })

test('the rest of an invoice that has no credit note is the invoice', () => {
  const { totals, charge, parts } = credit(work, [], { kind: 'rest' })
  expect(totals).toEqual({ ...work.totals, bases: { taxedMinor: [98_999], untaxedMinor: 0 } })
  expect(charge).toEqual(work.charge)
  expect(parts).toEqual({
    lines: [
      { line: 0, quantity: 10_000 },
      { line: 1, quantity: 3000 },
    ],
    fees: [0],
  })
})

test('a line is credited by its quantity, with its part of the discount and its tax', () => {
  const { totals, charge } = credit(work, [], {
    kind: 'lines',
    lines: [{ line: 0, quantity: 2000 }],
    fees: [],
  })
  expect(totals).toMatchObject({
    lineMinor: [20_000],
    subtotalMinor: 20_000,
    discountMinor: 2000,
    taxesMinor: [3420],
    feesMinor: 0,
    totalMinor: 21_420,
  })
  expect(charge).toMatchObject({
    lines: [{ description: 'Design', quantity: 2000, rateMinor: 10_000 }],
    fees: [],
  })
})

test('a fixed discount is credited in proportion to the subtotal', () => {
  const invoice = invoiceOf({
    kind: 'lines',
    taxIncluded: false,
    lines: [
      { description: 'A', quantity: 1000, rateMinor: 10_000 },
      { description: 'B', quantity: 1000, rateMinor: 20_000 },
    ],
    discount: { kind: 'fixed', value: 1000, description: 'Welcome' },
    taxes: [],
    fees: [],
  })
  const first = credit(invoice, [], { kind: 'lines', lines: [{ line: 0, quantity: 1000 }], fees: [] })
  expect(first.totals).toMatchObject({ discountMinor: 333, totalMinor: 9667 })
  expect(first.charge).toMatchObject({ discount: { kind: 'fixed', value: 333, description: 'Welcome' } })
  expect(credit(invoice, [first], { kind: 'rest' }).totals).toMatchObject({
    discountMinor: 667,
    totalMinor: 19_333,
  })
})

test('taxes that the prices include are credited with the prices', () => {
  const invoice = invoiceOf({
    kind: 'lines',
    taxIncluded: true,
    lines: [
      { description: 'A', quantity: 1000, rateMinor: 11_900 },
      { description: 'B', quantity: 1000, rateMinor: 10_000, taxes: [] },
    ],
    discount: null,
    taxes: [{ name: 'VAT', rate: 19_000 }],
    fees: [],
  })
  const first = credit(invoice, [], { kind: 'lines', lines: [{ line: 0, quantity: 1000 }], fees: [] })
  expect(first.totals).toMatchObject({ taxesMinor: [1900], totalMinor: 11_900 })
  expect(credit(invoice, [first], { kind: 'rest' }).totals).toMatchObject({
    taxesMinor: [0],
    totalMinor: 10_000,
  })
})

test('a fee can be credited once, by itself', () => {
  const first = credit(work, [], { kind: 'lines', lines: [], fees: [0] })
  expect(first.totals).toMatchObject({ subtotalMinor: 0, feesMinor: 5000, totalMinor: 5000 })
  expect(first.charge).toMatchObject({ lines: [], fees: [{ description: 'Travel' }] })
  expect(refusal(work, [first], { kind: 'lines', lines: [], fees: [0] })).toEqual([
    'credit.fees',
    'Fee 1 is already credited.',
  ])
})

test('no more than is left of a line, of a single amount or of the invoice can be credited', () => {
  const choose = (line: number, quantity: number): CreditChoice => ({
    kind: 'lines',
    lines: [{ line, quantity }],
    fees: [],
  })
  expect(refusal(work, [], choose(0, 10_001))).toEqual([
    'credit.lines',
    'At most 10 of line 1 can be credited.',
  ])
  const first = credit(work, [], choose(0, 7500))
  expect(leftToCredit(work, [first])).toMatchObject({ quantities: [2500, 3000], fees: [true] })
  expect(refusal(work, [first], choose(0, 2501))).toEqual([
    'credit.lines',
    'At most 2.5 of line 1 can be credited.',
  ])
  // Named twice, a line counts twice.
  const twice: CreditChoice = {
    kind: 'lines',
    lines: [
      { line: 0, quantity: 2000 },
      { line: 0, quantity: 2000 },
    ],
    fees: [],
  }
  expect(refusal(work, [first], twice)?.[0]).toBe('credit.lines')
  expect(refusal(work, [], choose(2, 1))).toEqual(['credit.lines', 'The invoice has no line 3.'])
  expect(refusal(work, [], { kind: 'lines', lines: [], fees: [1] })?.[0]).toBe('credit.fees')

  const part = credit(single, [], { kind: 'amount', amountMinor: 20_000 })
  expect(refusal(single, [part], { kind: 'amount', amountMinor: 30_001 })).toEqual([
    'credit.amountMinor',
    'At most €300.00 of this invoice can be credited.',
  ])
  const rest = credit(single, [part], { kind: 'rest' })
  expect(rest.totals.totalMinor).toBe(30_000)
  expect(refusal(single, [part, rest], { kind: 'rest' })).toEqual([
    'credit',
    'This invoice is already credited in full.',
  ])
})

test('a credit note of nothing is refused, and so is a choice that does not fit the invoice', () => {
  expect(refusal(work, [], { kind: 'lines', lines: [], fees: [] })?.[1]).toBe('Please choose what to credit.')
  expect(refusal(single, [], { kind: 'amount', amountMinor: 0 })?.[1]).toBe('Please enter an amount.')
  expect(refusal(work, [], { kind: 'amount', amountMinor: 1 })?.[0]).toBe('credit.kind')
  expect(refusal(single, [], { kind: 'lines', lines: [], fees: [] })?.[0]).toBe('credit.kind')
})

const anyRate = fc.constantFrom(0, 5000, 7700, 19_000, 33_333, 100_000)
const anyLines = fc
  .array(
    fc.record({
      description: fc.constant('Work'),
      quantity: fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 20_000 })),
      rateMinor: fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 999_999 })),
      taxes: fc.option(fc.uniqueArray(fc.nat(1)), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .filter((lines) => lines.length > 0)
const anyCharge: fc.Arbitrary<Charge> = fc.oneof(
  fc.record({ kind: fc.constant('amount' as const), amountMinor: fc.integer({ min: 1, max: 100_000 }) }),
  fc
    .record({
      lines: anyLines,
      taxIncluded: fc.boolean(),
      discount: fc.option(fc.record({ isFixed: fc.boolean(), share: fc.nat(100_000) })),
      rates: fc.tuple(anyRate, anyRate),
      fees: fc.array(fc.nat(10_000), { maxLength: 3 }),
    })
    .map(({ lines, taxIncluded, discount, rates, fees }): Charge => {
      const subtotal = lines.reduce(
        (sum, { quantity, rateMinor }) => sum + Math.round((quantity * rateMinor) / 1000),
        0,
      )
      return {
        kind: 'lines',
        lines,
        taxIncluded,
        discount: discount && {
          kind: discount.isFixed ? 'fixed' : 'percentage',
          value: discount.isFixed ? Math.floor((subtotal * discount.share) / 100_000) : discount.share,
          description: '',
        },
        taxes: rates.map((rate, index) => ({ name: `Tax ${index}`, rate })),
        fees: fees.map((amountMinor) => ({ description: 'Fee', amountMinor })),
      }
    }),
)
/** Each step takes a share of what is left of some lines, and some fees. */
const anySteps = fc.array(
  fc.record({ shares: fc.array(fc.nat(100), { minLength: 5, maxLength: 5 }), fees: fc.subarray([0, 1, 2]) }),
  { maxLength: 6 },
)

const scalars = ['subtotalMinor', 'discountMinor', 'taxMinor', 'feesMinor', 'totalMinor'] as const

function addUp(credits: Credit[], invoice: CreditedInvoice) {
  const sumOf = (pickFrom: (totals: Totals) => number) =>
    credits.reduce((sum, { totals }) => sum + pickFrom(totals), 0)
  return {
    ...Object.fromEntries(scalars.map((key) => [key, sumOf((totals) => totals[key])])),
    taxesMinor: invoice.totals.taxesMinor.map((_, tax) => sumOf((totals) => totals.taxesMinor[tax] ?? 0)),
    lineMinor: invoice.totals.lineMinor.map((_, line) =>
      credits.reduce((sum, { parts, totals }) => {
        const at = parts.lines.findIndex((part) => part.line === line)
        return sum + (at < 0 ? 0 : (totals.lineMinor[at] ?? 0))
      }, 0),
    ),
  }
}

function basesOf({ taxes }: Extract<Charge, { kind: 'lines' }>, credits: Credit[]) {
  const all = credits.map(({ totals }) => totals.bases ?? { taxedMinor: [], untaxedMinor: 0 })
  return {
    taxedMinor: taxes.map((_, tax) => all.reduce((sum, { taxedMinor }) => sum + (taxedMinor[tax] ?? 0), 0)),
    untaxedMinor: all.reduce((sum, { untaxedMinor }) => sum + untaxedMinor, 0),
  }
}

test('any credit notes that end with the rest are together exactly the invoice, and none is negative', () => {
  fc.assert(
    fc.property(anyCharge, anySteps, (charge, steps) => {
      const invoice = invoiceOf(charge)
      fc.pre(invoice.totals.totalMinor > 0)
      const credits: Credit[] = []
      for (const { shares, fees } of steps) {
        const left = leftToCredit(invoice, credits)
        const choice: CreditChoice =
          charge.kind === 'amount'
            ? { kind: 'amount', amountMinor: Math.floor((left.totalMinor * (shares[0] ?? 0)) / 100) }
            : {
                kind: 'lines',
                lines: left.quantities.map((quantity, line) => ({
                  line,
                  quantity: Math.floor((quantity * (shares[line] ?? 0)) / 100),
                })),
                fees: fees.filter((fee) => left.fees[fee]),
              }
        const result = creditOf(invoice, credits, choice)
        if (result.ok) credits.push(result.credit)
      }
      const rest = creditOf(invoice, credits, { kind: 'rest' })
      if (rest.ok) credits.push(rest.credit)
      for (const { totals } of credits) {
        const amounts = [...scalars.map((key) => totals[key]), ...totals.taxesMinor, ...totals.lineMinor]
        expect(amounts.every((amount) => amount >= 0 && Number.isSafeInteger(amount))).toBe(true)
        const added = charge.kind === 'lines' && charge.taxIncluded ? 0 : totals.taxMinor
        expect(totals.totalMinor).toBe(totals.subtotalMinor - totals.discountMinor + added + totals.feesMinor)
        if (charge.kind === 'lines' && charge.lines.every(({ taxes }) => taxes && taxes.length < 2)) {
          const { taxedMinor = [], untaxedMinor = 0 } = totals.bases ?? {}
          const netMinor = totals.taxableMinor - (charge.taxIncluded ? totals.taxMinor : 0)
          expect(taxedMinor.reduce((sum, minor) => sum + minor, untaxedMinor)).toBe(netMinor)
        }
      }
      if (charge.kind === 'lines')
        expect(basesOf(charge, credits)).toEqual(taxBasesOf(charge, invoice.totals))
      const { taxableMinor: _, ...whole } = invoice.totals
      expect(addUp(credits, invoice)).toEqual(whole)
      expect(leftToCredit(invoice, credits).totalMinor).toBe(0)
    }),
    { numRuns: 2000 },
  )
})
