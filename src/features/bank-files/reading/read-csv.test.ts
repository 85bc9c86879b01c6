import { expect, test } from 'vitest'
import type { Choices } from './bank-file.ts'
import { readCsv } from './read-csv.ts'

const read = (text: string, choices: Choices = {}) => readCsv(text, choices)
const amounts = (text: string, choices: Choices = {}) =>
  read(text, choices).statements.flatMap(({ transactions }) => transactions.map(({ amount }) => amount))
const questions = (text: string) => read(text).questions.map(({ about }) => about)

test('names, references and ids of the bank come from their columns', () => {
  const [statement] = read(
    'Transaction ID;Booking date;Value date;Payee;Description;Reference;Amount;Currency;Balance\n' +
      'T-1;2026-01-30;2026-01-31;Print Shop;Paper;RF18;-5.00;EUR;95.00\n' +
      'T-2;2026-02-02;2026-02-01;Client;Invoice 14;;20.00;EUR;115.00\n',
  ).statements
  expect(statement).toEqual({
    account: null,
    bankName: null,
    currency: 'EUR',
    kind: 'cash',
    openingBalance: '100.00',
    closingBalance: '115.00',
    closingDate: null,
    reconciles: true,
    transactions: [
      {
        date: '2026-01-30',
        amount: '-5.00',
        description: 'Paper',
        counterparty: 'Print Shop',
        reference: 'RF18',
        bankId: 'T-1',
      },
      {
        date: '2026-02-02',
        amount: '20.00',
        description: 'Invoice 14',
        counterparty: 'Client',
        reference: null,
        bankId: 'T-2',
      },
    ],
  })
})

test('transactions come from old to new, whatever the order of the rows', () => {
  const [statement] = read('Date,Description,Amount\n2026-02-01,B,-2.00\n2026-01-31,A,1.00\n').statements
  expect(statement?.transactions.map(({ description }) => description)).toEqual(['A', 'B'])
})

test('equal rows that are both real stay both', () => {
  expect(
    amounts('Date,Text,Amount,Balance\n2026-01-31,Fare,-2.00,8.00\n2026-01-31,Fare,-2.00,6.00\n'),
  ).toEqual(['-2.00', '-2.00'])
})

test('an id that repeats is none of the bank', () => {
  const [statement] = read('ID,Date,Text,Amount\n7,2026-01-31,A,-1.00\n7,2026-02-01,B,1.00\n').statements
  expect(statement?.transactions.map(({ bankId }) => bankId)).toEqual([null, null])
})

test('a row without a date belongs to the day above', () => {
  const text =
    'Date,Details,Debit,Credit,Balance\n28/03/2026,Coffee,5.00,,\n,Paper,10.00,,85.00\n31/03/2026,Client,,100.00,185.00\n'
  const [statement] = read(text).statements
  expect(statement?.transactions.map(({ date, amount }) => [date, amount])).toEqual([
    ['2026-03-28', '-5.00'],
    ['2026-03-28', '-10.00'],
    ['2026-03-31', '100.00'],
  ])
  expect(statement?.reconciles).toBe(true)
})

test('a total at the end is no booking, even with a date', () => {
  expect(
    amounts(
      'Date;Libellé;Débit;Crédit\n15/01/2026;Loyer;-500,00;\n16/01/2026;Client;;700,00\n31/01/2026;Total;-500,00;700,00\n',
    ),
  ).toEqual(['-500.00', '700.00'])
})

test('texts below a row belong to it', () => {
  const [statement] = read(
    'Date,Text,Amount\n2026-01-31,Transfer,-5.00\n,to the print shop,\n2026-02-01,Client,7.00\n',
  ).statements
  expect(statement?.transactions[0]?.description).toBe('Transfer to the print shop')
})

test('two tables in one file are two statements', () => {
  const text =
    'Girokonto\nBuchungstag;Text;Betrag\n15.01.2026;Miete;-500,00\n16.01.2026;Kunde;700,00\n\nKreditkarte\nBuchungstag;Text;Betrag\n17.01.2026;Hotel;-100,00\n'
  expect(read(text).statements.map(({ kind, transactions }) => [kind, transactions.length])).toEqual([
    ['cash', 2],
    ['credit', 1],
  ])
})

test('the opening balance in the file has to lead to the first running balance', () => {
  const text = (opening: string) =>
    `Opening balance,${opening}\n\nDate,Text,Amount,Balance\n2026-01-31,A,-5.00,95.00\n2026-02-01,B,7.00,102.00\n`
  expect(questions(text('100.00'))).toEqual([])
  expect(questions(text('90.00'))).toEqual(['balance'])
})

test('rows of different currencies are never one statement, and balances that join them are asked about', () => {
  const text =
    'Date,Text,Amount,Currency,Balance\n2026-01-15,A,-5.00,USD,95.00\n2026-01-16,B,100.00,EUR,195.00\n2026-01-20,C,50.00,GBP,245.00\n'
  expect(read(text).statements.map(({ currency }) => currency)).toEqual(['USD', 'EUR', 'GBP'])
  expect(questions(text)).toEqual(['balance'])
})

test('a balance that happens to go on from one currency to the next joins nothing', () => {
  const text =
    'Completed Date,Description,Amount,Fee,Currency,State,Balance\n2026-01-15,A,-10.00,0.00,EUR,COMPLETED,90.00\n2026-01-16,B,-50.00,1.00,EUR,COMPLETED,39.00\n2026-01-17,C,100.00,0.00,USD,COMPLETED,100.00\n'
  expect(
    read(text).statements.map(({ currency, openingBalance, closingBalance }) => [
      currency,
      openingBalance,
      closingBalance,
    ]),
  ).toEqual([
    ['EUR', '100.00', '39.00'],
    ['USD', '0.00', '100.00'],
  ])
  expect(questions(text)).toEqual([])
})

test('currencies that are written at the amounts divide a table too', () => {
  const text =
    'Date,Text,Amount\n2026-01-15,A,-€5.00\n2026-01-16,B,£7.00\n2026-01-20,C,€50.00\n2026-01-21,D,$1.00\n'
  expect(read(text).statements.map(({ currency, transactions }) => [currency, transactions.length])).toEqual([
    ['EUR', 2],
    ['GBP', 1],
    [null, 1],
  ])
})

test('a currency that only purchases abroad have divides nothing', () => {
  const text =
    'Date,Text,Amount,Currency\n2026-01-15,A,-5.00,\n2026-01-16,B,100.00,USD\n2026-01-20,C,50.00,\n'
  expect(read(text).statements).toHaveLength(1)
})

test('an amount after fees is less than what went out', () => {
  const text =
    'Finished on,Direction,Fee amount,Source amount (after fees),Source currency,Status\n' +
    '2026-01-15,OUT,0.50,99.50,EUR,COMPLETED\n2026-01-16,OUT,0.50,20.00,EUR,CANCELLED\n2026-01-17,IN,0.00,50.00,EUR,COMPLETED\n'
  expect(amounts(text)).toEqual(['-100.00', '50.00'])
})

test('a date of completion counts, even if many rows were never completed', () => {
  const text =
    'Started Date,Completed Date,Description,Amount,State\n2026-01-04,2026-01-05,A,-5.00,COMPLETED\n' +
    '2026-01-06,,B,-7.00,PENDING\n2026-01-07,,C,-8.00,DECLINED\n2026-01-09,2026-01-10,D,9.00,COMPLETED\n'
  expect(read(text).statements[0]?.transactions.map(({ date }) => date)).toEqual(['2026-01-05', '2026-01-10'])
})

test('words turn two columns without labels, and are asked for where there are none', () => {
  const text = (first: string, second: string) =>
    `2026-01-05,${first},500.00,\n2026-01-06,Paper,,12.00\n2026-01-07,${second},,40.00\n`
  expect(amounts(text('PAYROLL', 'ATM WITHDRAWAL'))).toEqual(['500.00', '-12.00', '-40.00'])
  expect(questions(text('PAYROLL', 'ATM WITHDRAWAL'))).toEqual([])
  expect(questions(text('A', 'B'))).toEqual(['columns'])
})

test('a kind of booking that may mean either side decides nothing alone', () => {
  const text = (types: string[]) =>
    `Date,Description,Type,Amount\n${types.map((type, n) => `2026-01-0${n + 1},Note,${type},5.00`).join('\n')}\n`
  expect(questions(text(['Payment', 'Payment']))).toEqual(['sign'])
  expect(amounts(text(['Payment', 'Deposit']))).toEqual(['-5.00', '5.00'])
  expect(amounts(text(['debit', 'debit']))).toEqual(['-5.00', '-5.00'])
})

test('names and categories that look like a side or a currency are none', () => {
  const text =
    'Date,Name,Kategori,Net\n2026-01-05,B,Mad,48.25\n2026-01-06,B,Mad,-7.00\n2026-01-07,B,Mad,3.00\n'
  expect(amounts(text)).toEqual(['48.25', '-7.00', '3.00'])
  expect(read(text).statements.map(({ currency }) => currency)).toEqual([null])
})

test('wages that a business pays do not turn its account', () => {
  const text =
    'Buchungstag;Text;Betrag\n05.01.2026;Gehalt Januar;-3000,00\n16.01.2026;Rechnung 12;5000,00\n18.01.2026;Papier;-50,00\n'
  expect(amounts(text)).toEqual(['-3000.00', '5000.00', '-50.00'])
})

test('a number that stays the same is no balance before the bookings', () => {
  const text = '"Branch","123456","2026/01/03","Pay",,1000.00\n"Branch","123456","2026/01/31","Fee",20.00,\n'
  expect(amounts(text)).toHaveLength(2)
  expect(questions(text)).toEqual(['columns'])
})

test('what the owner chose about dates, decimals and signs counts', () => {
  const text = 'Date,Text,Amount\n02/03/2026,Rent,1.500\n'
  expect(questions(text)).toEqual(['dates', 'decimals', 'sign'])
  const chosen = read(text, { dates: 'mdy', decimals: '.', sign: 'reversed' })
  expect(chosen.questions).toEqual([])
  expect(chosen.statements[0]?.transactions[0]).toMatchObject({ date: '2026-02-03', amount: '-1.500' })
})

test('each reading of a question gives what it shows, with the choices that it names', () => {
  const text = 'Date,Text,Amount\n02/03/2026,Rent,-5.00\n03/03/2026,Client,7.00\n'
  const [question] = read(text).questions
  expect(question?.readings.map((reading) => reading.text)).toEqual([
    'Mar 2, 2026, Mar 3, 2026 (day first)',
    'Feb 3, 2026, Mar 3, 2026 (month first)',
  ])
  for (const { choices, sample } of question?.readings ?? [])
    expect(read(text, choices).statements[0]?.transactions).toEqual(sample)
})

test('the columns that the owner chose are used', () => {
  const text = '2026-01-31,Paper,5.00,900.00,note\n2026-02-01,Ink,7.00,40.00,more\n'
  const columns = { date: 0, amount: { in: 3, out: 2 }, description: [4] }
  const [statement] = read(text, { columns }).statements
  expect(statement?.transactions.map(({ amount, description }) => [amount, description])).toEqual([
    ['895.00', 'note'],
    ['33.00', 'more'],
  ])
})

test('the shape is that of the columns, not of the bookings', () => {
  const shape = (text: string) => read(text).shape
  const first = shape('Date,Text,Amount\n2026-01-31,A,-5.00\n2026-02-01,B,5.00\n')
  expect(shape('Date,TEXT,Amount\n2026-03-31,C,-6.00\n2026-04-01,D,8.00\n')).toBe(first)
  expect(shape('Date;Text;Amount\n2026-01-31;A;-5.00\n2026-02-01;B;5.00\n')).not.toBe(first)
})

test('a row whose amount cannot be read is named', () => {
  expect(() => read(`Date,Text,Amount\n${'2026-01-31,A,-5.00\n'.repeat(12)}2026-02-01,B,5.00.00x\n`)).toThrow(
    'Row 14 has an amount that cannot be read: “5.00.00x”.',
  )
})

test('a table with far too many columns is refused', () => {
  const rows = ['Date,Amount', '2026-01-31,-5.00'].map((row) => row + ',x'.repeat(1998)).join('\n')
  expect(() => read(rows)).toThrow('This table has 2000 columns. A bank statement has at most 500.')
})
