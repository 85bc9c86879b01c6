import { describe, expect, test } from 'vitest'
import { formatFiles } from '../../../../test/support/bank-files/formats/format-files.ts'
import { tableFiles } from '../../../../test/support/bank-files/tables/table-files.ts'
import { makeWorkbook } from '../../../../test/support/bank-files/tables/workbook.ts'
import { facts } from '../../../../test/support/data-imports/facts.ts'
import { bankStatementText } from '../rules.ts'
import type { Choices } from './data-file.ts'
import { readDataFile } from './read-data-file.ts'

const readBytes = (bytes: Uint8Array, choices: Choices = {}) => readDataFile(bytes, choices, facts)
const read = (lines: string[], choices: Choices = {}) =>
  readBytes(new TextEncoder().encode(lines.join('\n')), choices)

const running = [
  'Date,Description,Amount,Balance',
  '2026-01-05,Card Paper House,-18.20,981.80',
  '2026-01-07,Invoice 12 Elm,500.00,1481.80',
  '2026-01-09,Rent,-900.00,581.80',
]
const sides = [
  'My account',
  '',
  'Date,Details,Paid out,Paid in',
  '2026-01-05,Card Paper House,18.20,',
  '2026-01-07,Elm,,500.00',
]

describe('a bank statement is refused with a way', () => {
  test.each([
    ['a balance that runs along', running],
    ['the newest booking first', [running[0]!, ...running.slice(1).toReversed()]],
    ['money out and in', sides],
    ['a checking account of an American bank', ['Details,Posting Date,Description,Amount,Type,Balance', 'DEBIT,01/09/2026,Rent,-900.00,ACH,581.80', 'CREDIT,01/07/2026,Elm,500.00,ACH,1481.80']],
    ['another language', ['Buchungstag;Verwendungszweck;Betrag;Saldo', '05.01.2026;Papier;-18,20;981,80', '07.01.2026;Elm;500,00;1.481,80']],
  ])('if it has %s', (_what, lines) => {
    expect(() => read(lines)).toThrow(bankStatementText)
  }) // prettier-ignore

  test('if it is a workbook', () => {
    const rows = running.map((line) => line.split(','))
    const cells = rows.map((row, at) =>
      at === 0 ? row : [...row.slice(0, 2), Number(row[2]), Number(row[3])],
    )
    expect(() => readBytes(makeWorkbook(cells))).toThrow(bankStatementText)
  })

  test('if it is OFX, QIF, MT940 or CAMT', () => {
    const files = formatFiles.filter(({ truth, name }) => !('refused' in truth) && !name.includes('zip'))
    expect(files.length).toBeGreaterThan(50)
    for (const { bytes, name } of files) expect(() => readBytes(bytes), name).toThrow(bankStatementText)
  })

  test('if it is one of these banks', () => {
    const names = [
      'us-chase-checking',
      'us-bank-of-america',
      'uk-lloyds',
      'uk-natwest',
      'in-hdfc',
      'de-ing',
      'es-bbva',
    ]
    const files = tableFiles.filter(({ name }) => names.includes(name))
    expect(files).toHaveLength(names.length)
    for (const { bytes, name } of files) expect(() => readBytes(bytes), name).toThrow(bankStatementText)
  })
})

describe('not taken for a bank statement', () => {
  test.each([
    [
      'invoices with what is open of them',
      'invoices',
      [
        'No,Client,Email,Date,Amount,Balance',
        '1,Elm,e@elm.example,2026-01-05,100.00,100.00',
        '2,Elm,e@elm.example,2026-01-06,200.00,200.00',
        '3,Elm,e@elm.example,2026-01-07,300.00,0.00',
      ],
    ],
    [
      'invoices with two columns of payments',
      'invoices',
      [
        'Invoice,Client,Email,Date,Total,Deposit,Payments',
        '1,Elm,e@elm.example,2026-01-05,100.00,,100.00',
        '2,Elm,e@elm.example,2026-01-06,200.00,50.00,',
      ],
    ],
    ['clients with a balance', 'clients', ['Client,Email,Debit,Credit', 'Elm,e@elm.example,10.00,']],
    ['expenses', 'expenses', ['Date,Vendor,Amount,Tax', '2026-01-05,Paper House,18.20,1.20']],
  ])('are %s', (_what, kind, lines) => {
    const file = read(lines)
    expect(file.kind).toBe(kind)
    expect(file.rows.map(({ state }) => state)).not.toContain('error')
  })

  test('is a table whose columns the owner has chosen', () => {
    const choices = { kind: 'expenses' as const, columns: { date: 0, amount: 2, notes: 1 } }
    expect(read(running, choices).rows).toHaveLength(3)
  })
})
