import { expect, test } from 'vitest'
import { invoiceDocument } from '../../../../test/support/fixtures/invoice-document.ts'
import { readPdf } from '../../../../test/support/read-pdf.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { Line } from '../document/totals-rules.ts'
import { renderInvoicePdf } from './invoice-pdf.ts'

async function readLines(lines: Line[], notes = '') {
  const charge = {
    kind: 'lines',
    taxIncluded: false,
    lines,
    discount: null,
    taxes: [{ name: 'Tax', rate: 5000 }],
    fees: [],
  } as const
  const invoice = invoiceDocument({ charge: { ...charge, taxes: [...charge.taxes], fees: [] }, notes })
  const pdf = await readPdf(
    await renderInvoicePdf(invoice, { publicUrl: 'https://pay.example/i', logo: null }),
  )
  return { invoice, ...pdf }
}

const head = 'Description Qty Rate Amount'

test('200 lines: every page has the head and its number, and every amount stands beside its line', async () => {
  const lines = Array.from({ length: 200 }, (_, index) => ({
    description: `Line ${index + 1}.${index % 9 === 4 ? ' and more words to fill a second line'.repeat(4) : ''}`,
    quantity: 1000 + index,
    rateMinor: 10_000 + index,
  }))
  const { pages, invoice } = await readLines(lines)
  expect(pages.length).toBeGreaterThan(5)
  for (const [index, page] of pages.entries()) {
    expect(page.lines.some((line) => line.endsWith(`Page ${index + 1} of ${pages.length}`))).toBe(true)
    expect(page.lines.filter((line) => line === head)).toHaveLength(1)
  }
  const rows = pages.flatMap((page) => page.lines).filter((line) => line.startsWith('Line '))
  expect(rows).toHaveLength(200)
  for (const [index, row] of rows.entries()) {
    expect(row).toMatch(new RegExp(`^Line ${index + 1}\\.`))
    expect(row.endsWith(` ${formatMoney(invoice.totals.lineMinor[index] ?? -1, invoice)}`)).toBe(true)
  }
})

test('a row never leaves lines behind on the page before, unless it is longer than half a page', async () => {
  const words = ' words'.repeat(40)
  const lines = Array.from({ length: 40 }, (_, index) => ({
    description: `First ${index}${words} last${index}`,
    quantity: 1000,
    rateMinor: 100,
  }))
  const { pages } = await readLines(lines)
  for (const page of pages) {
    const text = page.lines.join(' ')
    const firsts = [...text.matchAll(/First (\d+)/g)].map(([, index]) => index)
    const lasts = [...text.matchAll(/last(\d+)/g)].map(([, index]) => index)
    expect(lasts).toEqual(firsts)
  }
})

test('a description longer than a page goes on below a new head, its figures beside its first line', async () => {
  const description = Array.from({ length: 120 }, (_, index) => `part ${index}.`).join('\n')
  const { pages } = await readLines([{ description, quantity: 1000, rateMinor: 12_345 }])
  expect(pages.length).toBeGreaterThan(2)
  const text = pages.flatMap((page) => page.lines)
  expect(text.filter((line) => /\bpart \d+\./.test(line))).toHaveLength(120)
  expect(text).toContain('part 0. 1 $123.45 $123.45')
  expect(pages[1]?.lines[0]).toBe(head)
})

test('the sums stay together, with the last row above them, wherever the page ends', async () => {
  for (let count = 8; count < 30; count++) {
    const line = { description: 'Work', quantity: 1000, rateMinor: 100 }
    const { pages } = await readLines(Array.from({ length: count }, () => line))
    const withSums = pages.filter((page) => page.lines.some((text) => /Subtotal|^Tax|Total \$/.test(text)))
    expect(withSums).toHaveLength(1)
    const text = withSums[0]?.lines.join('\n') ?? ''
    for (const part of ['Work', 'Subtotal', 'Tax (5%)', 'Total', 'Amount due', 'Pay online']) {
      expect(text).toContain(part)
    }
  }
})

test('sums longer than a page lose nothing', async () => {
  const fees = Array.from({ length: 20 }, (_, index) => ({
    description: `Fee${index}. ${'for reasons that take a while to tell '.repeat(5)}`,
    amountMinor: 100 + index,
  }))
  const taxes = Array.from({ length: 10 }, (_, index) => ({
    name: `Tax${index}. ${'levy '.repeat(10)}`,
    rate: 1000,
  }))
  const lines = [{ description: 'Work', quantity: 1000, rateMinor: 100 }]
  const invoice = invoiceDocument({
    charge: { kind: 'lines', taxIncluded: false, lines, discount: null, taxes, fees },
  })
  const { text } = await readPdf(
    await renderInvoicePdf(invoice, { publicUrl: 'https://pay.example/i', logo: null }),
  )
  for (let index = 0; index < 20; index++) expect(text).toContain(`Fee${index}.`)
  for (let index = 0; index < 10; index++) expect(text).toContain(`Tax${index}.`)
  expect(text).toContain(`Total ${formatMoney(invoice.totals.totalMinor, invoice)}`)
  expect(text).toContain('Pay online')
})

test('long notes go on over pages, and no address can crowd out the invoice', async () => {
  const notes = Array.from({ length: 150 }, (_, index) => `note ${index}.`).join('\n')
  const { text } = await readLines([{ description: 'Work', quantity: 1000, rateMinor: 100 }], notes)
  expect(text.match(/note \d+\./g)).toHaveLength(150)
  const { company } = invoiceDocument()
  const address = Array.from({ length: 100 }, (_, index) => `row${index}`).join('\n')
  const crowded = invoiceDocument({ company: { ...company, address } })
  const pdf = await readPdf(
    await renderInvoicePdf(crowded, { publicUrl: 'https://pay.example/i', logo: null }),
  )
  expect(pdf.pages[0]?.lines).toContain(head)
  expect(pdf.text).toContain('row99')
})
