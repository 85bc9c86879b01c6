import { formatDate } from '../../../../shared/dates.ts'
import type { BankFile, Choices, DateOrder, FileTransaction, Question, Statement } from '../bank-file.ts'
import { checkBalances } from '../check-balances.ts'
import { UnreadableBankFile } from '../unreadable-bank-file.ts'
import { readAmount, type DecimalMark } from './amount-rules.ts'
import { findDateOrders, readQifDate } from './qif-dates.ts'
import { settleDecimals } from './settle-decimals.ts'

interface QifRecord {
  line: number
  /** The first value of each letter; those of splits are left out. */
  fields: Map<string, string>
}

interface Section {
  type: string
  account: string | null
  records: QifRecord[]
}

const investmentTypes = /^(invst|port|security|prices|401)/
const listTypes = /^(cat|class|memorized|memorised|budget|invitem|template|tag|tax|bill)/

const openingNames =
  /^(opening balance|solde initial|solde d.ouverture|anfangssaldo|anfangsbestand|er.{1,2}ffnungssaldo|saldo inicial|saldo iniziale|beginsaldo)$/i

/** Reads QIF, the format of Quicken. It names no currency, and how dates and amounts are written depends on the program. */
export function readQif(text: string, choices: Choices = {}, home?: string): BankFile {
  const sections = splitSections(text)
  const banks = sections.filter(
    ({ type, records }) => !investmentTypes.test(type) && !listTypes.test(type) && records.length > 0,
  )
  if (banks.length === 0) throw new UnreadableBankFile(refusalOf(sections))
  const records = banks.flatMap((section) => section.records)
  const dates = records.map((record) => record.fields.get('D') ?? '')
  const orders = findDateOrders(
    dates.filter((date) => date !== ''),
    home,
  )
  const order = orders.find((one) => one === choices.dates) ?? orders[0] ?? 'mdy'
  const sample = (one: DateOrder, decimals: DecimalMark) =>
    readSections(banks, one, decimals)
      .flatMap(({ transactions }) => transactions)
      .slice(0, 5)
  const { mark, questions } = settleDecimals(records.map(amountOf), choices.decimals, (one) =>
    sample(order, one),
  )
  const checked = checkBalances(readSections(banks, order, mark))
  if (orders.length > 1 && !choices.dates) questions.push(dateQuestion(orders, (one) => sample(one, mark)))
  questions.push(...checked.questions)
  return { format: 'qif', statements: checked.statements, questions, shape: shapeOf(banks, dates, order) }
}

function splitSections(text: string): Section[] {
  const sections: Section[] = []
  let section = null as Section | null
  let account: string | null = null
  let record: QifRecord | null = null
  let isAccountList = false
  const close = () => {
    if (!record) return
    if (isAccountList) account = record.fields.get('N') ?? null
    else {
      section ??= { type: 'bank', account, records: [] }
      if (!sections.includes(section)) sections.push(section)
      section.records.push(record)
    }
    record = null
  }
  for (const [n, line] of text.split(/\r\n|\n|\r/).entries()) {
    const trimmed = line.trim()
    if (trimmed === '' || trimmed === '\u001a') continue
    const header = /^!\s*(type|account|option|clear)\b[\s:]*(.*)$/i.exec(trimmed)
    if (header) {
      close()
      const kind = header[1]?.toLowerCase()
      if (kind === 'account') isAccountList = true
      if (kind !== 'type') continue
      const type = (header[2] ?? '').toLowerCase()
      // Some banks repeat the header before every record.
      if (section?.type !== type || isAccountList) {
        section = { type, account, records: [] }
        sections.push(section)
      }
      isAccountList = false
      account = null
    } else if (trimmed.startsWith('^')) close()
    else {
      record ??= { line: n + 1, fields: new Map() }
      addLine(record.fields, trimmed)
    }
  }
  close()
  return sections
}

function addLine(fields: Map<string, string>, line: string): void {
  const letter = line[0]?.toUpperCase() ?? ''
  const value = line.slice(1).trim()
  // From the first split on, memos and amounts belong to the parts.
  if (fields.has('S') && 'E$%'.includes(letter)) return
  if (!fields.has(letter)) fields.set(letter, value)
}

const amountOf = ({ fields }: QifRecord) => fields.get('T') ?? fields.get('U') ?? ''

function readSections(
  sections: Section[],
  order: DateOrder,
  mark: DecimalMark,
): Omit<Statement, 'reconciles'>[] {
  return sections.map(({ type, account, records }) => {
    const read = records.map((record) => readRecord(record, order, mark))
    const first = records[0]
    const isOpening = first !== undefined && isOpeningBalance(first)
    return {
      account: account ?? (isOpening ? ownAccountOf(first) : null),
      bankName: null,
      currency: null,
      kind: type === 'ccard' ? 'credit' : 'cash',
      openingBalance: isOpening ? (read[0]?.amount ?? null) : null,
      closingBalance: null,
      closingDate: null,
      transactions: isOpening ? read.slice(1) : read,
    }
  })
}

/** Quicken begins a register with a record that is no booking; its category is the account itself. */
function isOpeningBalance({ fields }: QifRecord): boolean {
  return openingNames.test(fields.get('P') ?? '')
}

const ownAccountOf = ({ fields }: QifRecord) => /^\[(.+)\]$/.exec(fields.get('L') ?? '')?.[1] ?? null

function readRecord(record: QifRecord, order: DateOrder, mark: DecimalMark): FileTransaction {
  const { fields, line } = record
  const date = readQifDate(fields.get('D') ?? '', order)
  if (date === null) {
    const given = fields.get('D')
    throw new UnreadableBankFile(
      given === undefined
        ? `The record in line ${line} has no date.`
        : `The record in line ${line} has a date that cannot be read: ${given}`,
    )
  }
  const amount = readAmount(amountOf(record), mark)
  if (amount === null)
    throw new UnreadableBankFile(
      amountOf(record) === ''
        ? `The record in line ${line} has no amount.`
        : `The record in line ${line} has an amount that is no number: ${amountOf(record)}`,
    )
  const given = (letter: string) => fields.get(letter) || null
  const counterparty = given('P')
  return {
    date,
    amount,
    description: given('M') ?? counterparty ?? given('L') ?? '',
    counterparty,
    reference: /\d/.test(given('N') ?? '') ? given('N') : null,
    bankId: null,
  }
}

function refusalOf(sections: Section[]): string {
  if (sections.some(({ type }) => investmentTypes.test(type)))
    return 'This QIF file is about investments. It has no transactions of a bank account or a card.'
  if (sections.some(({ type }) => listTypes.test(type)))
    return 'This QIF file has lists, such as categories, but no transactions.'
  return 'This QIF file has no transactions.'
}

const orderTexts: Record<DateOrder, string> = { dmy: 'day first', mdy: 'month first', ymd: 'year first' }

function dateQuestion(orders: DateOrder[], sampleOf: (order: DateOrder) => FileTransaction[]): Question {
  return {
    about: 'dates',
    readings: orders.map((order) => {
      const sample = sampleOf(order)
      const days = [...new Set(sample.map(({ date }) => formatDate(date)))].slice(0, 3)
      return { text: `${days.join('; ')} (${orderTexts[order]})`, choices: { dates: order }, sample }
    }),
  }
}

/** Files of one program have the same letters and write dates alike. */
function shapeOf(sections: Section[], dates: string[], order: DateOrder): string {
  const letters = new Set(
    sections.flatMap(({ records }) => records.flatMap(({ fields }) => [...fields.keys()])),
  )
  const separators =
    /^\d+(\D)\d+(\D)/
      .exec(dates[0] ?? '')
      ?.slice(1)
      .join('') ?? ''
  return `qif:${[...letters].toSorted().join('')}:${separators}:${order === 'ymd' ? 'ymd' : ''}`
}
