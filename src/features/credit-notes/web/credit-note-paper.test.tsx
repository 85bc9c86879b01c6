import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { invoiceDocument } from '../../../../test/support/fixtures/invoice-document.ts'
import type { Invoice } from '../../invoices/contract.ts'
import { InvoicePaper } from '../../invoices/web/paper/invoice-paper.tsx'
import { PaidNotice } from '../../invoices/web/paper/paid-notice.tsx'

const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

test.each(['classic', 'modern', 'compact'] as const)('a credit note is drawn as one, %s', (look) => {
  const creditNote = invoiceDocument({
    number: 'CN-0001',
    issueDate: '2026-11-18',
    currency: 'EUR',
    notes: 'Ordered twice',
    creditedInvoice: { number: 'INV-2026-007', issueDate: '2026-11-01' },
    charge: { kind: 'amount', amountMinor: 20_000 },
    style: { look, accentColour: '#0d5f5a', logoPosition: 'left' },
  })
  const html = renderToStaticMarkup(<InvoicePaper invoice={creditNote} />)
  expect(html).toContain('aria-label="Credit note CN-0001"')
  expect(html).toContain('Credit note</h2>')
  const text = textOf(html)
  expect(text).toMatch(/For invoice INV-2026-007.*Invoice date Nov 1, 2026/)
  expect(text).toMatch(/Invoice INV-2026-007 €200\.00/)
  expect(text).toMatch(/Credited €200\.00.*Reason Ordered twice/)
  for (const missing of ['Amount due', 'Due date', 'Pending', 'Notes']) expect(text).not.toContain(missing)
})

test('an invoice names its credit notes between the total and what is due, and says that it was cancelled', () => {
  const invoice = invoiceDocument({
    status: 'cancelled',
    charge: { kind: 'amount', amountMinor: 20_000 },
    creditNotes: [
      {
        id: '7d8f4f39-3c1f-4f6a-9a51-6f1b0f1f2a3b',
        number: 'CN-0001',
        on: '2026-11-18',
        amountMinor: 20_000,
      },
    ],
    creditNotesMinor: 20_000,
  })
  const text = textOf(renderToStaticMarkup(<InvoicePaper invoice={invoice} />))
  expect(text).toContain('Canceled')
  expect(text).toMatch(
    /Total \$200\.00 Credit note CN-0001, Nov 18, 2026 -\$200\.00 Amount due \$0\.00 Nothing to pay/,
  )
})

test.each([
  [0, 'The invoice can be changed once test payments are removed.'],
  [500, 'The invoice can no longer be changed because it has a credit note.'],
])(
  'an invoice with a test payment and %i credited says whether it can be changed again',
  (credited, text) => {
    const payment = { kind: 'payment', method: 'card', on: '2026-11-02', amountMinor: 10_000 } as const
    const invoice: Partial<Invoice> = {
      movements: [{ ...payment, isTest: true }],
      waivedMinor: 0,
      creditNotesMinor: credited,
    }
    expect(renderToStaticMarkup(<PaidNotice invoice={invoice as Invoice} />)).toContain(text)
  },
)
