import { afterAll, describe, expect, test } from 'vitest'
import { makePicture } from '../../../../test/support/fixtures/images.ts'
import { type ReadPdf, readPdf } from '../../../../test/support/read-pdf.ts'
import { reportByMonth, reportDocument, reportRow } from '../../../../test/support/reports/report-document.ts'
import { cleanText } from '../../../platform/pdf/clean-text.ts'
import { defaultStyle } from '../../business/contract.ts'
import type { Report } from '../contract.ts'
import { cellText } from '../report-text-rules.ts'
import type { ReportDocument } from './read-report-document.ts'
import { endReportPdfs, maxPdfCells, reportPdf } from './report-pdf.ts'

afterAll(() => endReportPdfs())

const draw = async (document: ReportDocument = reportDocument(), logo: Buffer | null = null) =>
  readPdf(await reportPdf(document, logo && { bytes: logo, contentType: 'image/png' }))

/** Every text lies on its page, beside the margins. */
function expectInside({ pages }: ReadPdf): void {
  for (const { width, height, items } of pages) {
    for (const { text, x, y, width: length } of items) {
      expect([text, x > 30 && x + length < width - 30]).toEqual([text, true])
      expect([text, y > 10 && y < height - 10]).toEqual([text, true])
    }
  }
}

describe('the PDF of a report', () => {
  test.each(['classic', 'modern', 'compact'] as const)(
    'has title, period, basis, sentence, chart and every figure in the look %s',
    async (look) => {
      const read = await draw(
        reportDocument(
          { closedThrough: '2026-02-28', filters: ['Client: Blue Door Bakery'] },
          { style: { ...defaultStyle, look } },
        ),
      )
      expect(read).toMatchObject({
        title: 'Profit and loss, January – March 2026',
        author: 'Riverside Studio',
        language: 'en-US',
        hasScripts: false,
      })
      expect(read.pages).toHaveLength(1)
      for (const line of [
        'Riverside Studio',
        'Profit and loss',
        'January – March 2026',
        'Income when invoiced · Client: Blue Door Bakery · All amounts in USD',
        'You kept 65 cents of each dollar you earned. Software grew most, by $219.60.',
        'Income Expenses Kept',
        'Oct–Dec 2025 Jan–Mar 2026',
        'Income and expenses Jan–Mar 2026 Oct–Dec 2025 Change',
        'Invoices $18,450.00 $15,200.50 21.4%',
        'Refunds -$120.00 $0.00 –',
        'Total income $18,330.00 $15,200.50 20.6%',
        'Software $980.40 $1,200.00 -18.3%',
        'What you kept $11,949.60 $8,600.50 38.9%',
        'Includes $120.00 of test payments and demo transactions, which moved no money.',
        'Closed through Feb 28, 2026: figures up to that day can no longer change.',
        'Riverside Studio Profit and loss · Made on Apr 2, 2026 · Page 1 of 1',
      ])
        expect(read.pages[0]!.lines.map((text) => text.replaceAll(/\s+/g, ' '))).toContain(line)
      expect(read.text).toContain('$20k')
      expectInside(read)
    },
  )

  test('is on the paper of the country, with the digits of its currency', async () => {
    const [page] = (await draw()).pages
    expect(page).toMatchObject({ width: 612, height: 792 })
    const read = await draw(
      reportDocument({ currency: 'JPY', locale: 'ja-JP' }, { company: { name: '株式会社', country: 'JP' } }),
    )
    expect(read.pages[0]!.height).toBeGreaterThan(841)
    expect(read.text).toContain('Invoices ¥1,845,000 ¥1,520,050 21.4%')
    expect(read.text).toContain('¥1.5M')
  })

  test.each(['left', 'center', 'right'] as const)('shows the logo, %s', async (logoPosition) => {
    const logo = await makePicture('png', { width: 600, height: 200 })
    for (const look of ['classic', 'modern', 'compact'] as const) {
      const document = reportDocument({}, { style: { ...defaultStyle, look, logoPosition } })
      const plain = await reportPdf(document, null)
      const bytes = await reportPdf(document, { bytes: logo, contentType: 'image/png' })
      expect(plain.includes('/Subtype /Image')).toBe(false)
      expect(bytes.includes('/Subtype /Image')).toBe(true)
      expectInside(await readPdf(bytes))
    }
  })

  test('without rows says so', async () => {
    const sentence = 'Nothing was earned or spent in this period.'
    const read = await draw(reportDocument({ rows: [], chart: null, notes: [], sentence }))
    expect(read.pages).toHaveLength(1)
    expect(read.text).toContain(sentence)
    expect(read.text).not.toContain('Income and expenses')
  })

  test('has no chart if all of it is zero', async () => {
    const series = [{ label: 'Kept', tone: 'net' as const, kind: 'line' as const, values: [0, 0] }]
    const { text } = await draw(reportDocument({ chart: { labels: ['A', 'B'], series, isCount: false } }))
    expect(text).not.toContain('Kept')
  })
})

describe('a long or wide report', () => {
  test('has 300 rows on pages that all have the names of the columns', async () => {
    const report = reportByMonth(3, 300)
    const read = await draw(reportDocument(report))
    expect(read.pages.length).toBeGreaterThan(8)
    for (const { lines, width, height } of read.pages) {
      expect(width).toBeLessThan(height)
      expect(lines).toContain('Income and expenses Jan 2021 Feb 2021 Mar 2021 Total')
    }
    for (const line of linesOf(report)) expect(read.text).toContain(line)
    expect(read.text).toContain(`Page ${read.pages.length} of ${read.pages.length}`)
    expectInside(read)
  })

  test('lies across with smaller type for the months of a year', async () => {
    const report = reportByMonth(12, 20)
    const read = await draw(reportDocument(report))
    expect(read.pages[0]).toMatchObject({ width: 792, height: 612 })
    for (const line of linesOf(report)) expect(read.text).toContain(line)
    expectInside(read)
  })

  test('with 60 months has its columns on several runs of pages, each with the labels of the rows', async () => {
    const report = reportByMonth(60, 30)
    const read = await draw(reportDocument(report))
    const heads = read.pages.map(
      ({ lines }) => lines.find((line) => line.startsWith('Income and expenses ')) ?? '',
    )
    expect(new Set(heads).size).toBeGreaterThan(3)
    const names = [...new Set(heads)].map((head) => head.replace('Income and expenses ', '')).join(' ')
    expect(names).toBe(report.columns.map(({ label }) => label).join(' '))
    const first = read.pages.flatMap(({ lines }) => lines.filter((line) => line.startsWith('Category 1 ')))
    expect(first).toHaveLength(new Set(heads).size)
    expect(first.map((line) => line.replace('Category 1 ', '')).join(' ')).toBe(
      linesOf(report)[0]!.replace('Category 1 ', ''),
    )
    expectInside(read)
  })

  test('keeps a heading with its first row, and a total with its last', async () => {
    const section = (name: string) => [
      reportRow({ label: `Heading ${name}`, kind: 'heading', level: 0, cells: [null] }),
      ...[1, 2, 3].map((row) => reportRow({ label: `Row ${row} of ${name}`, cells: [row] })),
      reportRow({ label: `Sum of ${name}`, kind: 'total', level: 0, cells: [6] }),
    ]
    const columns: Report['columns'] = [{ key: 'period', label: '2026', kind: 'money' }]
    const rows = Array.from({ length: 40 }, (_, index) => section(String(index + 1))).flat()
    const { pages } = await draw(reportDocument({ columns, rows }))
    expect(pages.length).toBeGreaterThan(4)
    for (const { lines } of pages) {
      const table = lines.slice(lines.findIndex((line) => line.startsWith('Income and expenses')) + 1)
      expect(table[0]).not.toMatch(/^Sum/)
      expect(table.findLast((line) => /^(?:Heading|Row|Sum)/.test(line))).not.toMatch(/^Heading/)
    }
  })

  test('is refused when it would take too long to draw', async () => {
    const document = reportDocument(reportByMonth(1, maxPdfCells / 3))
    await expect(reportPdf(document, null)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: { format: expect.stringContaining('choose a spreadsheet') as string },
    })
  })
})

/** What each row of a report shows. */
function linesOf(report: Report): string[] {
  return report.rows.map(({ label, cells }) =>
    [
      label,
      ...report.columns.map(({ kind }, index) => cleanText(cellText(cells[index] ?? null, kind, report))),
    ].join(' '),
  )
}

describe('texts of users', () => {
  const names = [
    'חנות הספרים',
    'شركة النور للتجارة',
    '株式会社さくら',
    'บริษัท ดอกไม้',
    '=1+1',
    '(not) \\ PDF <syntax>',
    'wide '.repeat(40),
  ]
  const rowsOf = (labels: readonly string[]) =>
    labels.map((label, index) => reportRow({ key: String(index), label, cells: [100, 200, 300] }))
  const chartOf = (labels: string[]): Report['chart'] => ({
    labels,
    series: [{ label: '2026', tone: 'out', kind: 'bar', values: labels.map((_, index) => 900 - index) }],
    isCount: false,
  })

  test('are drawn in any script, in the table and beside the bars of the chart', async () => {
    const read = await draw(reportDocument({ rows: rowsOf(names), chart: chartOf(names) }))
    for (const name of names.slice(0, 6)) {
      expect(read.pages[0]!.items.filter(({ text }) => text === name).length, name).toBe(2)
    }
    expectInside(read)
  })

  test('emoji, which no font has, leave the rest of a name', async () => {
    const { text } = await draw(reportDocument({ rows: rowsOf(['🎉 Party Co 👩‍👩‍👧']) }))
    expect(text).toContain('Party Co $1.00')
  })

  test('of 10,000 characters continue on the next pages', async () => {
    const long = 'word '.repeat(2000)
    const columns: Report['columns'] = [
      { key: 'note', label: 'Note', kind: 'text' },
      { key: 'amount', label: 'Amount', kind: 'money' },
    ]
    const rows = [
      reportRow({ key: 'long', label: long, cells: ['x'.repeat(10_000), 100] }),
      reportRow({ label: 'The next', kind: 'result', cells: ['end', 200] }),
    ]
    const read = await draw(reportDocument({ columns, rows, chart: chartOf([long]) }))
    expect(read.text.match(/\bword\b/g)!.length).toBeGreaterThanOrEqual(2000)
    expect(read.text.match(/x{5,}/g)!.join('')).toHaveLength(10_000)
    expect(read.text).toContain('The next end $2.00')
    expectInside(read)
  })

  test('in a chart of many rows are limited to those that fit', async () => {
    const many = Array.from({ length: 200 }, (_, index) => `Client ${index + 1}`)
    const read = await draw(reportDocument({ rows: rowsOf(many), chart: chartOf(many) }))
    expect(read.text).toMatch(/The chart has the first \d+ of 200 rows\./)
    expectInside(read)
  })
})
