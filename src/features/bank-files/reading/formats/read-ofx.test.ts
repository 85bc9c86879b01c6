import { expect, test } from 'vitest'
import { readOfx } from './read-ofx.ts'

const wrap = (entries: string, more = '') =>
  `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><FI><ORG>Sample Bank</FI></SONRS></SIGNONMSGSRSV1>` +
  `<BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>usd<BANKACCTFROM><ACCTID>77</BANKACCTFROM><BANKTRANLIST>${entries}</BANKTRANLIST>${more}</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
const entry = (fields: string) => `<STMTTRN>${fields}</STMTTRN>`
const first = (text: string) => readOfx(text).statements[0]?.transactions[0]

test('a transaction has its name, memo, number and id', () => {
  const fields =
    '<TRNTYPE>CHECK<DTPOSTED>20260131120000[-5:EST]<TRNAMT>-12.5<FITID>F1<CHECKNUM>1001<NAME>Tom &amp; Co &#233;<MEMO><![CDATA[a < b & c]]>'
  expect(first(wrap(entry(fields)))).toEqual({
    date: '2026-01-31',
    amount: '-12.50',
    description: 'a < b & c',
    counterparty: 'Tom & Co é',
    reference: '1001',
    bankId: 'F1',
  })
})

test('tags that are closed late, or never, keep their values', () => {
  const late =
    '<STMTTRN>\n<TRNTYPE>DEBIT\n<DTPOSTED>20260102\n<TRNAMT>-1.00\n<FITID>1\n<NAME>A\n<MEMO>B\n</MEMO></NAME></FITID></TRNAMT></DTPOSTED></TRNTYPE></STMTTRN>'
  const open = '<STMTTRN><DTPOSTED>20260103<TRNAMT>2.00<FITID>2<MEMO><NAME>C'
  expect(readOfx(wrap(late + open)).statements[0]?.transactions).toMatchObject([
    { date: '2026-01-02', amount: '-1.00', counterparty: 'A', description: 'B' },
    { date: '2026-01-03', amount: '2.00', counterparty: 'C', description: 'C' },
  ])
})

test('the ledger balance is the closing one; the available balance is not', () => {
  const balances =
    '<AVAILBAL><BALAMT>9<DTASOF>20260201</AVAILBAL><LEDGERBAL><BALAMT>-3.20<DTASOF>20260131</LEDGERBAL>'
  expect(readOfx(wrap('', balances)).statements).toMatchObject([
    {
      account: '77',
      bankName: 'Sample Bank',
      currency: 'USD',
      openingBalance: null,
      closingBalance: '-3.20',
      closingDate: '2026-01-31',
      reconciles: null,
    },
  ])
})

test('one decimal comma decides for the whole file', () => {
  const text = wrap(
    entry('<DTPOSTED>20260101<TRNAMT>1.234') +
      entry('<DTPOSTED>20260101<TRNAMT>-5,50') +
      entry('<DTPOSTED>20260101<TRNAMT>-1.000,75'),
  )
  expect(readOfx(text).statements[0]?.transactions.map(({ amount }) => amount)).toEqual([
    '1234',
    '-5.50',
    '-1000.75',
  ])
})

test('debits without a minus are asked about, and the answer counts', () => {
  const text = wrap(
    entry('<TRNTYPE>DEBIT<DTPOSTED>20260101<TRNAMT>5.00') +
      entry('<TRNTYPE>CREDIT<DTPOSTED>20260101<TRNAMT>-7.00'),
  )
  expect(readOfx(text).questions.map(({ about }) => about)).toEqual(['sign'])
  const answered = readOfx(text, { sign: 'reversed' })
  expect(answered.questions).toEqual([])
  expect(answered.statements[0]?.transactions.map(({ amount }) => amount)).toEqual(['-5.00', '7.00'])
})

test.each([
  ['<TRNAMT>5.00<FITID>9', 'Transaction 1 (FITID 9) has no valid date'],
  ['<DTPOSTED>20261340<TRNAMT>5.00', 'Transaction 1 has no valid date: 20261340'],
  ['<DTPOSTED>20260101<FITID>9', 'Transaction 1 (FITID 9) has no amount.'],
  ['<DTPOSTED>20260101<TRNAMT>five', 'Transaction 1 has an amount that is no number: five'],
])('%s is refused', (fields, message) => {
  expect(() => readOfx(wrap(entry(fields)))).toThrow(message)
})

test('a failed request says why', () => {
  const failed =
    '<OFX><BANKMSGSRSV1><STMTTRNRS><STATUS><CODE>2003<SEVERITY>ERROR<MESSAGE>Account not found</STATUS></STMTTRNRS></BANKMSGSRSV1></OFX>'
  expect(() => readOfx(failed)).toThrow('The bank did not send a statement: Account not found.')
})
