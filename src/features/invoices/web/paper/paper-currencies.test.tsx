import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { currencies } from '../../../../shared/currencies.ts'
import { locales } from '../../../../shared/locales.ts'
import { parseMoney } from '../../../../shared/money.ts'
import { defaultStyle } from '../../../business/contract.ts'
import type { InvoiceInput } from '../../document/input-rules.ts'
import { amountDueRow, lineRows, sumRows } from '../../document/row-rules.ts'
import { calculateTotals } from '../../document/totals-rules.ts'
import { chargeValues } from '../charge/charge-values.ts'
import { summarizeCharge } from '../charge/summarize-charge.ts'
import { newFormValues } from '../form/invoice-form-values.ts'
import { previewDocument } from '../form/preview-document.ts'
import { InvoicePaper } from './invoice-paper.tsx'

const minor = fc.integer({ min: 0, max: 9_999_999 })
const percentage = fc.integer({ min: 0, max: 30_000 })
const charges: fc.Arbitrary<InvoiceInput['charge']> = fc.record({
  kind: fc.constant('lines' as const),
  taxIncluded: fc.constant(false),
  lines: fc.array(
    fc.record({
      description: fc.constant('Work'),
      quantity: fc.integer({ min: 0, max: 99_999 }),
      rateMinor: minor,
    }),
    { minLength: 1, maxLength: 4 },
  ),
  discount: fc.option(
    fc.record({ kind: fc.constant('percentage' as const), value: percentage, description: fc.constant('') }),
    { nil: null },
  ),
  taxes: fc.array(fc.record({ name: fc.constant('Levy'), rate: percentage }), { maxLength: 3 }),
  fees: fc.array(fc.record({ description: fc.constant('Courier'), amountMinor: minor }), { maxLength: 3 }),
})

const business = {
  id: '7f1c8f4e-6f4e-4c39-9d3f-0a4a4d1b2c3d',
  name: 'Test Business',
  timeZone: 'UTC',
  email: 'owner@example.com',
  phone: '',
  address: '',
  contactName: '',
  country: '',
  taxId: '',
  logo: null,
  plan: 'free' as const,
  documentStyle: defaultStyle,
  lateFeeTerms: null,
  createdAt: '2026-01-01T00:00:00Z',
}

// Each currency has a charge and a number format of its own, the same in every run.
const drawn = fc.sample(charges, { numRuns: currencies.length, seed: 4217 })
const cases = currencies.map((currency, index) => ({
  currency,
  locale: locales[index % locales.length]!,
  charge: drawn[index]!,
}))

// The stored invoice, its PDF and its mail: src/features/invoices/document-currencies.test.ts.
test('in every currency, the form, the preview and the page show the amounts that are stored, and they add up', () => {
  for (const { currency, locale, charge } of cases) {
    const stored = calculateTotals(charge, currency)
    if (!stored.ok) throw new Error(`${currency}: ${stored.reason}`)
    const blank = newFormValues({ ...business, currency, locale }, '2026-11-01')
    const values = { ...blank, charge: chargeValues(charge) }
    expect([currency, blank.currency]).toEqual([currency, currency])

    const { lineMinor, subtotalMinor, discountMinor, taxesMinor, feesMinor, totalMinor } = stored.totals
    expect([currency, summarizeCharge(values.charge, currency)]).toEqual([
      currency,
      { lineMinor, subtotalMinor, discountMinor, taxesMinor, feesMinor, totalMinor, problem: null },
    ])
    const document = previewDocument(values, { number: null, today: '2026-11-01', locale })
    expect([currency, document.totals]).toEqual([currency, stored.totals])

    const page = renderToStaticMarkup(<InvoicePaper invoice={document} />).replaceAll('&#x27;', "'")
    const sums = sumRows(document)
    const shown = lineRows(document).flatMap(({ rate, amount }) => [rate, amount])
    for (const text of [...shown, ...sums.map(({ value }) => value), amountDueRow(document).value]) {
      expect(page).toContain(`>${text}<`)
    }
    const amounts = sums.map(({ value }) => parseMoney(value, { currency, locale }))
    const read = amounts.map((amount) => (amount.ok ? amount.minor : Number.NaN))
    const total = read.pop()
    expect([currency, locale, read.reduce((sum, one) => sum + one, 0)]).toEqual([currency, locale, total])
    expect(total).toBe(totalMinor)
  }
})

test('the sign that a country uses for its own currency comes with the code of the currency', () => {
  const paperOf = (currency: string, locale: string) => {
    const values = newFormValues({ ...business, currency, locale }, '2026-11-01')
    return renderToStaticMarkup(
      <InvoicePaper invoice={previewDocument(values, { number: null, today: '2026-11-01', locale })} />,
    )
  }
  expect(paperOf('AUD', 'en-AU')).toContain('>AUD<')
  expect(paperOf('SEK', 'sv-SE')).toContain('>SEK<')
  expect(paperOf('AUD', 'en-US')).not.toContain('>AUD<')
  expect(paperOf('EUR', 'de-DE')).not.toContain('>EUR<')
  expect(paperOf('USD', 'en-US')).not.toContain('>USD<')
})
