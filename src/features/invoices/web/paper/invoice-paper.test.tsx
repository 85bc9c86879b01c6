import { prerender } from 'react-dom/static'
import { describe, expect, test } from 'vitest'
import { type DocumentStyle, defaultStyle } from '../../../business/contract.ts'
import type { InvoiceDocument } from '../../contract.ts'
import { documentOn, unpaid } from '../../document/document-rules.ts'
import { eachText } from '../../document/input-rules.ts'
import { amountDueOf, earlyPaymentOffer } from '../../document/movement-rules.ts'
import { factRows, lineRows, paidRows, sumRows } from '../../document/row-rules.ts'
import { inksOf } from '../../document/style-rules.ts'
import { calculateTotals } from '../../document/totals-rules.ts'
import { type StoredStatus } from '../../rules.ts'
import { dueText, isLate, paidText, partlyPaidText } from './due-text.ts'
import { InvoicePaper } from './invoice-paper.tsx'

type Written = Omit<Parameters<typeof documentOn>[1], 'totals' | 'status'>

const party = {
  email: 'someone@example.com',
  phone: '',
  address: '',
  contactName: '',
  country: '',
  taxId: '',
}
const written: Written = {
  number: '3F2A91BC',
  company: { ...party, name: 'Test Business' },
  logo: null,
  client: { ...party, name: 'Test Client', taxTreatment: 'standard' },
  issueDate: '2026-10-26',
  dueDate: '2026-11-25',
  paymentTerms: 'net_30',
  ...eachText(''),
  currency: 'USD',
  locale: 'en-US',
  charge: { kind: 'amount', amountMinor: 125_000 },
  paidOn: null,
  ...unpaid,
}
const lines: InvoiceDocument['charge'] = {
  kind: 'lines',
  taxIncluded: false,
  lines: [
    { description: 'Design', quantity: 1500, rateMinor: 12_000 },
    { description: 'Hosting', quantity: 1_234_000, rateMinor: 333 },
  ],
  discount: { kind: 'percentage', value: 12_500, description: 'Returning client' },
  taxes: [{ name: 'VAT', rate: 8100 }],
  fees: [{ description: 'Delivery', amountMinor: 1500 }],
}

const paidInPart = {
  movements: [
    { kind: 'payment', on: '2026-11-02', method: 'card', amountMinor: 50_000 },
    { kind: 'refund', on: '2026-11-04', method: 'card', amountMinor: 10_000 },
  ],
  receivedMinor: 40_000,
} satisfies Wanted
const paidEarly = {
  status: 'paid',
  paidOn: '2026-11-05',
  movements: [{ kind: 'payment', on: '2026-11-05', method: 'transfer', amountMinor: 122_500 }],
  receivedMinor: 122_500,
  creditedMinor: 2500,
} satisfies Wanted

interface Wanted extends Partial<Written> {
  status?: StoredStatus
  today?: string
}

function makeDocument({ status = 'pending', today = '2026-11-01', ...changes }: Wanted = {}) {
  const facts = { ...written, ...changes }
  const result = calculateTotals(facts.charge, facts.currency)
  if (!result.ok) throw new Error(result.reason)
  return documentOn(today, { ...facts, status, totals: result.totals })
}

const pairs = (rows: { label: string; value: string }[]) => rows.map(({ label, value }) => [label, value])

describe('the facts at the top', () => {
  test('name the dates and the terms', () => {
    expect(pairs(factRows(makeDocument({ purchaseOrder: 'PO 7' }), 'document'))).toEqual([
      ['Issue date', 'Oct 26, 2026'],
      ['Due date', 'Nov 25, 2026'],
      ['Terms', 'Net 30'],
      ['Purchase order', 'PO 7'],
    ])
  })

  test('leave out terms that say nothing and what was not given', () => {
    const labels = factRows(makeDocument({ paymentTerms: 'custom' }), 'document').map(({ label }) => label)
    expect(labels).toEqual(['Issue date', 'Due date'])
  })
})

describe('the figures', () => {
  test('a line has its quantity, rate and amount', () => {
    expect(lineRows(makeDocument({ charge: lines }))).toMatchObject([
      { description: 'Design', quantity: '1.5', rate: '$120.00', amount: '$180.00' },
      { description: 'Hosting', quantity: '1,234', rate: '$3.33', amount: '$4,109.22' },
    ])
  })

  test('lead from the subtotal to the total', () => {
    const totals = sumRows(makeDocument({ charge: lines }))
    expect(pairs(totals)).toEqual([
      ['Subtotal', '$4,289.22'],
      ['Discount (12.5%)', '-$536.15'],
      ['VAT (8.1%)', '$304.00'],
      ['Delivery', '$15.00'],
      ['Total', '$4,072.07'],
    ])
    expect(totals[1]?.detail).toBe('Returning client')
  })

  test('a fixed discount names no percentage', () => {
    const discount = { kind: 'fixed' as const, value: 5000, description: '' }
    expect(pairs(sumRows(makeDocument({ charge: { ...lines, discount } })))).toContainEqual([
      'Discount',
      '-$50.00',
    ])
  })

  test('payments and refunds lead from the total to the amount due', () => {
    const invoice = makeDocument(paidInPart)
    expect(pairs(paidRows(invoice))).toEqual([
      ['Paid Nov 2, 2026 (card)', '-$500.00'],
      ['Refunded Nov 4, 2026 (card)', '$100.00'],
    ])
    expect(amountDueOf(invoice)).toBe(85_000)
    expect(paidRows(makeDocument())).toEqual([])
  })

  test('a discount that was earned stands below the payment that earned it', () => {
    const invoice = makeDocument(paidEarly)
    expect(pairs(paidRows(invoice))).toEqual([
      ['Paid Nov 5, 2026 (bank transfer)', '-$1,225.00'],
      ['Early payment discount', '-$25.00'],
    ])
    expect(amountDueOf(invoice)).toBe(0)
  })

  test('one amount is its own total', () => {
    expect(pairs(sumRows(makeDocument()))).toEqual([['Total', '$1,250.00']])
  })
})

describe('what is due', () => {
  test('early payment is offered as long as it counts', () => {
    const early = { paymentTerms: '2_10_net_30' as const }
    expect(earlyPaymentOffer(makeDocument({ ...early, today: '2026-11-05' }))).toBe(
      'Or pay $1,225.00 by Nov 5, 2026 and save $25.00 (2%)',
    )
    expect(earlyPaymentOffer(makeDocument({ ...early, today: '2026-11-06' }))).toBeNull()
    expect(earlyPaymentOffer(makeDocument({ ...early, status: 'paid', paidOn: '2026-11-01' }))).toBeNull()
  })

  test('is the whole total, whatever is offered, and nothing once it is paid', () => {
    expect(amountDueOf(makeDocument({ paymentTerms: '2_10_net_30' }))).toBe(125_000)
    expect(amountDueOf(makeDocument({ status: 'paid', paidOn: '2026-11-01' }))).toBe(0)
  })

  test('says by when, that this day is over, or that there is nothing to pay', () => {
    const inTime = makeDocument({ today: '2026-11-25' })
    expect([dueText(inTime), isLate(inTime)]).toEqual(['Due Nov 25, 2026', false])
    const late = makeDocument({ today: '2026-11-26' })
    expect([dueText(late), isLate(late)]).toEqual(['Was due Nov 25, 2026', true])
    const charge = { kind: 'amount' as const, amountMinor: 0 }
    const nothing = makeDocument({ charge, today: '2026-11-26' })
    expect([dueText(nothing), isLate(nothing)]).toEqual(['Nothing to pay', false])
  })

  test('once paid, says how much and when', () => {
    expect(paidText(makeDocument(paidEarly))).toBe('$1,225.00 paid Nov 5, 2026')
    expect(paidText(makeDocument({ ...paidEarly, paidOn: null }))).toBe('$1,225.00 paid')
  })
})

describe('what was paid so far', () => {
  test('is said once there is something, until the invoice is paid', () => {
    expect(partlyPaidText(makeDocument(paidInPart))).toBe('$400.00 of $1,250.00 paid')
    expect(partlyPaidText(makeDocument())).toBeNull()
    expect(partlyPaidText(makeDocument(paidEarly))).toBeNull()
  })
})

describe('the sheet', () => {
  async function draw(wanted: Wanted) {
    const { prelude } = await prerender(<InvoicePaper invoice={makeDocument(wanted)} />)
    return new Response(prelude).text()
  }

  test('has every one of 200 lines', async () => {
    const many = Array.from({ length: 200 }, (_, index) => ({
      description: `Item number ${index + 1}.`,
      quantity: 1000,
      rateMinor: 100 + index,
    }))
    const html = await draw({ charge: { ...lines, lines: many } })
    expect(html.match(/Item number \d+\./g)).toHaveLength(200)
  })

  test('says what a single amount is for, once', async () => {
    const html = await draw({ description: 'A wooden wheel' })
    expect(html.match(/A wooden wheel/g)).toHaveLength(1)
    expect(html).not.toContain('>Invoice 3F2A91BC<')
  })

  test('names the invoice where a single amount has no words of its own', async () => {
    expect(await draw({})).toContain('>Invoice 3F2A91BC<')
  })

  test('asks for the whole total by its day and makes the offer below', async () => {
    const html = await draw({ paymentTerms: '2_10_net_30' })
    const below = html.split('Amount due').at(-1) ?? ''
    expect(below.replaceAll(/<[^>]*>/g, ' ')).toMatch(
      /^ +\$1,250\.00 +Due Nov 25, 2026 +Or pay \$1,225\.00 by Nov 5, 2026 and save \$25\.00 \(2%\)/,
    )
  })

  test('keeps markup in its texts as text', async () => {
    const markup = '<img src=x onerror=alert(1)>'
    const html = await draw({ notes: markup, company: { ...party, name: markup } })
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img')
  })

  test('has what was paid between the total and the amount due', async () => {
    const html = await draw(paidInPart)
    expect(html.replaceAll(/<[^>]*>/g, ' ')).toMatch(
      /Total +\$1,250\.00 +Paid Nov 2, 2026 \(card\) +-\$500\.00 +Refunded .* +\$100\.00 +Amount due +\$850\.00/,
    )
  })

  test('says when it was paid', async () => {
    const html = await draw({ status: 'paid', paidOn: '2026-11-20' })
    expect(html).toContain('Nov 20, 2026')
    expect(html).toContain('$0.00')
  })
})

describe('in every look', () => {
  const looks = ['classic', 'modern', 'compact'] as const
  const logo = { id: '7d8f4f39-3c1f-4f6a-9a51-6f1b0f1f2a3b', url: '/logo', width: 300, height: 100 }

  async function drawLook(style: Partial<DocumentStyle>, wanted: Wanted = {}) {
    const invoice = makeDocument({ charge: lines, notes: 'Thanks', ...wanted })
    const { prelude } = await prerender(
      <InvoicePaper invoice={{ ...invoice, style: { ...defaultStyle, ...style } }} />,
    )
    return new Response(prelude).text()
  }

  /** What a screen reader gets: without what is hidden from it, and without how anything looks. */
  function outlineOf(html: string): string {
    return html
      .replaceAll(/<(svg|div) [^>]*aria-hidden="true"[^>]*>.*?<\/\1>/g, '')
      .replaceAll(/ (?:class|style|data-[a-z]+)="[^"]*"/g, '')
      .replaceAll(/<\/?div>/g, '')
  }

  test.each([
    ['open', {}],
    ['with a logo', { logo }],
    ['paid in part', paidInPart],
    ['paid', paidEarly],
    ['of one amount', { charge: { kind: 'amount', amountMinor: 100 } }],
  ] as [string, Wanted][])('an invoice that is %s reads the same', async (_name, wanted) => {
    const outlines = await Promise.all(looks.map(async (look) => outlineOf(await drawLook({ look }, wanted))))
    expect(outlines[0]).toContain('<h2>Invoice</h2>')
    expect(outlines[0]).toContain('role="table"')
    for (const outline of outlines) expect(outline).toBe(outlines[0])
  })

  test('it reads the same wherever the logo stands, and the logo stands elsewhere', async () => {
    for (const look of looks) {
      const drawn = await Promise.all(
        (['left', 'center', 'right'] as const).map((logoPosition) =>
          drawLook({ look, logoPosition }, { logo }),
        ),
      )
      expect(new Set(drawn).size).toBe(3)
      expect(new Set(drawn.map(outlineOf)).size).toBe(1)
    }
  })

  test('the amount due is at the top and with the sums, and the notes are last, as in the PDF', async () => {
    for (const look of looks) {
      const words = (await drawLook({ look })).replaceAll(/<[^>]*>/g, ' ')
      expect(words).toMatch(
        /^.*Amount due +\$4,072\.07 +Due Nov 25, 2026 .*Description.*Total +\$4,072\.07 +Amount due.*Notes +Thanks *$/s,
      )
    }
  })

  test('an earned payment is green where an open amount has the accent', async () => {
    for (const look of looks) {
      const green = /(?:text|bg)-positive/
      expect(await drawLook({ look })).not.toMatch(green)
      const paidDocument = { ...paidEarly, charge: { kind: 'amount', amountMinor: 125_000 } } as const
      expect((await drawLook({ look }, paidDocument)).split('Amount due').at(-2)).toMatch(green)
    }
  })

  test('the accent is there in shades that can be read, in light and dark', async () => {
    for (const look of looks) {
      const html = await drawLook({ look, accentColour: '#facc15' })
      const { text, darkText } = inksOf({ accentColour: '#facc15' })
      expect(html).toContain(`--paper-accent:light-dark(${text}, ${darkText})`)
    }
  })
})
