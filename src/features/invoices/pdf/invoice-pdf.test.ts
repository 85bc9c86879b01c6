import * as fc from 'fast-check'
import { Socket } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { makePicture } from '../../../../test/support/fixtures/images.ts'
import { invoiceDocument } from '../../../../test/support/fixtures/invoice-document.ts'
import { readPdf } from '../../../../test/support/read-pdf.ts'
import { formatMoney } from '../../../shared/money.ts'
import { formatThousandths } from '../../../shared/thousandths.ts'
import type { InvoiceDocument } from '../contract.ts'
import { calculateTotals } from '../document/totals-rules.ts'
import { drawInvoice } from './draw-invoice.ts'
import { type LogoImage, renderInvoicePdf } from './invoice-pdf.ts'

const publicUrl = 'https://pay.example/invoices/3f2a9c41-7d1e-4b52-9d0e-6a4f5c1b2a90/view'

async function read(invoice: InvoiceDocument, logo: LogoImage | null = null) {
  return await readPdf(await renderInvoicePdf(invoice, { publicUrl, logo }))
}

const lineOf = fc.record({
  description: fc.constant('Work'),
  quantity: fc.integer({ min: 0, max: 9_999_999 }),
  rateMinor: fc.integer({ min: 0, max: 999_999 }),
})
const charges: fc.Arbitrary<InvoiceDocument['charge']> = fc
  .record({
    kind: fc.constant('lines' as const),
    taxIncluded: fc.boolean(),
    lines: fc.array(lineOf, { minLength: 1, maxLength: 5 }),
    discount: fc.option(
      fc.record({
        kind: fc.constant('percentage' as const),
        value: fc.integer({ min: 0, max: 100_000 }),
        description: fc.constant('Thanks'),
      }),
    ),
    taxes: fc.array(fc.record({ name: fc.constant('Levy'), rate: fc.integer({ min: 0, max: 30_000 }) }), {
      maxLength: 3,
    }),
    fees: fc.array(
      fc.record({ description: fc.constant('Courier'), amountMinor: fc.integer({ min: 0, max: 99_999 }) }),
      { maxLength: 3 },
    ),
  })
  .filter((charge) => calculateTotals(charge, 'USD').ok)

/** The lines of the table and of the sums, as they must stand there. */
function expectedLines(invoice: InvoiceDocument): string[] {
  const { charge, totals, amountDueMinor } = invoice
  if (charge.kind === 'amount') throw new Error('not of lines')
  const { discount } = charge
  const isIncluded = charge.taxIncluded && charge.taxes.length > 0
  const net = formatMoney(totals.taxableMinor - totals.taxMinor, invoice)
  return [
    ...charge.lines.map(
      ({ description, quantity, rateMinor }, index) =>
        `${description} ${formatThousandths(quantity, invoice.locale)} ${formatMoney(rateMinor, invoice)} ${formatMoney(totals.lineMinor[index] ?? -1, invoice)}`,
    ),
    `Subtotal ${isIncluded ? 'incl. tax ' : ''}${formatMoney(totals.subtotalMinor, invoice)}`,
    ...(discount
      ? [
          `Discount (${formatThousandths(discount.value, invoice.locale)}%) ${formatMoney(-totals.discountMinor, invoice)}`,
          'Thanks',
        ]
      : []),
    ...(isIncluded ? [`Amount without tax ${net}`] : []),
    ...charge.taxes.map(
      ({ name, rate }, index) =>
        `${isIncluded ? 'incl. ' : ''}${name} (${formatThousandths(rate, invoice.locale)}%) ${formatMoney(totals.taxesMinor[index] ?? -1, invoice)}`,
    ),
    ...charge.fees.map(
      ({ description, amountMinor }) => `${description} ${formatMoney(amountMinor, invoice)}`,
    ),
    `Total ${formatMoney(totals.totalMinor, invoice)}`,
    `Amount due ${formatMoney(amountDueMinor, invoice)}`,
  ]
}

describe('what stands on it', () => {
  test('the parties, the number, the dates, the terms, the words and the link', async () => {
    const invoice = invoiceDocument({
      purchaseOrder: 'PO-77',
      description: 'For the new shop',
      notes: 'Many thanks',
    })
    const { pages, text } = await read(invoice)
    expect(pages).toHaveLength(1)
    for (const words of [
      'Test Business',
      'Test Owner',
      '1 Mill Lane',
      '8000 Zurich',
      'billing@business.example',
      '+41 44 000 00 00',
      'Bill to',
      'Test Client',
      'client@example.com',
      '3F2A9C41',
      'Issue date Nov 1, 2026',
      'Due date Dec 1, 2026',
      'Terms Net 30',
      'Purchase order PO-77',
      'For the new shop',
      'Many thanks',
      'Description Qty Rate Amount',
      'Page 1 of 1',
    ]) {
      expect(text).toContain(words)
    }
    expect(pages[0]?.lines).toContain(publicUrl)
    expect(pages[0]?.annotations).toEqual([{ subtype: 'Link', url: publicUrl }])
  })

  test('every figure of the document, in its place, and no other', async () => {
    await fc.assert(
      fc.asyncProperty(charges, async (charge) => {
        const invoice = invoiceDocument({ charge })
        const { text } = await read(invoice)
        const expected = expectedLines(invoice)
        let rest = text.split('\n').slice(text.split('\n').indexOf('Description Qty Rate Amount') + 1)
        for (const line of expected) {
          // The words about paying stand to the left of the sums.
          const at = rest.findIndex((found) => found === line || found.endsWith(` ${line}`))
          expect(at, `${line} in its order`).toBeGreaterThanOrEqual(0)
          rest = rest.slice(at + 1)
        }
        const figures = text.match(/-?\$[\d,.]+\d/g) ?? []
        expect(new Set(figures)).toEqual(
          new Set([...expected.join(' ').matchAll(/-?\$[\d,.]+\d/g)].map(([figure]) => figure)),
        )
      }),
      { seed: 20_261_101, numRuns: 10 },
    )
  })

  test('a single amount with what it is for', async () => {
    const charge = { kind: 'amount', amountMinor: 125_000 } as const
    const { text } = await read(invoiceDocument({ charge, description: 'Retainer for December' }))
    expect(text).toContain('Retainer for December $1,250.00')
    expect(text).not.toContain('Qty')
    expect((await read(invoiceDocument({ charge }))).text).toMatch(/Invoice [0-9A-F]{8} \$1,250\.00/)
  })

  test('nothing to pay: the figures say so, and nobody is asked for money', async () => {
    const { text } = await read(invoiceDocument({ charge: { kind: 'amount', amountMinor: 0 } }))
    expect(text).toContain('Total $0.00')
    expect(text).toContain('View online')
    expect(text).toContain('Nothing is due')
  })

  test('paid: the word, the day, nothing due and no way to pay', async () => {
    const { text, pages } = await read(invoiceDocument({ status: 'paid', paidOn: '2026-11-20' }))
    expect(text).toContain('PAID')
    expect(text).toContain('Paid on Nov 20, 2026')
    expect(text).toContain('Amount due $0.00')
    expect(text).not.toContain('online')
    expect(pages[0]?.annotations).toEqual([])
  })

  test('what was paid and given back stands between the total and what is due', async () => {
    const movements = [
      { kind: 'payment', on: '2026-11-05', method: 'card', amountMinor: 50_000 },
      { kind: 'payment', on: '2026-11-06', method: 'transfer', amountMinor: 30_000 },
      { kind: 'refund', on: '2026-11-07', method: 'card', amountMinor: 10_000 },
    ] as const
    const { text } = await read(invoiceDocument({ movements: [...movements], receivedMinor: 70_000 }))
    const sums = [
      'Total $1,698.11',
      'Paid Nov 5, 2026 (card) -$500.00',
      'Paid Nov 6, 2026 (bank transfer) -$300.00',
      'Refunded Nov 7, 2026 (card) $100.00',
      'Amount due $998.11',
    ]
    const positions = sums.map((sum) => text.indexOf(sum))
    expect(positions).not.toContain(-1)
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
    expect(text).toContain('Pay online')
  })

  test('a discount that was earned, and what was paid too much, lead to nothing due', async () => {
    const charge = { kind: 'amount', amountMinor: 10_000 } as const
    const early = { kind: 'payment', on: '2026-11-05', method: 'demo', amountMinor: 9800 } as const
    const paid = { charge, status: 'paid', paidOn: '2026-11-05' } as const
    const { text } = await read(
      invoiceDocument({ ...paid, movements: [early], receivedMinor: 9800, creditedMinor: 200 }),
    )
    expect(text).toContain('Paid Nov 5, 2026 (demo) -$98.00')
    expect(text).toContain('Early payment discount -$2.00')
    expect(text).toContain('Amount due $0.00')
    const cash = { kind: 'payment', on: '2026-11-05', method: 'other', amountMinor: 12_000 } as const
    const over = await read(invoiceDocument({ ...paid, movements: [cash], receivedMinor: 12_000 }))
    expect(over.text).toContain('Paid Nov 5, 2026 -$120.00')
    expect(over.text).toContain('Overpaid $20.00')
  })

  test('a receipt is called one, and says what was paid and when', async () => {
    const invoice = invoiceDocument({
      status: 'paid',
      paidOn: '2026-11-05',
      movements: [{ kind: 'payment', on: '2026-11-05', method: 'card', amountMinor: 169_811 }],
      receivedMinor: 169_811,
    })
    const { text, pages } = await readPdf(
      await renderInvoicePdf(invoice, { publicUrl, logo: null, kind: 'receipt' }),
    )
    expect(text).toMatch(/^[^]*Receipt[^]*Invoice 3F2A9C41/)
    expect(text).toContain('PAID')
    expect(text).toContain('Amount paid')
    expect(text).toContain('$1,698.11 paid on Nov 5, 2026')
    expect(text).toContain('Receipt for invoice 3F2A9C41')
    expect(text).not.toContain('online')
    expect(pages[0]?.annotations).toEqual([])
  })

  test('overdue is said in a word', async () => {
    expect((await read(invoiceDocument({}, '2026-12-02'))).text).toContain('Overdue')
    expect((await read(invoiceDocument({}, '2026-12-01'))).text).not.toContain('Overdue')
  })

  test('the offer for early payment, and what is due once it has run out', async () => {
    const charge = { kind: 'amount', amountMinor: 100_000 } as const
    const terms = { charge, paymentTerms: '2_10_net_30' } as const
    const early = (await read(invoiceDocument(terms, '2026-11-11'))).text
    expect(early).toContain('Amount due $1,000.00')
    expect(early).toContain('Due Dec 1, 2026')
    expect(early).toContain('Or pay $980.00 by Nov 11, 2026 and save $20.00 (2%)')
    const late = (await read(invoiceDocument(terms, '2026-11-12'))).text
    expect(late).not.toContain('save')
    expect(late).toContain('Amount due $1,000.00')
  })

  test('title, author and language are in the file’s own description', async () => {
    const { company } = invoiceDocument()
    const pdf = await read(invoiceDocument({ company: { ...company, name: 'Zoë & 株式会社 (1)\u0007' } }))
    expect(pdf).toMatchObject({
      title: 'Invoice 3F2A9C41',
      author: 'Zoë & 株式会社 (1)',
      language: 'en-US',
      hasScripts: false,
    })
  })
})

describe('the logo', () => {
  test('stands above the company’s name', async () => {
    for (const format of ['png', 'jpeg'] as const) {
      const bytes = await makePicture(format, {
        width: 600,
        height: 200,
        ...(format === 'png' ? { colour: { r: 1, g: 2, b: 3, alpha: 0.5 } } : {}),
      })
      const logo = { bytes, contentType: `image/${format}` } as const
      const pdf = await renderInvoicePdf(invoiceDocument(), { publicUrl, logo })
      expect(pdf.toString('latin1')).toContain('/Subtype /Image')
      const { pages } = await readPdf(pdf)
      const name = pages[0]?.items.find(({ text }) => text === 'Test Business')
      expect(name?.y).toBeGreaterThan(48 + 160 / 3)
    }
  })

  test('that cannot be read is left out', async () => {
    const logo = { bytes: Buffer.from('no picture at all'), contentType: 'image/png' } as const
    expect((await read(invoiceDocument(), logo)).text).toContain('Test Business')
  })
})

test.each([
  ['Greek', 'Τιμολόγιο υπηρεσιών'],
  ['Cyrillic', 'Счёт за услуги № 5'],
  ['Vietnamese', 'Hoá đơn dịch vụ tháng mười'],
  ['Arabic', 'فاتورة الخدمات لا تشمل الضريبة'],
  ['Hebrew', 'חשבונית עבור שירותים'],
  ['Thai', 'ใบแจ้งหนี้สำหรับการบริการ'],
  ['Devanagari', 'हिन्दी में सेवाओं का चालान'],
  ['Bengali', 'পরিষেবার চালান'],
  ['Tamil', 'சேவைக்கான விலைப்பட்டியல்'],
  ['Armenian', 'Ծառայությունների հաշիվ'],
  ['Georgian', 'მომსახურების ინვოისი'],
  ['Chinese', '网站设计服务发票（第一阶段）'],
  ['Japanese', 'デザイン業務の請求書「第一期」'],
  ['Korean', '디자인 서비스 청구서 값'],
])('%s can be copied out of it', async (_script, words) => {
  const { text } = await read(invoiceDocument({ notes: words }))
  const found = text.replace(/\s/g, '')
  for (const word of words.split(' ')) expect(found).toContain(word)
})

const hostile = [
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  ') Tj ET /JS (app.alert(1)) >> endobj',
  '](https://evil.example)',
  '\\) Tj \\051 {{number}} %PDF-1.7',
]

test.each(hostile)('%j is plain text wherever it is written', async (words) => {
  const party = {
    name: words,
    email: 'a@b.example',
    phone: words,
    address: words,
    contactName: words,
    country: '',
    taxId: words,
  }
  const invoice = invoiceDocument({
    company: party,
    client: { ...party, taxTreatment: 'standard' },
    purchaseOrder: words,
    description: words,
    notes: words,
    charge: {
      kind: 'lines',
      taxIncluded: false,
      lines: [{ description: words, quantity: 1000, rateMinor: 100 }],
      discount: { kind: 'fixed', value: 1, description: words },
      taxes: [{ name: words, rate: 1000 }],
      fees: [{ description: words, amountMinor: 1 }],
    },
  })
  const { text, pages, author, hasScripts } = await read(invoice)
  expect(text.replace(/\s/g, '').split(words.replace(/\s/g, '')).length - 1).toBeGreaterThanOrEqual(9)
  expect(pages.flatMap((page) => page.annotations)).toEqual([{ subtype: 'Link', url: publicUrl }])
  expect(author).toBe(words)
  expect(hasScripts).toBe(false)
})

test('drawing opens no connection, whatever address a text names', async () => {
  const connect = vi.spyOn(Socket.prototype, 'connect')
  const fetching = vi.spyOn(globalThis, 'fetch')
  const invoice = invoiceDocument({ notes: 'https://evil.example/a.png ![x](http://evil.example)' })
  // Not through the worker, whose sockets could not be watched from here.
  const pdf = await drawInvoice({
    kind: 'invoice',
    invoice,
    publicUrl,
    isPayable: true,
    payment: null,
    image: null,
  })
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(connect).not.toHaveBeenCalled()
  expect(fetching).not.toHaveBeenCalled()
})
