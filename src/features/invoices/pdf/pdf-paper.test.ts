import { describe, expect, test } from 'vitest'
import { invoiceDocument } from '../../../../test/support/fixtures/invoice-document.ts'
import { readPdf } from '../../../../test/support/read-pdf.ts'
import { a4, letter } from '../../../platform/pdf/pdf-document.ts'
import { defaultStyle } from '../../business/contract.ts'
import { renderInvoicePdf } from './invoice-pdf.ts'
import { pdfLookOf } from './pdf-style.ts'

type Changes = Parameters<typeof invoiceDocument>[0]

const { company, client } = invoiceDocument()

async function pagesOf(changes: Changes) {
  const publicUrl = 'https://pay.example/i'
  return (await readPdf(await renderInvoicePdf(invoiceDocument(changes), { publicUrl, logo: null }))).pages
}

test.each([
  ['US', 'en-US', letter],
  ['US', 'de-DE', letter],
  ['PH', 'en-GB', letter],
  ['GB', 'en-US', a4],
  ['AU', 'en-AU', a4],
  ['', 'en-US', letter],
  ['', 'fr-CA', letter],
  ['', 'de-CH', a4],
])('a business of country %j with the number format %s has its paper', (country, locale, paper) => {
  expect(pdfLookOf(invoiceDocument({ company: { ...company, country }, locale })).paper).toBe(paper)
})

describe.each(['classic', 'modern', 'compact'] as const)('%s', (look) => {
  const style = { ...defaultStyle, look }

  test.each([
    ['US', letter],
    ['CH', a4],
  ])('for %s, everything stands within the margins of every page', async (country, paper) => {
    const lines = Array.from({ length: 90 }, (_, index) => ({
      description: `Line ${index + 1}. and more words, so that it is long enough for a second line of the table`,
      quantity: 1000,
      rateMinor: 99_999_999,
    }))
    const pages = await pagesOf({
      style,
      locale: country === 'US' ? 'en-US' : 'de-CH',
      currency: 'CHF',
      number: 'INV-KAWABETE-AND-SISTERS-2026-000000-001',
      company: { ...company, country, name: 'A business with a long name '.repeat(3).trim() },
      purchaseOrder: 'A purchase order number that needs two lines',
      notes: 'Many thanks '.repeat(80),
      charge: { kind: 'lines', taxIncluded: false, lines, discount: null, taxes: [], fees: [] },
    })
    expect(pages.length).toBeGreaterThan(1)
    for (const page of pages) {
      expect([page.width, page.height]).toEqual([paper.width, paper.height])
      for (const { text, x, y, width } of page.items) {
        expect(x, text).toBeGreaterThanOrEqual(35)
        expect(x + width, text).toBeLessThanOrEqual(paper.width - 35)
        expect(y, text).toBeLessThan(paper.height - 20)
      }
    }
    // The table reaches down to the footer.
    const rows = pages[0]?.items.filter(({ text }) => text.startsWith('Line ')) ?? []
    expect(Math.max(...rows.map(({ y }) => y))).toBeGreaterThan(paper.height - 120)
  })

  test('a long name gives way to the number at the foot of the page', async () => {
    const name = `A business with a long name${' and sons'.repeat(12)}`
    const number = 'INV-KAWABETE-SISTERS-2026-00000001'
    const [page] = await pagesOf({ style, number, company: { ...company, name } })
    const foot = Math.max(...(page?.items ?? []).map(({ y }) => y))
    const [left, right, ...more] = (page?.items ?? [])
      .filter(({ y }) => y === foot)
      .toSorted((a, b) => a.x - b.x)
    expect(more).toEqual([])
    expect(right?.text).toContain(`${number} · Page 1 of 1`)
    expect(left?.text).toMatch(/^A business with a long name.*…$/)
    expect(left!.x + left!.width).toBeLessThan(right!.x)
  })

  test('a phone number stays in one piece', async () => {
    const contacts = { email: 'hello@riverside-studio.example', phone: '(207) 555-0142' }
    const [page] = await pagesOf({
      style,
      company: { ...company, ...contacts },
      client: { ...client, ...contacts },
    })
    const shown = page?.items.filter(({ text }) => text.includes(contacts.phone)) ?? []
    expect(shown).toHaveLength(2)
    for (const { text } of shown)
      expect([contacts.phone, `${contacts.email} · ${contacts.phone}`]).toContain(text)
  })
})

test('beside a number as long as it can be, a compact name does not become a narrow column', async () => {
  const name = 'A business with a long name and sons'
  const number = 'INV-KAWABETE-AND-SISTERS-2026-000000-001'
  const style = { ...defaultStyle, look: 'compact' as const }
  const [page] = await pagesOf({ style, number, company: { ...company, name } })
  expect(page?.lines[0]).toBe(name)
  expect(page?.lines[1]).toBe(`Invoice ${number}`)
})
