import { expect, test } from 'vitest'
import { readQifDate, findDateOrders } from './qif-dates.ts'
import { readQif } from './read-qif.ts'

test.each([
  ["1/31'99", 'mdy', '1999-01-31'],
  ["1/ 5'05", 'mdy', '2005-01-05'],
  ['31/01/2010', 'dmy', '2010-01-31'],
  ['2010-01-31', 'dmy', '2010-01-31'],
  ['12.31.2010', 'mdy', '2010-12-31'],
  ['31.12.69', 'dmy', '2069-12-31'],
  ['31.12.70', 'dmy', '1970-12-31'],
  ['10/01/31', 'ymd', '2010-01-31'],
  ['03/25/099Point of sale', 'mdy', '1999-03-25'],
  ['5 March 2026', 'mdy', '2026-03-05'],
  ['20260131', 'mdy', '2026-01-31'],
  ['31/01/2010', 'mdy', null],
  ['2026', 'mdy', null],
] as const)('%s read as %s is %s', (text, order, expected) => {
  expect(readQifDate(text, order)).toBe(expected)
})

test('one date decides the order of all', () => {
  expect(findDateOrders(['01/02/2026', '13/02/2026'])).toEqual(['dmy'])
  expect(findDateOrders(['01/02/2026', '02/13/2026'])).toEqual(['mdy'])
  expect(findDateOrders(['96/02/13', '96/02/14'])).toEqual(['ymd'])
  expect(findDateOrders(['26/02/13', '26/02/14', '26/02/16'])).toEqual(['ymd', 'dmy'])
  expect(findDateOrders(['10/02/26', '13/02/26'])).toEqual(['dmy'])
  expect(findDateOrders(['13/13/2026'])).toEqual([])
})

test('where no date decides, the reading in which days follow each other comes first', () => {
  expect(findDateOrders(['6/1/94', '6/2/94', '6/3/94'])).toEqual(['mdy', 'dmy'])
  expect(findDateOrders(['1/6/94', '2/6/94', '3/6/94'])).toEqual(['dmy', 'mdy'])
  expect(findDateOrders(['1/1/94', '2/2/94'])).toEqual(['mdy'])
})

test('an unclear order is asked with both results, and the answer counts', () => {
  const text = '!Type:Bank\nD6/1/94\nT-5.00\n^\nD6/2/94\nT1.00\n^\n'
  const [question] = readQif(text).questions
  expect(question?.about).toBe('dates')
  expect(question?.readings.map((reading) => reading.text)).toEqual([
    'Jun 1, 1994; Jun 2, 1994 (month first)',
    'Jan 6, 1994; Feb 6, 1994 (day first)',
  ])
  const answered = readQif(text, { dates: 'dmy' })
  expect(answered.questions).toEqual([])
  expect(answered.statements[0]?.transactions.map(({ date }) => date)).toEqual(['1994-01-06', '1994-02-06'])
})

test('splits belong to their record, and so does its first memo', () => {
  const text =
    '!Type:CCard\nD2026-01-31\nT-1,000.00\nN1005\nPBank\nMLoan\nL[x]\nSInterest\nEmemo of a part\n$-253.64\nSRest\n$-746.36\n^\n'
  expect(readQif(text).statements).toMatchObject([
    {
      kind: 'credit',
      transactions: [
        {
          date: '2026-01-31',
          amount: '-1000.00',
          description: 'Loan',
          counterparty: 'Bank',
          reference: '1005',
          bankId: null,
        },
      ],
    },
  ])
})

test('the opening record is no booking, but a payee of that name later is', () => {
  const text =
    '!Type:Bank\nD2026-01-01\nT500.00\nPOpening Balance\nL[Giro]\n^\nD2026-01-02\nT1.00\nPOpening Balance\n^\n'
  expect(readQif(text).statements).toMatchObject([
    { account: 'Giro', openingBalance: '500.00', transactions: [{ amount: '1.00' }] },
  ])
})

test('investments beside a bank register are left out', () => {
  const text =
    '!Account\nNShares\nTInvst\n^\n!Type:Invst\nD1/1/26\nNBuy\nT9.00\n^\n!Account\nNGiro\nTBank\n^\n!Type:Oth A\nD1/31/26\nU2.00\n^\n'
  expect(readQif(text).statements).toMatchObject([{ account: 'Giro', transactions: [{ amount: '2.00' }] }])
})

test.each([
  ['!Type:Bank\nT1.00\nPX\n^\n', 'The record in line 2 has no date.'],
  ['!Type:Bank\nDsoon\nT1.00\n^\n', 'The record in line 2 has a date that cannot be read: soon'],
  ['!Type:Bank\nD2026-01-31\nPX\n^\n', 'The record in line 2 has no amount.'],
  ['!Type:Bank\n^\n', 'This QIF file has no transactions.'],
])('%j is refused', (text, message) => {
  expect(() => readQif(text)).toThrow(message)
})
