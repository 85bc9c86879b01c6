import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { invoiceDocument } from '../../../../test/support/fixtures/invoice-document.ts'
import { readPdf } from '../../../../test/support/read-pdf.ts'
import { maxLineCharacters } from '../document/charge-rules.ts'
import { renderInvoicePdf } from './invoice-pdf.ts'

const options = { publicUrl: 'https://pay.example/i', logo: null }

/** As many letters as an invoice may have, in the script that takes longest to shape, and no word like another. */
function heaviestInvoice() {
  const letters = Array.from({ length: maxLineCharacters }, (_, index) =>
    String.fromCodePoint(0x915 + ((index * index + (index >> 5)) % 36)),
  )
  const lines = Array.from({ length: maxLineCharacters / 500 }, (_, index) => ({
    description: letters.slice(index * 500, (index + 1) * 500).join(''),
    quantity: 1000,
    rateMinor: 100,
  }))
  return invoiceDocument({
    charge: { kind: 'lines', taxIncluded: false, lines, discount: null, taxes: [], fees: [] },
  })
}

test('the process goes on answering while the heaviest invoice is drawn', async () => {
  const drawing = renderInvoicePdf(heaviestInvoice(), options)
  const answering = (async () => {
    for (let count = 0; count < 200; count++) await readFile(import.meta.filename)
  })()
  const first = await Promise.race([drawing.then(() => 'drawn'), answering.then(() => 'answered')])
  expect(first).toBe('answered')
  expect((await readPdf(await drawing)).pages.length).toBeGreaterThan(5)
})

test('invoices drawn at the same time are not mixed up', async () => {
  const numbers = Array.from({ length: 8 }, (_, index) => `0000000${index}`)
  const drawn = await Promise.all(
    numbers.map((number) => renderInvoicePdf(invoiceDocument({ number, notes: `Note ${number}` }), options)),
  )
  for (const [index, pdf] of drawn.entries()) {
    const { title, text } = await readPdf(pdf)
    expect(title).toBe(`Invoice ${numbers[index]}`)
    expect(text.match(/Note \d+/g)).toEqual([`Note ${numbers[index]}`])
  }
})
