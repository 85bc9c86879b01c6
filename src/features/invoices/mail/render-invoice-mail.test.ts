import { describe, expect, test } from 'vitest'
import { invoiceInput } from '../../../../test/support/fixtures/invoice-input.ts'
import { type DocumentStyle, defaultStyle } from '../../business/contract.ts'
import type { InvoiceDocument } from '../contract.ts'
import { documentOn, unpaid } from '../document/document-rules.ts'
import { calculateTotals } from '../document/totals-rules.ts'
import { renderInvoiceMail } from './render-invoice-mail.ts'

const addresses = {
  publicUrl: 'https://books.example.com/invoices/1a2b3c4d-0000-4000-8000-000000000000/view',
  appUrl: 'https://books.example.com',
}

function documentWith(change: Partial<InvoiceDocument> = {}, today = '2026-11-05'): InvoiceDocument {
  const { client, logoId: _logo, sendOption: _option, sendReminder: _reminder, ...input } = invoiceInput()
  const { id: _id, ...writtenClient } = client
  const written = {
    ...unpaid,
    ...input,
    parts: [],
    client: writtenClient,
    number: '1A2B3C4D',
    locale: 'en-US',
    logo: null,
    paidOn: null,
    ...change,
  }
  const result = calculateTotals(written.charge, written.currency)
  if (!result.ok) throw new Error(result.reason)
  const status = change.status === 'paid' ? 'paid' : 'pending'
  return documentOn(today, { ...written, status, totals: result.totals })
}

/** What a reader sees of the HTML, as words. */
function wordsOf(html: string): string {
  return html
    .replace(/<style>[^]*?<\/style>/, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
}

function renderParts(document: InvoiceDocument) {
  const { html, text, subject } = renderInvoiceMail(document, addresses)
  return { html, text, subject, parts: [wordsOf(html), text.replaceAll(/\s+/g, ' ')] }
}

test('both parts say who, how much, until when and what for, with the figures of the calculator', () => {
  const { parts, subject, html, text } = renderParts(
    documentWith({ purchaseOrder: 'PO-77', notes: 'Thank you\nfor everything', description: 'November' }),
  )
  expect(subject).toBe('Invoice 1A2B3C4D from Test Business')
  for (const part of parts) {
    for (const words of [
      'Hello Test Client,',
      'Test Business has sent you an invoice. $1,698.11 is due on Dec 1, 2026.',
      'PO-77',
      'Nov 1, 2026',
      'Design',
      '1.5 × $120.00',
      '$180.00',
      '10 × $150.00',
      '$1,729.99',
      'Discount (10%)',
      '-$173.00',
      'VAT (8.1%)',
      '$126.12',
      'Delivery',
      '$15.00',
      'November',
      'Thank you for everything',
      'billing@business.example',
    ]) {
      expect(part).toContain(words)
    }
  }
  expect(html).toContain(`href="${addresses.publicUrl}"`)
  expect(text.split('\n')).toContain(addresses.publicUrl)
  expect(text).toContain('Amount due: $1,698.11')
})

test('an invoice of one amount has no list of lines', () => {
  const { html, text } = renderParts(documentWith({ charge: { kind: 'amount', amountMinor: 125_000 } }))
  expect(text).toContain('Amount due: $1,250.00')
  expect(html + text).not.toContain('Subtotal')
})

test('the whole amount is due, and an offer for early payment stands below it', () => {
  const document = documentWith({
    charge: { kind: 'amount', amountMinor: 10_000 },
    paymentTerms: '2_10_net_30',
  })
  const { parts } = renderParts(document)
  for (const part of parts) {
    expect(part).toContain('$100.00 is due on Dec 1, 2026.')
    expect(part).toMatch(
      /Amount due:? \$100\.00 Or pay \$98\.00 by Nov 11, 2026 and save \$2\.00 \(2%\) View and pay invoice/,
    )
  }
})

test('a paid invoice says so and asks for nothing', () => {
  const { parts } = renderParts(documentWith({ status: 'paid', paidOn: '2026-11-04' }))
  for (const part of parts) {
    expect(part).toContain('was paid on Nov 4, 2026. Nothing is left to pay.')
    expect(part).toMatch(/Status:? Paid on Nov 4, 2026/)
    expect(part).not.toContain('Amount due')
  }
})

test('one that comes to nothing asks for nothing', () => {
  const { parts } = renderParts(documentWith({ charge: { kind: 'amount', amountMinor: 0 } }))
  for (const part of parts) {
    expect(part).toContain('sent you an invoice. There is nothing to pay.')
    expect(part).toContain('View invoice')
    expect(part).not.toContain('View and pay')
  }
})

describe('once a part was paid', () => {
  const paid = {
    movements: [{ kind: 'payment', on: '2026-11-03', method: 'transfer', amountMinor: 4000 }],
    receivedMinor: 4000,
  } satisfies Partial<InvoiceDocument>

  test('the rest is what is due, and the sums say why', () => {
    const { parts } = renderParts(documentWith(paid))
    for (const part of parts) {
      expect(part).toContain('$1,658.11 is due on Dec 1, 2026.')
      expect(part).toMatch(
        /Total:? \$1,698\.11 Paid Nov 3, 2026 \(bank transfer\):? -\$40\.00 Amount due:? \$1,658\.11/,
      )
      expect(part).toContain('View and pay invoice')
    }
  })

  test('an invoice of one amount says so among its facts', () => {
    const { parts } = renderParts(documentWith({ ...paid, charge: { kind: 'amount', amountMinor: 10_000 } }))
    for (const part of parts) {
      expect(part).toMatch(
        /Amount:? \$100\.00 Paid Nov 3, 2026 \(bank transfer\):? -\$40\.00 Amount due:? \$60\.00/,
      )
    }
  })
})

test('what was paid is what came in, not what was asked for', () => {
  const { parts } = renderParts(
    documentWith({
      charge: { kind: 'amount', amountMinor: 10_000 },
      status: 'paid',
      paidOn: '2026-11-04',
      receivedMinor: 9800,
      creditedMinor: 200,
    }),
  )
  for (const part of parts) {
    expect(part).toContain('$98.00 was paid on Nov 4, 2026.')
    expect(part).toMatch(/Early payment discount:? -\$2\.00/)
  }
})

test('an overdue one says since when', () => {
  const { parts } = renderParts(documentWith({}, '2026-12-02'))
  for (const part of parts) expect(part).toContain('was due on Dec 1, 2026.')
})

test('a long list is cut, and says how many lines only the PDF has', () => {
  const lines = Array.from({ length: 18 }, (_, index) => ({
    description: `Part no. ${index + 1}.`,
    quantity: 1000,
    rateMinor: 100,
  }))
  const charge = { kind: 'lines', taxIncluded: false, lines, discount: null, taxes: [], fees: [] } as const
  const { parts } = renderParts(documentWith({ charge: { ...charge, taxes: [], fees: [] } }))
  for (const part of parts) {
    expect(part).toContain('Part no. 15.')
    expect(part).not.toContain('Part no. 16.')
    expect(part).toContain('and 3 more, see the PDF')
    expect(part).toMatch(/Total:? \$18\.00/)
  }
})

test('a large logo is shown small, in its own proportions', () => {
  const logo = { id: '7d8f4f39-3c1f-4f6a-9a51-6f1b0f1f2a3b', url: '/x', width: 1200, height: 300 }
  expect(renderParts(documentWith({ logo })).html).toContain(
    `<img src="cid:logo-${logo.id}" alt="" width="200" height="50"`,
  )
})

test('names from right to left do not turn the sentences around them', () => {
  const company = { ...documentWith().company, name: 'סטודיו 5' }
  const { html, text } = renderParts(documentWith({ company, notes: 'שלום' }))
  for (const part of [html, text]) {
    expect(part).toContain('\u2068סטודיו 5\u2069 has sent you an invoice.')
    expect(part).toContain('Hello Test Client,')
  }
  expect(html).toMatch(/<div dir="auto"[^>]*>סטודיו 5<\/div>/)
  expect(html).toMatch(/<p [^>]*dir="auto"[^>]*>שלום<\/p>/)
})

describe('in every look', () => {
  const logo = { id: '7d8f4f39-3c1f-4f6a-9a51-6f1b0f1f2a3b', url: '/x', width: 1200, height: 300 }
  const looks = ['classic', 'modern', 'compact'] as const
  const positions = ['left', 'center', 'right'] as const
  const styled = (change: Partial<DocumentStyle>, more: Partial<InvoiceDocument> = {}) =>
    renderParts(documentWith({ ...more, style: { ...defaultStyle, ...change } }))

  test('the words are the same, and nothing is fetched from outside', () => {
    const [classic] = styled({}).parts
    for (const look of looks) {
      for (const logoPosition of positions) {
        const { html, text, parts } = styled({ look, logoPosition, accentColour: '#be123c' }, { logo })
        expect(parts[0]).toBe(classic)
        expect(text).toBe(styled({}).text)
        // Two links to the invoice, one home, and the picture that is attached.
        const urls = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, url]) => url)
        expect(urls).toHaveLength(4)
        for (const url of urls) expect(url).toMatch(/^(?:https:\/\/books\.example\.com\/|cid:logo-)/)
        expect(html).not.toMatch(/url\(|@import|<link|<script/)
      }
    }
  })

  test('the button has the accent, and ink that can be read on it', () => {
    for (const look of looks) {
      const dark = styled({ look, accentColour: '#be123c' }).html
      expect(dark).toMatch(
        /bgcolor="#be123c" style="[^"]*background-color:#be123c[^"]*"><a [^>]*color:#ffffff/,
      )
      const bright = styled({ look, accentColour: '#facc15' }).html
      expect(bright).toMatch(
        /bgcolor="#facc15" style="[^"]*background-color:#facc15[^"]*"><a [^>]*color:#040606/,
      )
    }
  })

  test('the heading stands in a band, or has the accent, or is plain', () => {
    const headings = looks.map((look) => {
      const { html } = styled({ look, accentColour: '#be123c' })
      return /(bgcolor="#be123c"[^>]*>)?<h1[^>]*color:(#[0-9a-f]{6})/.exec(html)?.slice(1)
    })
    expect(headings).toEqual([
      [undefined, '#0f1e1d'],
      [expect.stringContaining('bgcolor'), '#ffffff'],
      [undefined, '#be123c'],
    ])
  })

  test('the logo stands where it was put, with the name below it', () => {
    const margins = positions.map(
      (logoPosition) =>
        /margin:([^"]*)"><tr><td style="[^"]*"><img/.exec(styled({ logoPosition }, { logo }).html)?.[1],
    )
    expect(margins).toEqual(['0 0 8px', '0 auto 8px', '0 0 8px auto'])
    expect(styled({ logoPosition: 'right' }).html).toBe(styled({}).html)
  })

  test('what is no colour is not written into it', () => {
    const attack = '#fff;background:url(https://evil.example/x)"><script>'
    for (const look of looks) {
      const { html } = styled({ look, accentColour: attack })
      expect(html).not.toMatch(/evil|script/)
      expect(html).toContain('background-color:#0d5f5a')
    }
  })
})
