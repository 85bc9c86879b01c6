import { expect, test } from 'vitest'
import type { Statement } from './bank-file.ts'
import { joinStatements } from './join-statements.ts'

const day = (date: string, openingBalance: string | null, closingBalance: string | null): Statement => ({
  account: 'NL91ABNA0417164300',
  bankName: null,
  currency: 'EUR',
  kind: 'cash',
  openingBalance,
  closingBalance,
  closingDate: date,
  reconciles: true,
  transactions: [
    { date, amount: '5.00', description: 'a', counterparty: null, reference: null, bankId: null },
  ],
})

test('daily statements whose balances join become one', () => {
  const [joined, ...others] = joinStatements([
    day('2026-03-01', '10.00', '15.00'),
    day('2026-03-02', '15', '20.00'),
    day('2026-03-03', '20.00', '25.00'),
  ])
  expect(others).toEqual([])
  expect(joined).toMatchObject({
    openingBalance: '10.00',
    closingBalance: '25.00',
    closingDate: '2026-03-03',
    reconciles: true,
  })
  expect(joined?.transactions.map(({ date }) => date)).toEqual(['2026-03-01', '2026-03-02', '2026-03-03'])
})

test('statements with a gap, without balances or of another account stay apart', () => {
  const statements = [
    day('2026-03-01', '10.00', '15.00'),
    day('2026-03-02', '16.00', '21.00'),
    { ...day('2026-03-03', '21.00', '26.00'), account: 'NL02RABO0123456789' },
    day('2026-03-04', null, null),
  ]
  expect(joinStatements(statements)).toEqual(statements)
})

test('statements of two accounts that alternate are joined for each', () => {
  const other = (statement: Statement) => ({ ...statement, account: 'DE89370400440532013000' })
  const joined = joinStatements([
    day('2026-03-01', '10.00', '15.00'),
    other(day('2026-03-01', '1.00', '6.00')),
    day('2026-03-02', '15.00', '20.00'),
    other(day('2026-03-02', '6.00', '11.00')),
  ])
  expect(joined.map(({ account, transactions }) => [account, transactions.length])).toEqual([
    ['NL91ABNA0417164300', 2],
    ['DE89370400440532013000', 2],
  ])
})
