import { expect, test } from 'vitest'
import { invoiceDocument } from '../../../../test/support/fixtures/invoice-document.ts'
import { readPdf } from '../../../../test/support/read-pdf.ts'
import type { InvoiceDocument } from '../contract.ts'
import { renderInvoicePdf } from './invoice-pdf.ts'

const german = {
  currency: 'EUR',
  locale: 'de-DE',
  paymentTerms: '2_10_net_30',
  charge: {
    kind: 'lines',
    taxIncluded: false,
    lines: [
      { description: 'Design', quantity: 1_234_500, rateMinor: 100 },
      { description: 'Hosting', quantity: 1000, rateMinor: 123_456 },
    ],
    discount: { kind: 'percentage', value: 12_500, description: '' },
    taxes: [{ name: 'USt', rate: 7700 }],
    fees: [{ description: 'Versand', amountMinor: 100_050 }],
  },
} as const satisfies Parameters<typeof invoiceDocument>[0]

async function textOf(invoice: InvoiceDocument, kind: 'invoice' | 'receipt' = 'invoice') {
  const pdf = await renderInvoicePdf(invoice, { publicUrl: 'https://pay.example/i', logo: null, kind })
  return (await readPdf(pdf)).text.replaceAll('\u00a0', ' ')
}

/** Numbers with a decimal point, such as 1.5 or 12,345.60, and amounts with the sign before the number. */
const american = /\d\.\d{1,2}(?!\d)|€\d|\$/

test.each(['classic', 'modern', 'compact'] as const)(
  'an invoice in euros of a German business has the German number format everywhere, look %s',
  async (look) => {
    const style = { look, accentColour: '#0d5f5a', logoPosition: 'left' } as const
    const text = await textOf(invoiceDocument({ ...german, style }))
    expect(text).toContain('Design 1.234,5 1,00 € 1.234,50 €')
    expect(text).toContain('Hosting 1 1.234,56 € 1.234,56 €')
    expect(text).toContain('Subtotal 2.469,06 €')
    expect(text).toContain('Discount (12,5%) -308,63 €')
    expect(text).toContain('USt (7,7%) 166,35 €')
    expect(text).toContain('Versand 1.000,50 €')
    expect(text).toContain('Total 3.327,28 €')
    expect(text).toContain('Or pay 3.260,73 €')
    expect(text).not.toMatch(american)
  },
)

test('so do the payments on it, and its receipt', async () => {
  const paid: Partial<InvoiceDocument> = {
    movements: [
      { kind: 'payment', on: '2026-11-02', method: 'card', amountMinor: 300_000 },
      { kind: 'payment', on: '2026-11-03', method: 'card', amountMinor: 132_728 },
      { kind: 'refund', on: '2026-11-04', method: 'card', amountMinor: 100_000 },
    ],
    receivedMinor: 332_728,
    paidOn: '2026-11-03',
  }
  const document = invoiceDocument({ ...german, ...paid, paymentTerms: 'net_30', status: 'paid' })
  const [invoice, receipt] = [await textOf(document), await textOf(document, 'receipt')]
  expect(invoice).toContain('Refunded Nov 4, 2026 (card) 1.000,00 €')
  expect(receipt).toContain('4.327,28 € paid in 2 payments')
  for (const text of [invoice, receipt]) expect(text).not.toMatch(american)
})

test('an amount as long as it can be leaves room for the words beside it', async () => {
  const linesOf = async (rateMinor: number) => {
    const line = { description: 'Work', quantity: 1000, rateMinor }
    const taxes = [{ name: `Levy ${'on it '.repeat(90)}`, rate: 100_000 }]
    const charge = { ...german.charge, lines: [line], discount: null, taxes, fees: [] }
    const text = await textOf(invoiceDocument({ currency: 'IDR', locale: 'id-ID', charge }))
    return text.split('\n').filter((row) => row.includes('on it'))
  }
  const [short, long] = [await linesOf(100), await linesOf(4_900_000_000_000)]
  expect(long[0]).toContain('Rp 49.000.000.000,00')
  expect(long.length).toBeGreaterThan(short.length)
})
