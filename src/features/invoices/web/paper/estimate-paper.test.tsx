import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { invoiceDocument } from '../../../../../test/support/fixtures/invoice-document.ts'
import { formatMoney } from '../../../../shared/money.ts'
import type { InvoiceDocument } from '../../contract.ts'
import { InvoicePaper } from './invoice-paper.tsx'

type Estimate = NonNullable<InvoiceDocument['estimate']>

function textOf(change: Partial<Estimate>, look: InvoiceDocument['style']['look'] = 'classic'): string {
  const estimate: Estimate = { validUntil: '2026-12-15', status: 'open', accepted: null, ...change }
  const style = { ...invoiceDocument().style, look }
  return renderToStaticMarkup(<InvoicePaper invoice={invoiceDocument({ estimate, style })} />)
}

describe.each(['classic', 'modern', 'compact'] as const)('the %s look', (look) => {
  test.each([
    [{}, ['Open', 'Valid until Dec 15, 2026']],
    [{ status: 'expired' as const }, ['Expired', 'Was valid until Dec 15, 2026']],
    [{ status: 'declined' as const }, ['Declined']],
    [{ status: 'accepted' as const }, ['Accepted']],
  ])('says how an estimate stands: %j', (change, words) => {
    const html = textOf(change, look)
    for (const word of words) expect(html).toContain(word)
    expect(html).toContain('aria-label="Estimate 3F2A9C41"')
    expect(html).not.toContain('Amount due')
    expect(html).not.toContain('Pending')
  })

  test('says the total once below the lines', () => {
    const estimate: Estimate = { validUntil: '2026-12-15', status: 'open', accepted: null }
    const style = { ...invoiceDocument().style, look }
    const amount = { kind: 'amount', amountMinor: 320_000 } as const
    for (const charge of [amount, invoiceDocument().charge]) {
      const document = invoiceDocument({ estimate, style, charge })
      const html = renderToStaticMarkup(<InvoicePaper invoice={document} />)
      expect(html).not.toContain('>Total<')
      expect(html).not.toMatch(/<dl[^>]*><\/dl>/)
      expect(html).toMatch(
        new RegExp(`>Estimate total</dt><dd[^>]*>\\${formatMoney(document.totals.totalMinor, document)}<`),
      )
      expect(renderToStaticMarkup(<InvoicePaper invoice={{ ...document, estimate: undefined }} />)).toContain(
        '>Total<',
      )
    }
  })
})

test('an accepted estimate ends with who accepted it, and the signature', () => {
  const accepted = { name: 'Robin Baker', on: '2026-11-20', signature: null }
  expect(textOf({ status: 'accepted', accepted })).toContain('Robin Baker, Nov 20, 2026')
  const typed = { ...accepted, signature: { kind: 'typed', text: 'R. Baker' } as const }
  expect(textOf({ status: 'accepted', accepted: typed })).toContain('R. Baker')
  const drawn: Estimate['accepted'] = { ...accepted, signature: { kind: 'drawn', strokes: [[1, 2, 30, 40]] } }
  const html = textOf({ status: 'accepted', accepted: drawn })
  expect(html).toContain('M1 2L30 40')
  expect(html).toContain('aria-label="Drawn signature"')
})
