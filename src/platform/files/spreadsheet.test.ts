import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { type ReadSheet, dayOf, readWorkbook, valuesOf } from '../../../test/support/exports/read-workbook.ts'
import { currencies } from '../../shared/currencies.ts'
import { decimalText } from '../../shared/money.ts'
import { type Sheet, type SheetCell, type SheetColumn, csvBytes, xlsxBytes } from './spreadsheet.ts'
import { streamZip } from './stream-zip.ts'

const date = new Date('2026-11-19T12:00:00Z')

async function write(sheets: Sheet[], maxRows?: number): Promise<ReadSheet[]> {
  return readWorkbook(
    await buffer(xlsxBytes(sheets, { date, ...(maxRows === undefined ? {} : { maxRows }) })),
  )
}

const sheetOf = (
  kind: SheetColumn['kind'],
  cells: SheetCell[],
  column: Partial<SheetColumn> = {},
): Sheet => ({
  name: 'Sheet',
  columns: [{ header: 'Value', kind, ...column }],
  rows: cells.map((cell) => [cell]),
})

async function cellsOf(kind: SheetColumn['kind'], cells: SheetCell[], column: Partial<SheetColumn> = {}) {
  const [sheet] = await write([sheetOf(kind, cells, column)])
  return sheet!.rows.slice(1).map(([cell]) => cell ?? null)
}

const csvOf = async (sheet: Sheet) => (await buffer(csvBytes(sheet))).toString()

test('numbers are numbers, dates are dates and texts are texts, each in its column', async () => {
  const sheet: Sheet = {
    name: 'Invoices',
    columns: [
      { header: 'Number', kind: 'text' },
      { header: 'Issued', kind: 'date' },
      { header: 'Total', kind: 'money' },
      { header: 'Hours', kind: 'number' },
      { header: 'Tax', kind: 'percent' },
    ],
    rows: [
      ['INV-1', '2026-01-31', { minor: 123_450, currency: 'USD' }, 1.5, 7700],
      ['0042', null, { minor: -5, currency: 'KWD' }, -3, 20_000],
      ['', '2026-02-28', null, null, null],
      ['Sum', 'to today', 'none', 0, 0],
    ],
  }
  const [read] = await write([sheet])
  expect(valuesOf(read!)).toEqual([
    ['Number', 'Issued', 'Total', 'Hours', 'Tax'],
    ['INV-1', 46_053, 1234.5, 1.5, 0.077],
    ['0042', null, -0.005, -3, 0.2],
    [null, 46_081],
    ['Sum', 'to today', 'none', 0, 0],
  ])
  expect(read!.rows[1]!.map((cell) => cell?.format)).toEqual([
    '@',
    'yyyy-mm-dd',
    '#,##0.00',
    'General',
    '0.0%',
  ])
  expect(read!.rows[2]!.map((cell) => cell?.format)).toEqual(['@', undefined, '#,##0.000', 'General', '0%'])
  expect(read!.rows.map((row) => row[0]?.isBold ?? false)).toEqual([true, false, false, false, false])
  expect(read!.frozenRows).toBe(1)
  expect(await csvOf(sheet)).toBe(
    '\u{feff}Number,Issued,Total,Hours,Tax\r\nINV-1,2026-01-31,1234.50,1.5,7.7%\r\n0042,,-0.005,-3,20%\r\n,2026-02-28,,,\r\nSum,to today,none,0,0%\r\n',
  )
})

test('an amount has the decimals of its currency, and its code where the column asks for it', async () => {
  const amounts = ['JPY', 'EUR', 'BHD'].map((currency) => ({ minor: 1000, currency }))
  const cells = await cellsOf('money', amounts, { showsCurrency: true })
  expect(cells.map((cell) => [cell?.value, cell?.format])).toEqual([
    [1000, '#,##0\\ [$JPY]'],
    [10, '#,##0.00\\ [$EUR]'],
    [1, '#,##0.000\\ [$BHD]'],
  ])
  expect(await csvOf(sheetOf('money', amounts, { showsCurrency: true }))).toBe(
    '\u{feff}Value,Value currency\r\n1000,JPY\r\n10.00,EUR\r\n1.000,BHD\r\n',
  )
})

test('every amount is the decimal of its minor units, without a float in between', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.maxSafeInteger(), fc.constantFrom(...currencies)), {
        minLength: 1,
        maxLength: 20,
      }),
      async (amounts) => {
        const money = amounts.map(([minor, currency]) => ({ minor, currency }))
        const xml = Buffer.from(
          unzipSync(await buffer(xlsxBytes([sheetOf('money', money)], { date })))[
            'xl/worksheets/sheet1.xml'
          ]!,
        ).toString()
        const stored = [...xml.matchAll(/<row r="(?!1")\d+">.*?<(?:v|t xml:space="preserve")>(.*?)</g)]
        expect(stored.map(([, value]) => value)).toEqual(
          money.map(({ minor, currency }) => decimalText(minor, currency)),
        )
      },
    ),
    { numRuns: 50 },
  )
})

test('a number with more digits than spreadsheets keep is a text', async () => {
  const money = [999_999_999_999_999, 9_007_199_254_740_991].map((minor) => ({ minor, currency: 'USD' }))
  expect((await cellsOf('money', money)).map((cell) => cell?.value)).toEqual([
    9_999_999_999_999.99,
    '90071992547409.91',
  ])
  const numbers = await cellsOf('number', [123_456_789_012_345, 1_234_567_890_123_456, 0.1 + 0.2, 1e21])
  expect(numbers.map((cell) => cell?.value)).toEqual([
    123_456_789_012_345,
    '1234567890123456',
    0.3,
    '1000000000000000000000',
  ])
  await expect(cellsOf('number', [Number.NaN])).rejects.toThrow('Not a number')
  expect(await csvOf(sheetOf('number', [0.1 + 0.2, 1e21]))).toBe(
    '\u{feff}Value\r\n0.3\r\n1000000000000000000000\r\n',
  )
})

test('a day from before Excel counts right is a text', async () => {
  const cells = await cellsOf('date', ['1900-02-28', '1900-03-01', '2000-02-29', '9999-12-31', '2026-02-30'])
  expect(cells.map((cell) => cell?.value)).toEqual(['1900-02-28', 61, 36_585, 2_958_465, '2026-02-30'])
  expect([dayOf(cells[1]), dayOf(cells[2])]).toEqual(['1900-03-01', '2000-02-29'])
})

test('no text is a formula, whatever it begins with', async () => {
  const texts = ['=1+1', '+41 44', '-cmd', '@sum', '\t=1', '=HYPERLINK("https://evil.example","x")', '＝1']
  for (const kind of ['text', 'money', 'number', 'date', 'percent'] as const) {
    // The reader of the tests refuses formulas.
    expect((await cellsOf(kind, texts)).map((cell) => [cell?.value, cell?.format])).toEqual(
      texts.map((each) => [each, '@']),
    )
  }
  expect(await csvOf(sheetOf('text', ['=1+1', '-5']))).toBe("\u{feff}Value\r\n'=1+1\r\n'-5\r\n")
})

/** XML 1.0: no other control characters, and neither of these two. */
const isAllowed = (character: string) =>
  (character >= ' ' || character === '\t' || character === '\n') &&
  character !== '\u{fffe}' &&
  character !== '\u{ffff}'

test('any text comes back, without what XML forbids', async () => {
  expect(
    (
      await cellsOf('text', [
        '<b>&amp; "quoted" \'too\'</b>',
        ' spaces  at both ends ',
        'two\r\nlines\rand three',
        'שלום עולם مرحبا',
        '👩‍👩‍👧 日本語',
        '_x0041_ and _X000d_',
        'a\u{0}b\u{1b}c\u{fffe}d\u{d800}e\u{dfff}f',
      ])
    ).map((cell) => cell?.value),
  ).toEqual([
    '<b>&amp; "quoted" \'too\'</b>',
    ' spaces  at both ends ',
    'two\nlines\nand three',
    'שלום עולם مرحبا',
    '👩‍👩‍👧 日本語',
    '_x0041_ and _X000d_',
    'abcdef',
  ])
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'binary', minLength: 1 }), { maxLength: 20 }),
      async (texts) => {
        const cells = await cellsOf('text', texts)
        expect(cells.map((cell) => cell?.value)).toEqual(
          texts.map((each) => Array.from(each.replaceAll(/\r\n?/g, '\n')).filter(isAllowed).join('')),
        )
      },
    ),
    { numRuns: 50 },
  )
})

test('a text is cut where a cell ends, but not within a character', async () => {
  const [whole, long, pair] = await cellsOf('text', [
    'x'.repeat(32_767),
    'x'.repeat(40_000),
    `${'x'.repeat(32_766)}👍`,
  ])
  expect(whole?.value).toHaveLength(32_767)
  expect(long?.value).toHaveLength(32_767)
  expect(pair?.value).toBe('x'.repeat(32_766))
})

test('sheets have names that Excel accepts, each its own', async () => {
  const named = (name: string): Sheet => ({ name, columns: [{ header: 'Value', kind: 'text' }], rows: [] })
  const names = [
    'Profit & Loss', 'A/B: [what]?*\\', "'quoted'", 'History', '', 'x'.repeat(40), 'X'.repeat(40),
    `${'y'.repeat(30)}👍`,
  ] // prettier-ignore
  const sheets = await write(names.map(named))
  expect(sheets.map(({ name }) => name)).toEqual([
    'Profit & Loss',
    'A B what',
    'quoted',
    'History (2)',
    'Sheet',
    'x'.repeat(31),
    `${'X'.repeat(27)} (2)`,
    'y'.repeat(30),
  ])
})

test('title lines come above the header and stay in view, and rows can be bold', async () => {
  const sheet: Sheet = {
    name: 'Report',
    title: ['Profit and loss', 'January 2026'],
    columns: [
      { header: 'Account', kind: 'text' },
      { header: 'Amount', kind: 'money' },
    ],
    rows: [
      ['Sales', { minor: 500, currency: 'USD' }],
      ['Total', { minor: 500, currency: 'USD' }],
    ],
    isBold: ([label]) => label === 'Total',
  }
  const [read] = await write([sheet])
  expect(valuesOf(read!)).toEqual([
    ['Profit and loss'],
    ['January 2026'],
    [],
    ['Account', 'Amount'],
    ['Sales', 5],
    ['Total', 5],
  ])
  expect(read!.rows.map((row) => row.map((cell) => cell?.isBold))).toEqual([
    [true],
    [false],
    [],
    [true, true],
    [false, false],
    [true, true],
  ])
  expect(read!.frozenRows).toBe(4)
  expect(await csvOf(sheet)).toBe('\u{feff}Account,Amount\r\nSales,5.00\r\nTotal,5.00\r\n')
})

test('more rows than a sheet can have continue in the next, with the header again', async () => {
  const numbers = (count: number): Sheet => ({
    name: 'Numbers',
    columns: [{ header: 'Number', kind: 'number' }],
    rows: Array.from({ length: count }, (_, index) => [index]),
  })
  const other: Sheet = { ...numbers(1), name: 'Other' }
  const sheets = await write([numbers(7), other], 4)
  expect(sheets.map((sheet) => [sheet.name, ...valuesOf(sheet).flat()])).toEqual([
    ['Numbers', 'Number', 0, 1, 2],
    ['Numbers (2)', 'Number', 3, 4, 5],
    ['Numbers (3)', 'Number', 6],
    ['Other', 'Number', 0],
  ])
  expect((await write([numbers(6)], 4)).map(({ rows }) => rows.length)).toEqual([4, 4])
  expect((await write([numbers(0)], 4)).map(({ rows }) => rows.length)).toEqual([1])
})

test('no more rows are read than are written, and leaving closes them', async () => {
  for (const open of [(sheet: Sheet) => xlsxBytes([sheet], { date }), (sheet: Sheet) => csvBytes(sheet)]) {
    let read = 0
    let wasClosed = false
    const rows = async function* (): AsyncGenerator<SheetCell[]> {
      try {
        for (;;) {
          read += 1
          yield [`Row ${read} ${Math.random()}`]
        }
      } finally {
        wasClosed = true
      }
    }
    const bytes = open({ name: 'Endless', columns: [{ header: 'Value', kind: 'text' }], rows: rows() })
    let size = 0
    for await (const chunk of bytes) if ((size += chunk.length) > 100_000) break
    expect(read).toBeLessThan(100_000)
    await expect.poll(() => wasClosed).toBe(true)
  }
})

test('a failure of the rows breaks the file', async () => {
  const rows = async function* (): AsyncGenerator<SheetCell[]> {
    yield ['one']
    throw new Error('the source dried up')
  }
  const sheet = (): Sheet => ({ name: 'Half', columns: [{ header: 'Value', kind: 'text' }], rows: rows() })
  await expect(buffer(xlsxBytes([sheet()], { date }))).rejects.toThrow('the source dried up')
  await expect(buffer(csvBytes(sheet()))).rejects.toThrow('the source dried up')
})

test('a workbook can be a file of an archive', async () => {
  const stream = streamZip(
    (zip) => zip.add('reports/one.xlsx', xlsxBytes([sheetOf('number', [42])], { date })),
    {
      date,
      maxPauseMs: 60_000,
      limitMs: 60_000,
    },
  )
  const [sheet] = readWorkbook(unzipSync(await buffer(stream))['reports/one.xlsx']!)
  expect(valuesOf(sheet!)).toEqual([['Value'], [42]])
})
