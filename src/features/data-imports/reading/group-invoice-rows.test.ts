import { describe, expect, test } from 'vitest'
import { facts } from '../../../../test/support/data-imports/facts.ts'
import { programFiles } from '../../../../test/support/data-imports/program-files.ts'
import { readDataFile } from './read-data-file.ts'

const read = (...lines: string[]) => readDataFile(new TextEncoder().encode(lines.join('\n')), {}, facts)
const rowsOf = (file: ReturnType<typeof read>) =>
  file.rows.map(({ rowNumber, state, problems }) => [rowNumber, state, problems[0]?.text])
const countRows = (file: ReturnType<typeof read>) =>
  file.rows.reduce((count, { cells }) => count + cells.length, 0)

const header =
  'Invoice number,Client,Client email,Issue date,Due date,Currency,Status,Description,Price,Total'
const own = 'Give each invoice its own number.'

describe('rows with the same number', () => {
  test.each([
    ['client', '7,Elm,,2026-01-01,,,,Design,20,', '7,Oak,,2026-01-01,,,,Print,30,'],
    ['client email', '7,Elm,a@elm.example,2026-01-01,,,,Design,20,', '7,Elm,b@elm.example,,,,,Print,30,'],
    ['issue date', '7,Elm,,2026-01-01,,,,Design,20,', '7,Elm,,2026-01-02,,,,Print,30,'],
    ['due date', '7,Elm,,2026-01-01,2026-02-01,,,Design,20,', '7,Elm,,2026-01-01,2026-02-02,,,Print,30,'],
    ['currency', '7,Elm,,2026-01-01,,EUR,,Design,20,', '7,Elm,,2026-01-01,,USD,,Print,30,'],
    ['status', '7,Elm,,2026-01-01,,,paid,Design,20,', '7,Elm,,2026-01-01,,,void,Print,30,'],
    ['total', '7,Elm,,2026-01-01,,,,Design,20,20.00', '7,Elm,,2026-01-01,,,,Print,30,30.00'],
  ])('but another %s are errors, each of its own', (what, one, other) => {
    expect(rowsOf(read(header, one, other))).toEqual([
      [2, 'error', `Row 3 has the same number but another ${what}. ${own}`],
      [3, 'error', `Row 2 has the same number but another ${what}. ${own}`],
    ])
  })

  test('are lines of one invoice where they agree in what is filled, however it is written', () => {
    const file = read(
      header,
      '7,Elm  Ltd,a@elm.example,2026-01-01,,usd,Sent,Design,20,50',
      '#7,ELM ltd,A@elm.example,,,USD,sent,Print,30,50.00',
      '7,,,,,,,Rebate,0,',
    )
    expect(file.rows).toMatchObject([{ rowNumber: 2, state: 'good', record: { totalMinor: 5000 } }])
    expect(countRows(file)).toBe(3)
  })

  test('that name no client are errors, too, where the others disagree', () => {
    const file = read(
      header,
      '7,Elm,,2026-01-01,,,,Design,20,',
      '7,,,,,,,Cards,10,',
      '7,Oak,,2026-01-01,,,,Print,30,',
    )
    expect(rowsOf(file)[1]).toEqual([
      3,
      'error',
      `Rows 2 and 4 have this number, each with another client. ${own}`,
    ])
  })

  test('without prices are one invoice only if a row is there twice, for two totals can be two lines', () => {
    const lines = 'If these are lines of one invoice, choose their column as “Line amount without tax”.'
    const columns = 'Invoice number,Client,Issue date,Description,Total'
    expect(
      rowsOf(
        read(
          columns,
          '7,Elm,2026-01-01,Design,50',
          '7,Elm,2026-01-01,Print,50',
          '8,Elm,2026-01-01,Cards,9',
          '8,Elm,2026-01-01,Cards,9',
          '9,Elm,2026-01-01,Cards,9',
          '9,Elm,2026-01-01,Cards,8',
        ),
      ),
    ).toEqual([
      [2, 'error', `Row 3 has the same number and total. ${own} ${lines}`],
      [3, 'error', `Row 2 has the same number and total. ${own} ${lines}`],
      [4, 'good', expect.stringContaining('There is no due date')],
      [5, 'left_out', 'This row is the same as row 4.'],
      [6, 'error', `Row 7 has the same number but another total. ${own} ${lines}`],
      [7, 'error', `Row 6 has the same number but another total. ${own} ${lines}`],
    ])
  })

  test('are left out where they are no invoices, such as a payment with the number of its check', () => {
    const file = read(
      'Date,Type,No.,Customer,Due date,Balance,Amount,Status',
      '01/14/2026,Invoice,1001,Oak Cafe,02/13/2026,0.00,50.00,Paid',
      '01/20/2026,Payment,1001,Pine Ltd,,,80.00,',
      '01/20/2026,,1001,Pine Ltd,,,10.00,',
    )
    expect(file.rows).toMatchObject([
      { state: 'good', record: { totalMinor: 5000 } },
      { rowNumber: 3, state: 'left_out' },
    ])
    expect(countRows(file)).toBe(3)
  })
})

test.each(Object.entries(programFiles))('each filled row of %s is accounted for', (_name, text) => {
  const file = readDataFile(new TextEncoder().encode(`${text}\n,,\nTotal of all,99.00\n`), {}, facts)
  const lines = text.trimEnd().split('\n')
  const top = lines.findIndex((line) => line.split(',').length === file.header.length)
  expect(countRows(file)).toBe(lines.length - top)
  expect(file.rows.at(-1)).toMatchObject({
    state: 'left_out',
    problems: [{ text: 'This row has no data. It is a title, a note or a sum.' }],
  })
})

test('bills with one number are one expense only if they are the same bill', () => {
  const bills = programFiles.xeroBills.replace('Tool Shop,,B-10,16/01/2026', 'Tool Shop,,B-10,17/01/2026')
  expect(read(bills).rows.map(({ record }) => record)).toMatchObject([
    { amountMinor: 4800 },
    { date: '2026-01-17' },
    { date: '2026-01-16' },
  ])
})
