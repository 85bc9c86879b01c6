import { expect, test } from 'vitest'
import { readMt940 } from './read-mt940.ts'

const wrap = (...lines: string[]) =>
  [':20:X', ':25:ACC', ':28C:1/1', ':60F:C260101EUR100,', ...lines, ':62F:C260131EUR100,', '-'].join('\n')
const read = (...lines: string[]) => readMt940(wrap(...lines)).statements[0]?.transactions ?? []
const amounts = (...lines: string[]) => read(...lines).map(({ amount }) => amount)

test.each([
  ['D', '-5.00'],
  ['C', '5.00'],
  ['RC', '-5.00'],
  ['RD', '5.00'],
  ['CR', '5.00'],
  ['DR', '-5.00'],
  ['RCR', '-5.00'],
  ['RDD', '5.00'],
])('%s is %s', (direction, amount) => {
  expect(amounts(`:61:260105${direction}5,00NTRFNONREF`)).toEqual([amount])
})

test.each([
  ['1000,', '1000'],
  ['1000', '1000'],
  ['0,5', '0.50'],
  ['000000001234,56', '1234.56'],
  [',75', '0.75'],
  ['1.234,56', '1234.56'],
])('the amount %s is %s', (written, amount) => {
  expect(amounts(`:61:260105C${written}NTRFNONREF`)).toEqual([amount])
})

test.each([
  ['2601050106', '2026-01-06'],
  ['260105', '2026-01-05'],
  ['260105    ', '2026-01-05'],
  ['2601021231', '2025-12-31'],
  ['2512310102', '2026-01-02'],
  ['2402280229', '2024-02-29'],
  ['2601050000', '2026-01-05'],
  ['991231', '1999-12-31'],
])('%s was booked on %s', (written, date) => {
  expect(read(`:61:${written}D1,00NTRFNONREF`)[0]?.date).toBe(date)
})

test('references are those of the customer and of the bank', () => {
  expect(read(':61:260105C1,00NTRFINV-12//2026010500017', ':61:260105C1,00NTRFNONREF//0001')).toMatchObject([
    { reference: 'INV-12', bankId: '2026010500017' },
    { reference: null, bankId: null },
  ])
})

test('a short type is filled with blanks, and an empty balance is none', () => {
  expect(read(':61:260105C1,00NOV NONREF', ':61:260105C1,00NOV 12345')).toMatchObject([
    { reference: null },
    { reference: '12345' },
  ])
  expect(readMt940(wrap().replace(/:60F:.*/, ':60F:')).statements).toMatchObject([
    { openingBalance: null, closingBalance: '100' },
  ])
})

test('German subfields are joined across lines', () => {
  const lines = [
    ':61:2601050105C1,00NTRFNONREF',
    ':86:166?00GUTSCHRIFT?109310?20EREF+RE-2026-17 SVWZ+Rechnun?21g 2026-17 vom 3. Januar?30BANKDE',
    'FF?31DE02120300000000202051?32Lange Firma fuer Buerobedar?33f GmbH',
  ]
  expect(read(...lines)).toMatchObject([
    {
      description: 'Rechnung 2026-17 vom 3. Januar',
      counterparty: 'Lange Firma fuer Buerobedarf GmbH',
      reference: 'RE-2026-17',
    },
  ])
})

test('Dutch keys are read, with the counterparty in either form', () => {
  expect(
    read(
      ':61:260105D1,00N247NONREF',
      ':86:/TRTP/IDEAL/IBAN/NL91ABNA0417164300/NAME/Web Shop/REMI/Order 5/EREF/NOTPROVIDED',
      ':61:260105D2,00N247NONREF',
      ':86:/EREF/E-1//CNTP/NL32INGB0000012345/INGBNL2A/Yarn Store///REMI/USTD//Wool/',
    ),
  ).toMatchObject([
    { description: 'Order 5', counterparty: 'Web Shop', reference: null },
    { description: 'Wool', counterparty: 'Yarn Store', reference: 'E-1' },
  ])
})

test('lines of a text that look like tags stay text', () => {
  const [first, second] = read(
    ':61:260105C1,00NTRFNONREF',
    ':86:Paid for',
    ':20:units',
    ':59:of paper',
    ':61:and ink',
    ':61:260106C2,00NTRFNONREF',
    ':86:B',
  )
  expect(first?.description).toBe('Paid for :20:units :59:of paper :61:and ink')
  expect(second).toMatchObject({ amount: '2.00', description: 'B' })
})

test('a text below the closing balance belongs to no transaction', () => {
  const text = wrap(':61:260105C1,00NTRFNONREF', ':86:A').replace(/-$/, ':86:Dear customer')
  expect(readMt940(text).statements[0]?.transactions[0]?.description).toBe('A')
})

test('expected entries of MT942 are left out beside booked ones', () => {
  expect(amounts(':61:260105EC9,00NTRFNONREF', ':61:260105C1,00NTRFNONREF')).toEqual(['1.00'])
})

test('balances that do not agree are asked about in words', () => {
  const file = readMt940(wrap(':61:260105C1,00NTRFNONREF'))
  expect(file.statements[0]?.reconciles).toBe(false)
  expect(file.questions.map(({ readings }) => readings[0]?.text)).toEqual([
    'The file says that the balance of ACC went from 100 EUR to 100 EUR. Its transactions add up to 1.00 EUR, so the balance would be 101.00 EUR.',
  ])
})

test('an overdrawn balance is negative', () => {
  const text = wrap().replaceAll(':C2601', ':D2601')
  expect(readMt940(text).statements).toMatchObject([
    { openingBalance: '-100', closingBalance: '-100', reconciles: true },
  ])
})
