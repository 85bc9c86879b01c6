import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayOf, readWorkbook } from '../../../../test/support/exports/read-workbook.ts'
import { makePicture } from '../../../../test/support/fixtures/images.ts'
import { openReports } from '../../../../test/support/fixtures/reports.ts'
import { readPdf } from '../../../../test/support/read-pdf.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { cleanText } from '../../../platform/pdf/clean-text.ts'
import { decimalText } from '../../../shared/money.ts'
import { thousandthsText } from '../../../shared/thousandths.ts'
import { uploadLogo } from '../../business/contract.ts'
import { type Report, type ReportFormat, type ReportQuery, getReportFile } from '../contract.ts'
import { cellText } from '../report-text-rules.ts'
import type { ReportName } from '../rules.ts'
import { endReportPdfs } from './report-pdf.ts'

let app: TestApp
let business: Awaited<ReturnType<typeof openReports>>
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-11-18T12:00:00Z') })
  business = await openReports(app)
  await business.invoice({ issueDate: '2026-02-05', dueDate: '2026-03-07' })
  await business.invoice({ issueDate: '2026-10-05', dueDate: '2026-11-04' })
  await business.spend({ amountMinor: 30_000, category: 'Rent', date: '2026-11-01', notes: '=1+1' })
  await business.spend({ amountMinor: 4000, category: 'Software', date: '2026-03-31', vendor: '@חנות' })
  const file = new Blob([new Uint8Array(await makePicture('png'))])
  await answerOf(uploadLogo, await app.send(uploadLogo, { file }, { cookie: business.cookie }))
})
afterAll(() => Promise.all([app.close(), endReportPdfs()]))

const ask = (
  name: ReportName,
  query: Partial<ReportQuery>,
  format: ReportFormat,
  { cookie }: { cookie: string } = business,
) => app.send(getReportFile, { params: { name }, query: { ...query, format } }, { cookie })

async function download(name: ReportName, query: Partial<ReportQuery>, format: ReportFormat) {
  const response = await ask(name, query, format)
  if (!response.ok) throw new Error(await response.text())
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** The table as the page shows it. */
function shownTable(report: Report): string[][] {
  return [
    [report.rowHeading, ...report.columns.map(({ label }) => label)],
    ...report.rows.map(({ label, kind: row, cells }) => [
      label,
      ...report.columns.map(({ kind }, index) =>
        row === 'heading' ? '' : cellText(cells[index] ?? null, kind, report),
      ),
    ]),
  ]
}

/** The cells that a file for programs should have. */
function plainTable({ rowHeading, columns, rows, currency }: Report): string[][] {
  const textOf = (cell: Report['rows'][number]['cells'][number], kind: Report['columns'][number]['kind']) => {
    if (typeof cell !== 'number') return cell ?? ''
    if (kind === 'money') return decimalText(cell, currency)
    if (kind === 'percent') return `${thousandthsText(cell, 'en-US')}%`
    return kind === 'distance' ? thousandthsText(cell, 'en-US') : String(cell)
  }
  return [
    [rowHeading, ...columns.map(({ label }) => label)],
    ...rows.map(({ label, cells }) => [
      label,
      ...columns.map(({ kind }, index) => textOf(cells[index] ?? null, kind)),
    ]),
  ]
}

const withoutGuard = (cell: string) => cell.replace(/^'(?=[=+\-@])/, '')

/** Names of columns can have two lines, and signs beside right-to-left names are drawn on their other side. */
const wordsOf = (text: string) => cleanText(text).match(/[\p{L}\p{N}$.,%-]+/gu) ?? []

describe('a file has every cell of the report that the page shows', () => {
  test.each<[ReportName, Partial<ReportQuery>]>([
    ['profit-and-loss', {}],
    ['profit-and-loss', { by: 'month', basis: 'cash' }],
    ['profit-and-loss', { period: 'this-quarter', compare: 'last-year' }],
    ['expenses-by-merchant', { by: 'quarter' }],
    ['missing-receipts', {}],
    ['taxes', {}],
    ['owed-by-age', {}],
  ])('%s %o', async (name, query) => {
    const report = await business.read(name, query)
    expect(report.rows.length).toBeGreaterThan(1)
    const plain = plainTable(report)

    const csv: string[][] = parse((await download(name, query, 'csv')).bytes, { bom: true })
    expect(csv.map((cells) => cells.map(withoutGuard))).toEqual(plain)

    const [sheet] = readWorkbook((await download(name, query, 'xlsx')).bytes)
    const rows = sheet!.rows.slice(sheet!.frozenRows - 1, sheet!.frozenRows + report.rows.length)
    const values = rows.map((row, line) =>
      plain[line]!.map((_, column) => {
        const cell = row[column]
        if (!cell) return ''
        if (cell.format === 'yyyy-mm-dd') return dayOf(cell)
        const kind = report.columns[column - 1]?.kind
        if (typeof cell.value === 'string' || !kind) return String(cell.value)
        if (kind === 'percent') return `${Number((cell.value * 100).toFixed(3))}%`
        return kind === 'money' ? cell.value.toFixed(2) : String(cell.value)
      }),
    )
    expect(values).toEqual(plain)

    const pdf = await readPdf((await download(name, query, 'pdf')).bytes)
    const texts = pdf.pages.flatMap(({ items }) => items.map(({ text }) => text.trim()))
    const shown = shownTable(report).flat()
    const drawn = new Set(wordsOf(pdf.text))
    expect(shown.flatMap(wordsOf).filter((word) => !drawn.has(word))).toEqual([])
    const money = (all: readonly string[]) => all.filter((text) => /^-?\$[\d,]+\.\d\d$/.test(text)).toSorted()
    expect(money(texts)).toEqual(money(shown))
    expect(texts).toContain(report.title)
    expect(pdf.text.replaceAll('\n', ' ')).toContain(report.sentence)
  })
})

test('each format has its type and a name with the days', async () => {
  const days = { period: 'days', from: '2026-01-01', to: '2026-03-31' } as const
  const found = await Promise.all(
    (['pdf', 'csv', 'xlsx'] as const).map(async (format) => {
      const { headers } = await download('profit-and-loss', days, format)
      return [headers.get('content-type'), headers.get('content-disposition')]
    }),
  )
  const name = 'attachment; filename="profit-and-loss-2026-01-01-to-2026-03-31'
  expect(found).toEqual([
    ['application/pdf', `${name}.pdf"`],
    ['text/csv; charset=utf-8', `${name}.csv"`],
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', `${name}.xlsx"`],
  ])
})

test('a report that is limited says to what', async () => {
  const { client } = await business.invoice({ issueDate: '2026-03-01', dueDate: '2026-03-31' })
  const query = { client: client.id!, currency: 'USD' } as const
  const { bytes } = await download('profit-and-loss', query, 'pdf')
  const { text } = await readPdf(bytes)
  expect(text).toContain(`Client: ${client.name}`)
  expect(text).toContain('Only amounts in USD')
  const [sheet] = readWorkbook((await download('expenses-by-category', { category: 'Rent' }, 'xlsx')).bytes)
  expect(sheet!.rows.map(([cell]) => cell?.value)).toContain('Category: Rent')
})

test('the PDF has the logo of the business', async () => {
  const { bytes } = await download('profit-and-loss', {}, 'pdf')
  expect(bytes.includes('/Subtype /Image')).toBe(true)
})

test('the files are part of the plan', async () => {
  const free = await app.signUpAndIn()
  const problem = await problemOf(await ask('profit-and-loss', {}, 'csv', free))
  expect(problem).toMatchObject({ status: 403, code: 'PLAN_REQUIRED' })
})

test('there is no file while records are still being counted', async () => {
  const other = await openReports(app)
  await other.run(
    `insert into journal_changes (business_id, source, source_id)
     select $1, 'expense', gen_random_uuid() from generate_series(1, 3500)`,
    [other.businessId],
  )
  const response = await ask('profit-and-loss', {}, 'pdf', other)
  expect(response.headers.get('retry-after')).toBe('5')
  expect(await problemOf(response)).toMatchObject({
    status: 503,
    code: 'UNAVAILABLE',
    message: 'Your records are still being counted. Please try again in a moment.',
  })
})
