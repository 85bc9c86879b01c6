import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner, makeInvoice, setPlan } from '../../../test/support/fixtures/invoices.ts'
import { readPdf } from '../../../test/support/read-pdf.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import { queryTenant } from '../../platform/db/transaction.ts'
import { currencies } from '../../shared/currencies.ts'
import { type Locale, locales } from '../../shared/locales.ts'
import { type InvoiceDocument } from './contract.ts'
import type { InvoiceInput } from './document/input-rules.ts'
import { amountDueRow, lineRows, sumRows } from './document/row-rules.ts'
import { calculateTotals } from './document/totals-rules.ts'
import { renderInvoiceMail } from './mail/render-invoice-mail.ts'
import { renderInvoicePdf } from './pdf/invoice-pdf.ts'
import { getPublicInvoice } from './public/contract.ts'

const publicUrl = 'https://pay.example/i'

let app: TestApp
let cookie: string
let businessId: string
beforeAll(async () => {
  app = await createTestApp()
  const account = await app.signUpAndIn()
  cookie = account.cookie
  businessId = account.session.business.id
  await setPlan(app, businessId, 'pro')
})
afterAll(() => app.close())

const minor = fc.integer({ min: 0, max: 9_999_999 })
const percentage = fc.integer({ min: 0, max: 30_000 })
const charges: fc.Arbitrary<InvoiceInput['charge']> = fc.record({
  kind: fc.constant('lines' as const),
  taxIncluded: fc.boolean(),
  lines: fc.array(
    fc.record({
      description: fc.constant('Work'),
      quantity: fc.integer({ min: 0, max: 99_999 }),
      rateMinor: minor,
    }),
    { minLength: 1, maxLength: 3 },
  ),
  discount: fc.option(
    fc.record({ kind: fc.constant('percentage' as const), value: percentage, description: fc.constant('') }),
    { nil: null },
  ),
  taxes: fc.array(fc.record({ name: fc.constant('Levy'), rate: percentage }), { maxLength: 2 }),
  fees: fc.array(fc.record({ description: fc.constant('Courier'), amountMinor: minor }), { maxLength: 2 }),
})

const setLocale = (locale: Locale) =>
  asOwner(app, 'businesses', `update businesses set locale = '${locale}' where id = '${businessId}'`)

async function documentOf(id: string): Promise<InvoiceDocument> {
  return answerOf(getPublicInvoice, await app.send(getPublicInvoice, { params: { id } }))
}

/** Every amount that the rows of a document show. */
const amountsOf = (document: InvoiceDocument) => [
  ...lineRows(document).flatMap(({ rate, amount }) => [rate, amount]),
  ...[...sumRows(document), amountDueRow(document)].map(({ value }) => value),
]
const plainSpaces = (text: string) => text.replaceAll(/\s+/g, ' ')

// The form, the preview and the page: src/features/invoices/web/paper/paper-currencies.test.tsx.
test('in every currency, what is stored, the document and its mail agree to the last minor unit', async () => {
  const drawn = fc.sample(charges, { numRuns: currencies.length, seed: 4217 })
  const perLocale = Math.ceil(currencies.length / 8)
  for (const [group, locale] of locales.filter((_, index) => index % 6 === 3).entries()) {
    await setLocale(locale)
    const ofLocale = currencies.slice(group * perLocale, (group + 1) * perLocale)
    await Promise.all(
      ofLocale.map(async (currency, index) => {
        const charge = drawn[group * perLocale + index]!
        const expected = calculateTotals(charge, currency)
        if (!expected.ok) throw new Error(expected.reason)
        const made = await makeInvoice(app, cookie, { currency, charge })
        expect(made).toMatchObject({ currency, locale, totals: expected.totals })

        const [row] = await queryTenant<Record<string, unknown>>(app.database, businessId, {
          text: `select currency, locale, subtotal_minor::float8 as "subtotalMinor",
                   discount_minor::float8 as "discountMinor", tax_minor::float8 as "taxMinor",
                   fees_minor::float8 as "feesMinor", total_minor::float8 as "totalMinor"
                 from invoices where id = $1`,
          values: [made.id],
        })
        const { lineMinor: _, taxesMinor: __, taxableMinor: ___, ...sums } = expected.totals
        expect(row).toEqual({ currency, locale, ...sums })

        const document = await documentOf(made.id)
        expect(document).toMatchObject({ currency, locale, totals: expected.totals })
        const { text } = renderInvoiceMail(document, { publicUrl, appUrl: 'https://app.example' })
        for (const amount of amountsOf(document)) expect(plainSpaces(text)).toContain(plainSpaces(amount))
      }),
    )
  }
})

test.each([
  ['EUR', 'de-DE'],
  ['CHF', 'de-CH'],
  ['PLN', 'pl-PL'],
  ['CZK', 'cs-CZ'],
  ['INR', 'en-IN'],
  ['JPY', 'ja-JP'],
  ['KRW', 'ko-KR'],
  ['TRY', 'tr-TR'],
  ['UAH', 'uk-UA'],
  ['VND', 'vi-VN'],
  ['THB', 'da-DK'],
  ['KWD', 'fr-FR'],
  ['GBP', 'en-GB'],
] as const)('the PDF shows the amounts in %s as %s writes them', async (currency, locale) => {
  await setLocale(locale)
  const [charge] = fc.sample(charges, { numRuns: 1, seed: 4217 })
  const { id } = await makeInvoice(app, cookie, { currency, charge: charge! })
  const document = await documentOf(id)
  const { text } = await readPdf(await renderInvoicePdf(document, { publicUrl, logo: null }))
  for (const amount of amountsOf(document)) expect(plainSpaces(text)).toContain(plainSpaces(amount))
})
