import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { makeWorkbook } from '../../../../test/support/bank-files/tables/workbook.ts'
import { readXlsx } from './read-xlsx.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('cells are texts, numbers, dates and stored results of formulas', () => {
  const workbook = makeWorkbook([
    ['Date', 'Description', 'Amount', 'Balance'],
    [{ date: '2026-01-31' }, 'Paper & ink', -0.1, { formula: 'HYPERLINK("x")', value: 0.2 }],
    [{ date: '2026-02-01' }, '=A1', 0.2, { formula: 'D2+C3', value: 0.4 }],
  ])
  const { format, statements, questions } = readXlsx(workbook, {})
  expect(format).toBe('xlsx')
  expect(questions).toEqual([])
  expect(statements[0]).toMatchObject({ openingBalance: '0.30', closingBalance: '0.40', reconciles: true })
  expect(
    statements[0]?.transactions.map(({ date, amount, description }) => [date, amount, description]),
  ).toEqual([
    ['2026-01-31', '-0.10', 'Paper & ink'],
    ['2026-02-01', '0.20', '=A1'],
  ])
})

test('a workbook with entities is refused', () => {
  const workbook = zipSync({
    'xl/workbook.xml': bytes('<!DOCTYPE x [<!ENTITY a "b">]><workbook/>'),
  })
  expect(() => readXlsx(workbook, {})).toThrow('document type definition')
})

test('a workbook whose sheet is missing is damaged', () => {
  const workbook = zipSync({
    'xl/workbook.xml': bytes('<workbook><sheets><sheet name="S" r:id="rId1"/></sheets></workbook>'),
    'xl/_rels/workbook.xml.rels': bytes('<Relationships/>'),
  })
  expect(() => readXlsx(workbook, {})).toThrow('damaged')
})
