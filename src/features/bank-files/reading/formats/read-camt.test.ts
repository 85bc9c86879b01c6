import { expect, test } from 'vitest'
import { readCamt } from './read-camt.ts'

const wrap = (inner: string) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><CreDtTm>2026-02-01T06:00:00Z</CreDtTm>` +
  `<Acct><Id><IBAN>CH9300762011623852957</IBAN></Id><Ownr><Nm>Me &amp; Co</Nm></Ownr></Acct>${inner}</Stmt></BkToCstmrStmt></Document>`
const entry = (more: string, { indicator = 'CRDT', amount = '12.5' } = {}) =>
  `<Ntry><Amt Ccy="CHF">${amount}</Amt><CdtDbtInd>${indicator}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-01-31</Dt></BookgDt>${more}</Ntry>`
const details = (inner: string) => `<NtryDtls><TxDtls>${inner}</TxDtls></NtryDtls>`
const first = (text: string) => readCamt(wrap(text)).statements[0]?.transactions[0]

test('a payment has its payer, text and references', () => {
  const inner = details(
    '<Refs><EndToEndId>E2E-1</EndToEndId></Refs><RltdPties><Dbtr><Nm>Kunde &#228;</Nm></Dbtr><Cdtr><Nm>Me &amp; Co</Nm></Cdtr></RltdPties><RmtInf><Ustrd>Part one</Ustrd><Ustrd>part two</Ustrd></RmtInf>',
  )
  expect(first(entry(`<AcctSvcrRef>B-1</AcctSvcrRef>${inner}<AddtlNtryInf>Credit</AddtlNtryInf>`))).toEqual({
    date: '2026-01-31',
    amount: '12.50',
    description: 'Part one part two',
    counterparty: 'Kunde ä',
    reference: 'E2E-1',
    bankId: 'B-1',
  })
})

test('a structured reference counts more than an end-to-end id', () => {
  const inner = details(
    '<Refs><EndToEndId>E2E-1</EndToEndId></Refs><RmtInf><Strd><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf></Strd></RmtInf>',
  )
  expect(first(entry(inner))?.reference).toBe('RF18539007547034')
})

test('a reversal has the sign of its indicator and the parties of the first payment', () => {
  const inner = details('<RltdPties><Cdtr><Nm>Shop</Nm></Cdtr><Dbtr><Nm>Me &amp; Co</Nm></Dbtr></RltdPties>')
  expect(first(entry(`<RvslInd>true</RvslInd>${inner}`))).toMatchObject({
    amount: '12.50',
    counterparty: 'Shop',
  })
  expect(first(entry('<RvslInd>true</RvslInd>', { indicator: 'DBIT' }))).toMatchObject({ amount: '-12.50' })
})

test('a batch is one transaction that tells its parts', () => {
  const part = (name: string, amount: string) =>
    `<TxDtls><Refs><EndToEndId>${name}</EndToEndId></Refs><Amt Ccy="CHF">${amount}</Amt><RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties></TxDtls>`
  const file = readCamt(wrap(entry(`<NtryDtls>${part('Ada', '5')}${part('Bo', '7.5')}</NtryDtls>`)))
  expect(file.statements[0]?.transactions).toMatchObject([
    { amount: '12.50', description: 'Ada 5; Bo 7.5', counterparty: null, reference: null },
  ])
})

test('an entry without a date gets the day of the file, and that is asked', () => {
  const file = readCamt(wrap(entry('').replace(/<BookgDt>.*<\/BookgDt>/, '')))
  expect(file.statements[0]?.transactions[0]?.date).toBe('2026-02-01')
  expect(file.questions.map(({ about, readings }) => [about, readings[0]?.text])).toEqual([
    ['dates', '1 transaction has no date. The day of the file is used: Feb 1, 2026.'],
  ])
})

test.each([
  [entry('', { amount: 'much' }), 'Entry 1 has an amount that is no number: much'],
  [entry('', { indicator: 'BOTH' }), 'Entry 1 does not say whether it is a credit or a debit.'],
])('%s is refused', (text, message) => {
  expect(() => readCamt(wrap(text))).toThrow(message)
})

test('what is nested too deep is no statement, and no overflow', () => {
  const deep = `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`
  expect(() => readCamt(`<Document>${deep}</Document>`)).toThrow(/This (XML|CAMT) file/)
})
