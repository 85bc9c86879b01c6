import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { maxFileTransactions } from '../rules.ts'
import { readBankFile } from './read-bank-file.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const qif = (date: string) => utf8(`!Type:Bank\nD${date}\nT5.00\n^\n`)

test('the content decides, not the name', () => {
  expect(readBankFile(qif('2026-01-31'), 'statement.csv').format).toBe('qif')
  expect(readBankFile(utf8(':20:X\n:25:A\n:60F:C260101EUR1,\n:62F:C260101EUR1,'), 'a.xml').format).toBe(
    'mt940',
  )
})

test('an id that occurs twice in a statement is none', () => {
  const entry = (id: string) => `<STMTTRN><DTPOSTED>20260101<TRNAMT>1.00<FITID>${id}</STMTTRN>`
  const file = readBankFile(
    utf8(`<OFX><STMTRS>${entry('a')}${entry('b')}${entry('a')}</STMTRS></OFX>`),
    'a.ofx',
  )
  expect(file.statements[0]?.transactions.map(({ bankId }) => bankId)).toEqual([null, 'b', null])
})

test('too many transactions are refused with their number', () => {
  const records = `D2026-01-31\nT5.00\n^\n`.repeat(maxFileTransactions + 1)
  expect(() => readBankFile(utf8(`!Type:Bank\n${records}`), 'big.qif')).toThrow(
    'big.qif has 100001 transactions.',
  )
})

test('a question that concerns all files of a zip is asked once', () => {
  const file = readBankFile(zipSync({ 'a.qif': qif('1/2/26'), 'b.qif': qif('3/4/26') }), 'all.zip')
  expect(file.statements).toHaveLength(2)
  expect(file.questions.map(({ about }) => about)).toEqual(['dates'])
})

test('one bad file in a zip is named', () => {
  const zip = zipSync({ 'a.qif': qif('2026-01-31'), 'b.qif': qif('soon') })
  expect(() => readBankFile(zip, 'all.zip')).toThrow(/^b\.qif in the zip file cannot be read\. .*: soon$/)
})

test('files of different formats in a zip are refused', () => {
  const sta = utf8(':20:X\n:25:A\n:60F:C260101EUR1,\n:62F:C260101EUR1,')
  expect(() => readBankFile(zipSync({ 'a.qif': qif('2026-01-31'), 'b.sta': sta }), 'all.zip')).toThrow(
    'different formats (qif and mt940)',
  )
})
