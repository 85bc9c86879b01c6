import { describe, expect, test } from 'vitest'
import { makePicture } from '../../../../test/support/fixtures/images.ts'
import { invoiceDocument } from '../../../../test/support/fixtures/invoice-document.ts'
import { readPdf } from '../../../../test/support/read-pdf.ts'
import { type Box, type PdfDocument, letter } from '../../../platform/pdf/pdf-document.ts'
import { type DocumentStyle, defaultStyle } from '../../business/contract.ts'
import type { InvoiceDocument } from '../contract.ts'
import { drawClassicTop } from './draw-classic-top.ts'
import { drawCompactTop } from './draw-compact-top.ts'
import { drawModernTop } from './draw-modern-top.ts'
import { renderInvoicePdf } from './invoice-pdf.ts'
import { createPdfFlow } from './pdf-flow.ts'
import { pdfLookOf } from './pdf-style.ts'
import { sheetFactsOf } from './pdf-top.ts'

const looks = ['classic', 'modern', 'compact'] as const
const positions = ['left', 'center', 'right'] as const
const publicUrl = 'https://pay.example/i'

async function read(invoice: InvoiceDocument, kind: 'invoice' | 'receipt' = 'invoice') {
  return await readPdf(await renderInvoicePdf(invoice, { publicUrl, logo: null, kind }))
}

function styled(look: DocumentStyle['look'], changes: Parameters<typeof invoiceDocument>[0] = {}) {
  return invoiceDocument({ ...changes, style: { ...defaultStyle, look, accentColour: '#facc15' } })
}

const wordsOf = (text: string) => [...new Set(text.split(/\s+/))].toSorted()

const paid = {
  status: 'paid',
  paidOn: '2026-11-05',
  movements: [{ kind: 'payment', on: '2026-11-05', method: 'card', amountMinor: 169_811 }],
  receivedMinor: 169_811,
} satisfies Parameters<typeof invoiceDocument>[0]

test.each([
  [
    'an open invoice',
    { purchaseOrder: 'PO-77', notes: 'Many thanks', description: 'For the shop' },
    'invoice',
  ],
  [
    'a single amount',
    { charge: { kind: 'amount', amountMinor: 100 }, paymentTerms: '2_10_net_30' },
    'invoice',
  ],
  ['a paid invoice', paid, 'invoice'],
  ['a receipt', paid, 'receipt'],
] as const)('%s says the same in every look', async (_name, changes, kind) => {
  const [classic, ...others] = await Promise.all(
    looks.map(async (look) => wordsOf((await read(styled(look, changes), kind)).text)),
  )
  for (const words of others) expect(words).toEqual(classic)
})

describe.each(looks)('%s', (look) => {
  test('an estimate says its total once below the lines', async () => {
    const estimate = { validUntil: '2026-12-15', status: 'open', accepted: null } as const
    const amount = { kind: 'amount', amountMinor: 320_000 } as const
    expect((await read(styled(look))).text).toMatch(/^Total \$/m)
    for (const charge of [amount, invoiceDocument().charge]) {
      const { text } = await read(styled(look, { estimate, charge }))
      expect(text).not.toMatch(/\bTotal \$/)
      expect(text).toMatch(/Estimate total \$/)
    }
  })

  test('200 lines: every page has the head and its number, no line is lost, and the sums stay together', async () => {
    const lines = Array.from({ length: 200 }, (_, index) => ({
      description: `Line ${index + 1}.${index % 9 === 4 ? ' and more words for a second line'.repeat(5) : ''}`,
      quantity: 1000,
      rateMinor: 10_000 + index,
    }))
    const charge = {
      kind: 'lines',
      taxIncluded: false,
      lines,
      discount: null,
      taxes: [{ name: 'Tax', rate: 5000 }],
      fees: [],
    } as const
    const { pages } = await read(styled(look, { charge: { ...charge, taxes: [...charge.taxes], fees: [] } }))
    for (const [index, page] of pages.entries()) {
      expect(page.lines.some((line) => line.endsWith(`Page ${index + 1} of ${pages.length}`))).toBe(true)
      expect(page.lines.filter((line) => line === 'Description Qty Rate Amount')).toHaveLength(1)
      for (const { x, y } of page.items) {
        expect(x).toBeGreaterThanOrEqual(30)
        expect(y).toBeLessThan(letter.height - 20)
      }
    }
    const rows = pages.flatMap((page) => page.lines).filter((line) => /^Line \d+\./.test(line))
    expect(rows.map((row) => Number(/\d+/.exec(row)?.[0]))).toEqual(lines.map((_, index) => index + 1))
    const last = pages.at(-1)?.lines.join('\n') ?? ''
    for (const words of ['Line 200.', 'Subtotal', 'Tax (5%)', 'Amount due', 'Pay online']) {
      expect(last).toContain(words)
    }
  })

  test('sums longer than a page, and notes over pages, lose nothing', async () => {
    const fees = Array.from({ length: 20 }, (_, index) => ({
      description: `Fee${index}. ${'for reasons that take a while to tell '.repeat(5)}`,
      amountMinor: 100,
    }))
    const taxes = Array.from({ length: 10 }, (_, index) => ({
      name: `Tax${index}. ${'levy '.repeat(10)}`,
      rate: 1000,
    }))
    const lines = [{ description: 'Work', quantity: 1000, rateMinor: 100 }]
    const notes = Array.from({ length: 150 }, (_, index) => `note ${index}.`).join('\n')
    const { text } = await read(
      styled(look, {
        notes,
        charge: { kind: 'lines', taxIncluded: false, lines, discount: null, taxes, fees },
      }),
    )
    for (let index = 0; index < 20; index++) expect(text).toContain(`Fee${index}.`)
    for (let index = 0; index < 10; index++) expect(text).toContain(`Tax${index}.`)
    expect(text.match(/note \d+\./g)).toHaveLength(150)
  })

  test('no text stands on the logo or on other text, wherever the logo is', async () => {
    const long = 'A business with a very long name that goes on over one line, or even two, and Sons'
    const { company, client } = invoiceDocument()
    for (const logoPosition of positions) {
      for (const status of ['pending', 'paid'] as const) {
        const invoice = invoiceDocument({
          status,
          company: { ...company, name: long },
          client: { ...client, name: `${long} too` },
          purchaseOrder: 'A purchase order number that needs two lines',
          style: { look, accentColour: '#1d4ed8', logoPosition },
        })
        const { image, texts } = drawTop(invoice)
        for (const text of texts) expect(overlaps(text, image), `${text.words} on the logo`).toBe(false)
        for (const [index, text] of texts.entries()) {
          const under = texts.slice(index + 1).find((other) => overlaps(text, other))
          expect(under?.words, `over ${text.words}, ${logoPosition}, ${status}`).toBeUndefined()
        }
      }
    }
  })

  test('the link is one line that can be copied, however long it is', async () => {
    for (const host of ['pay.example', `${'a-long-name.'.repeat(9)}example`]) {
      const url = `https://${host}/invoices/3f2a9c41-7d1e-4b52-9d0e-6a4f5c1b2a90/view`
      const pdf = await readPdf(await renderInvoicePdf(styled(look), { publicUrl: url, logo: null }))
      expect(pdf.text.split('\n')).toContain(url)
      expect(pdf.pages[0]?.annotations).toEqual([{ subtype: 'Link', url }])
    }
  })

  test('the logo is in the file', async () => {
    const bytes = await makePicture('png', { width: 600, height: 200 })
    const logo = { bytes, contentType: 'image/png' } as const
    const pdf = await renderInvoicePdf(styled(look), { publicUrl, logo })
    expect(pdf.toString('latin1')).toContain('/Subtype /Image')
  })
})

test('compact has more than twice as many lines on its first page as classic', async () => {
  const lines = Array.from({ length: 100 }, (_, index) => ({
    description: `Line ${index + 1}.`,
    quantity: 1000,
    rateMinor: 100,
  }))
  const charge = { kind: 'lines' as const, taxIncluded: false, lines, discount: null, taxes: [], fees: [] }
  const [classic = 0, compact = 0] = await Promise.all(
    (['classic', 'compact'] as const).map(async (look) => {
      const { pages } = await read(styled(look, { charge }))
      return pages[0]?.lines.filter((line) => line.startsWith('Line ')).length
    }),
  )
  expect(compact).toBeGreaterThan(2 * classic)
})

interface DrawnText extends Box {
  words: string
}

/** Where the top of the sheet puts its texts and its logo, as boxes. */
function drawTop(invoice: InvoiceDocument): { image: Box; texts: DrawnText[] } {
  const texts: DrawnText[] = []
  const images: Box[] = []
  const nothing = () => undefined
  const pdf: PdfDocument = {
    text(block, { x, y, width = 0, align = 'left' }) {
      for (const [index, line] of block.lines.entries()) {
        const free =
          align === 'right' ? width - line.width : align === 'center' ? (width - line.width) / 2 : 0
        const position = { x: x + free, y: y + (index + 0.5) * block.lineHeight - block.size / 2 }
        const words = line.runs.flatMap((run) => run.glyphs.map((glyph) => glyph.text)).join('')
        texts.push({ ...position, width: line.width, height: block.size * 0.9, words })
      }
    },
    image: (_bytes, box) => void images.push(box),
    paint: nothing,
    outline: nothing,
    rule: nothing,
    grid: nothing,
    strokes: nothing,
    link: nothing,
    newPage: nothing,
    onEachPage: nothing,
    finish: async () => Buffer.alloc(0),
  }
  const draw = { classic: drawClassicTop, modern: drawModernTop, compact: drawCompactTop }[invoice.style.look]
  const logo = { bytes: new Uint8Array(), width: 160, height: 64 }
  draw(createPdfFlow(pdf, pdfLookOf(invoice)), {
    invoice,
    facts: sheetFactsOf(invoice, 'invoice'),
    logo,
  })
  const [image] = images
  if (!image || images.length > 1) throw new Error('one logo is drawn once')
  expect(texts.length).toBeGreaterThan(10)
  return { image, texts }
}

function overlaps(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  )
}
