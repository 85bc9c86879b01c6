import { daysBetween, isIsoDate } from '../../../../shared/dates.ts'
import type { BankFile, FileTransaction, Statement } from '../bank-file.ts'
import { checkBalances } from '../check-balances.ts'
import { negateDecimal } from '../decimal-rules.ts'
import { UnreadableBankFile } from '../unreadable-bank-file.ts'
import { readAmount } from './amount-rules.ts'
import { readMt940Text } from './read-mt940-text.ts'

interface Field {
  tag: string
  line: number
  lines: string[]
}

interface RawStatement extends Omit<Statement, 'reconciles'> {
  /** MT942 lists entries that the bank expects; they are no bookings. */
  expected: FileTransaction[]
}

const knownTags = new Set(
  '13 13D 20 21 25 25P 28 28C 34F 60F 60M 61 62F 62M 64 65 86 90C 90D NS 940 942'.split(' '),
)
const tagPattern = /^\s?:(\w{2,3}):(.*)$/
const balancePattern = /^([CD])(\d{6})\s*([A-Z]{3})\s*([\d.,\s]+)$/
const entryPattern =
  /^(\d{6})(\d{4})?\s*(R?[CD]|E[CD])([A-Z])?\s*(\d[\d.]*(?:,\d*)?|,\d+)\s*([NSF][A-Z0-9][A-Z0-9 ]{2}(?![a-z]))?(.*)$/

/** Reads MT940 statements and MT942 reports, in the envelope of SWIFT or bare. */
export function readMt940(text: string): BankFile {
  const statements = readStatements(splitFields(text)).map(({ expected, ...statement }) => ({
    ...statement,
    transactions: statement.transactions.length > 0 ? statement.transactions : expected,
  }))
  if (statements.length === 0)
    throw new UnreadableBankFile('This MT940 file has no statement: neither balances nor transactions.')
  const checked = checkBalances(statements)
  const last = checked.statements.at(-1)
  if (last && last.openingBalance !== null && last.closingBalance === null)
    checked.questions.push({
      about: 'balance',
      readings: [
        {
          text: 'The last statement has no closing balance. The file may be cut off.',
          choices: {},
          sample: last.transactions.slice(-5),
        },
      ],
    })
  return { format: 'mt940', ...checked, shape: `mt940:${last?.account?.slice(0, 8) ?? ''}` }
}

/** A field is a line that begins with a known tag, and the lines below it. */
function splitFields(text: string): Field[] {
  const fields: Field[] = []
  let field: Field | null = null
  const lines = text.split(/\r\n|\n|\r/)
  for (const [n, raw] of lines.entries()) {
    // {1:…}{2:…}{4: is the envelope; the message is what follows.
    const isEnvelope = /^\s*\{\d:/.test(raw)
    const line = isEnvelope ? (/\{4:\s*(.*)$/.exec(raw)?.[1] ?? '') : raw
    if (isEnvelope) field = null
    const [, tag = '', value = ''] = tagPattern.exec(line) ?? []
    if (knownTags.has(tag) && (field?.tag !== '86' || isField(tag, value, () => nextTag(lines, n)))) {
      field = { tag, line: n + 1, lines: [value] }
      fields.push(field)
    } else if (/^-\}?\s*(\{5:.*)?$/.test(line)) field = null
    else field?.lines.push(line)
  }
  return fields
}

/** A remittance text may contain a line that begins like a field, so its form and what follows count too. */
function isField(tag: string, value: string, next: () => string): boolean {
  if (/^6[02][FM]$|^6[45]$/.test(tag)) return balancePattern.test(value.trim())
  if (tag === '61') return /^\d{6}/.test(value)
  if (tag.startsWith('90')) return /^\d{1,5}[A-Z]{3}/.test(value)
  if (tag === '20') return /^(21|25|28)/.test(next())
  if (tag === '25' || tag === '25P') return next().startsWith('28')
  return /^(86|NS|94\d)$/.test(tag)
}

/** The tag of the next line that has one. */
const nextTag = (lines: string[], n: number) =>
  tagPattern.exec(lines.slice(n + 1, n + 20).find((line) => tagPattern.test(line)) ?? '')?.[1] ?? ''

function readStatements(fields: Field[]): RawStatement[] {
  const statements: RawStatement[] = []
  let statement = newStatement(null)
  let entry = null as { transaction: FileTransaction; texts: string[] } | null
  const next = (account: string | null) => {
    finish()
    statement = newStatement(account)
  }
  const closeEntry = () => {
    if (entry) Object.assign(entry.transaction, readMt940Text(entry.texts, entry.transaction))
    entry = null
  }
  const finish = () => {
    closeEntry()
    const { transactions, expected, openingBalance, closingBalance } = statement
    const isFilled =
      transactions.length + expected.length > 0 || openingBalance !== null || closingBalance !== null
    if (isFilled && !statements.includes(statement)) statements.push(statement)
  }
  for (const field of fields) {
    const { tag } = field
    const value = field.lines[0]?.trim() ?? ''
    if (value === '' && tag !== '20' && tag !== '86') continue
    if (tag === '86') {
      entry?.texts.push(...field.lines)
      continue
    }
    closeEntry()
    if (tag === '20') next(null)
    else if (tag === '25' || tag === '25P') {
      if (statement.account !== null) next(null)
      statement.account = value || null
    } else if (tag.startsWith('60')) {
      if (statement.openingBalance !== null) next(statement.account)
      const balance = readBalance(field)
      statement.openingBalance = balance.amount
      statement.currency ??= balance.currency
    } else if (tag.startsWith('62')) {
      const balance = readBalance(field)
      statement.closingBalance = balance.amount
      statement.closingDate = balance.date
      statement.currency ??= balance.currency
    } else if (tag === '34F' || tag.startsWith('90')) {
      statement.currency ??= /^(?:\d{0,5})([A-Z]{3})/.exec(value)?.[1] ?? null
    } else if (tag === '61') {
      const { transaction, isExpected } = readEntry(field)
      entry = { transaction, texts: [] }
      ;(isExpected ? statement.expected : statement.transactions).push(transaction)
    }
  }
  finish()
  return statements
}

const newStatement = (account: string | null): RawStatement => ({
  account,
  bankName: null,
  currency: null,
  kind: 'cash',
  openingBalance: null,
  closingBalance: null,
  closingDate: null,
  transactions: [],
  expected: [],
})

function readBalance({ tag, line, lines }: Field): { amount: string; date: string | null; currency: string } {
  const [, sign, day = '', currency = '', digits = ''] = balancePattern.exec(lines[0]?.trim() ?? '') ?? []
  const amount = readAmount(digits, ',')
  if (amount === null)
    throw new UnreadableBankFile(`The balance in line ${line} (:${tag}:) cannot be read: ${lines[0] ?? ''}`)
  return { amount: sign === 'D' ? negateDecimal(amount) : amount, date: readDate(day), currency }
}

function readEntry({ line, lines }: Field): { transaction: FileTransaction; isExpected: boolean } {
  const [, valueDay = '', entryDay, direction = '', , digits = '', , rest = ''] =
    entryPattern.exec(lines[0]?.trim() ?? '') ?? []
  const amount = readAmount(digits, ',')
  const valueDate = readDate(valueDay)
  if (amount === null || valueDate === null)
    throw new UnreadableBankFile(`The transaction in line ${line} (:61:) cannot be read: ${lines[0] ?? ''}`)
  // A reversed credit takes money out, a reversed debit brings it back.
  const isOut = direction === 'D' || direction === 'RC' || direction === 'ED'
  const [customer = '', bank = ''] = rest.split('//')
  return {
    isExpected: direction.startsWith('E'),
    transaction: {
      date: bookingDate(valueDate, entryDay) ?? valueDate,
      amount: isOut ? negateDecimal(amount) : amount,
      description: lines.slice(1).join(' ').replaceAll(/\s+/g, ' ').trim(),
      counterparty: null,
      reference: isReference(customer.trim()) ? customer.trim() : null,
      // Short ones are numbers of a day or a page.
      bankId: bank.trim().length >= 8 && /\d{4}/.test(bank) ? bank.trim() : null,
    },
  }
}

const isReference = (text: string) =>
  text !== '' && !/^(nonref|notprovided|none|eref|pref|mref|kref)$/i.test(text)

function readDate(yymmdd: string): string | null {
  const year = Number(yymmdd.slice(0, 2))
  const date = `${year < 70 ? 2000 + year : 1900 + year}-${yymmdd.slice(2, 4)}-${yymmdd.slice(4, 6)}`
  return isIsoDate(date) ? date : null
}

/** The entry date has no year: it is the one closest to the value date. */
function bookingDate(valueDate: string, mmdd: string | undefined): string | null {
  if (mmdd === undefined) return null
  const year = Number(valueDate.slice(0, 4))
  const distance = (date: string) => Math.abs(daysBetween(valueDate, date))
  return (
    [year, year - 1, year + 1]
      .map((one) => `${one}-${mmdd.slice(0, 2)}-${mmdd.slice(2, 4)}`)
      .filter((date) => isIsoDate(date))
      .toSorted((a, b) => distance(a) - distance(b))[0] ?? null
  )
}
