import { describe, expect, test } from 'vitest'
import { invoiceDocument } from '../../../../test/support/fixtures/invoice-document.ts'
import { readPdf } from '../../../../test/support/read-pdf.ts'
import type { Currency } from '../../../shared/currencies.ts'
import { defaultStyle } from '../../business/contract.ts'
import { type StoredPart, planParts } from '../parts/part-rules.ts'
import { renderInvoicePdf } from './invoice-pdf.ts'
import { pdfLookOf } from './pdf-style.ts'

const dueDate = '2026-12-31'
const dates = ['2026-11-18', '2026-11-25', '2026-12-10']

function planned(totalMinor: number, percentages: readonly number[]): StoredPart[] {
  const asked = percentages.map((value, index) => ({
    amount: { kind: 'percentage' as const, value },
    dueDate: dates[index]!,
  }))
  return planParts(asked, { totalMinor, dueDate }) ?? []
}

async function read(
  look: 'classic' | 'modern' | 'compact',
  changes: Parameters<typeof invoiceDocument>[0] & { charge: { kind: 'amount'; amountMinor: number } },
  percentages = [30_000],
) {
  const invoice = invoiceDocument(
    {
      dueDate,
      parts: planned(changes.charge.amountMinor, percentages),
      style: { ...defaultStyle, look },
      ...changes,
    },
    '2026-11-20',
  )
  const pdf = await readPdf(
    await renderInvoicePdf(invoice, { publicUrl: 'https://pay.example/i', logo: null }),
  )
  return { ...pdf, look: pdfLookOf(invoice) }
}

describe.each(['classic', 'modern', 'compact'] as const)('%s', (look) => {
  test('the parts are a table: name, date, amount, and what became of each below its name', async () => {
    const charge = { kind: 'amount', amountMinor: 320_000 } as const
    const {
      text,
      pages,
      look: measures,
    } = await read(look, { charge, receivedMinor: 108_000 }, [33_333, 12_500, 20_000])
    expect(text).toContain(
      [
        'Payment schedule Due Amount',
        'Installment 1 of 4 (33.333%) Nov 18, 2026 $1,066.66',
        'Paid',
        'Installment 2 of 4 (12.5%) Nov 25, 2026 $400.00',
        '$13.34 paid',
        'Installment 3 of 4 (20%) Dec 10, 2026 $640.00',
        'Installment 4 of 4 Dec 31, 2026 $1,093.34',
      ].join('\n'),
    )
    const { x, width } = measures.totals
    const amounts = pages[0]!.items.filter((item) =>
      ['$1,066.66', '$400.00', '$640.00', '$1,093.34'].includes(item.text),
    )
    expect(amounts).toHaveLength(4)
    for (const amount of amounts) expect(amount.x + amount.width).toBeCloseTo(x + width - 8, 0)
  })

  const formats: [Currency, string][] = [
    ['JPY', 'ja-JP'],
    ['KWD', 'en-KW'],
    ['KWD', 'ar-KW'],
    ['ILS', 'he-IL'],
    ['IDR', 'id-ID'],
    ['EUR', 'de-DE'],
  ]
  test.each(formats)(
    'no text of it touches another, with high amounts in %s (%s)',
    async (currency, locale) => {
      const charge = { kind: 'amount', amountMinor: 99_999_999_999 } as const
      const { pages, look: measures } = await read(
        look,
        { charge, currency, locale, receivedMinor: 30_000_000_000 },
        [33_333, 12_500, 20_000],
      )
      const { items } = pages[0]!
      const inTable = items.filter(({ x }) => x >= measures.totals.x)
      const from = inTable.find((item) => item.text.startsWith('Payment'))!.y
      const rows = inTable.filter(({ y }) => y > from - 1 && y < measures.sheet.bottom)
      // Twelve cells of four parts below a head of three.
      expect(rows.length).toBeGreaterThanOrEqual(15)
      for (const [index, one] of rows.entries()) {
        expect(one.x + one.width).toBeLessThan(measures.sheet.right)
        for (const other of rows.slice(index + 1)) {
          if (Math.abs(one.y - other.y) >= 1) continue
          const [left, right] = one.x < other.x ? [one, other] : [other, one]
          expect(left.x + left.width, `${left.text} | ${right.text}`).toBeLessThanOrEqual(right.x + 0.1)
        }
      }
    },
  )

  test('sums longer than a page leave each part on one page, below a head', async () => {
    const lateFees = Array.from({ length: 120 }, (_, index) => ({
      dueDate: '2026-11-18',
      on: `2026-11-${String((index % 9) + 10)}`,
      amountMinor: 100,
    }))
    let splits = 0
    const rowsOfPage = look === 'compact' ? 56 : 36
    for (let count = rowsOfPage - 8; count < rowsOfPage + 8; count++) {
      const charge = { kind: 'amount', amountMinor: 320_000 } as const
      const { pages } = await read(look, { charge, lateFees: lateFees.slice(0, count) }, [30_000, 20_000])
      const names = ['Installment 1 of 3', 'Installment 2 of 3', 'Installment 3 of 3']
      const withRows = pages.filter((page) => page.lines.some((line) => line.startsWith('Installment')))
      expect(
        withRows.flatMap((page) => page.lines.filter((line) => names.some((name) => line.startsWith(name)))),
      ).toHaveLength(3)
      for (const page of withRows) {
        expect(page.lines.filter((line) => line === 'Payment schedule Due Amount')).toHaveLength(1)
      }
      if (withRows.length > 1) splits += 1
      const [first] = withRows
      const late = first!.lines.findIndex((line) => line.startsWith('Installment 1'))
      expect(first!.lines[late + 1]).toBe('Overdue, with late fee')
    }
    expect(splits).toBeGreaterThan(0)
  })
})

test('an invoice without parts has no schedule', async () => {
  const { text } = await read('classic', { charge: { kind: 'amount', amountMinor: 1000 }, parts: [] })
  expect(text).not.toContain('Payment schedule')
})
