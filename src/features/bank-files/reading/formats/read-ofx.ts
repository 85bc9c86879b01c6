import { isIsoDate } from '../../../../shared/dates.ts'
import type { BankFile, Choices, FileTransaction, Statement } from '../bank-file.ts'
import { checkBalances } from '../check-balances.ts'
import { negateDecimal } from '../decimal-rules.ts'
import { UnreadableBankFile } from '../unreadable-bank-file.ts'
import { readAmount, type DecimalMark } from './amount-rules.ts'
import { decodeEntities } from './decode-entities.ts'
import { settleDecimals } from './settle-decimals.ts'

/** The values of one element and of all that it contains, by tag; the first of each counts. */
type Fields = Map<string, string>

interface RawStatement {
  kind: 'cash' | 'credit'
  isInvestment: boolean
  /** What stands in the statement, but not in its transactions. */
  fields: Fields
  balance: Fields | null
  transactions: Fields[]
}

interface RawFile {
  bankName: string | null
  statements: RawStatement[]
  /** The answers to the request, each with its code. */
  statuses: { isSignOn: boolean; fields: Fields }[]
  hasAccountList: boolean
}

/** Reads OFX and QFX: version 1, in which tags need not be closed, and version 2, which is XML. */
export function readOfx(text: string, choices: Choices = {}): BankFile {
  const lists = [...text.matchAll(/<(\/?)BANKTRANLIST>/gi)]
  const closed = lists.filter(([, slash]) => slash === '/').length
  if (!/<\/OFX>/i.test(text) && closed < lists.length - closed)
    throw new UnreadableBankFile('This OFX file is cut off: its end is missing. Please download it again.')
  const file = collect(text)
  const readable = file.statements.filter(
    ({ isInvestment, transactions }) => !isInvestment || transactions.length > 0,
  )
  if (readable.length === 0) throw new UnreadableBankFile(refusalOf(file))

  const amounts = readable.flatMap(({ transactions }) =>
    transactions.map((fields) => fields.get('TRNAMT') ?? ''),
  )
  const { mark, questions } = settleDecimals(amounts, choices.decimals, (one) =>
    sampleOf(readStatements(readable, file.bankName, one)),
  )
  const plain = readStatements(readable, file.bankName, mark)
  const reversed = plain.map((statement, n) => withTypes(statement, readable[n]?.transactions ?? []))
  const checked = checkBalances(choices.sign === 'reversed' ? reversed : plain)
  questions.push(...checked.questions)
  if (!choices.sign && hasPositiveDebits(plain, readable))
    questions.push({
      about: 'sign',
      readings: [
        { text: 'The signs are right as they are', choices: { sign: 'plain' }, sample: sampleOf(plain) },
        { text: 'Debits are money out', choices: { sign: 'reversed' }, sample: sampleOf(reversed) },
      ],
    })
  return { format: 'ofx', statements: checked.statements, questions, shape: `ofx:${file.bankName ?? ''}` }
}

const sampleOf = (statements: { transactions: FileTransaction[] }[]) =>
  statements.flatMap(({ transactions }) => transactions).slice(0, 5)

/** Goes through the tags in one pass. A tag may stay unclosed, so only the names of containers say where one is. */
function collect(text: string): RawFile {
  const file: RawFile = { bankName: null, statements: [], statuses: [], hasAccountList: false }
  let statement: RawStatement | null = null
  let transaction: Fields | null = null
  let balance: Fields | null = null
  let status: Fields | null = null
  let isSignOn = false
  const plain = text
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, inner: string) =>
      inner.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    )
  for (const [, slash, name = '', raw = ''] of plain.matchAll(
    /<(\/?)([A-Za-z][\w.]*)[^<>]*>((?:[^<]|<(?![/A-Za-z]))*)/g,
  )) {
    const tag = name.toUpperCase()
    const isEnd = slash === '/'
    if (tag === 'STMTRS' || tag === 'CCSTMTRS' || tag === 'INVSTMTRS') {
      statement = isEnd ? null : newStatement(tag)
      if (statement) file.statements.push(statement)
      transaction = balance = status = null
    } else if (tag === 'STMTTRN') {
      status = null
      transaction = isEnd ? null : new Map()
      if (transaction) statement?.transactions.push(transaction)
    } else if (tag === 'LEDGERBAL') {
      balance = isEnd ? null : new Map()
      if (balance && statement) statement.balance ??= balance
    } else if (tag === 'AVAILBAL' || tag === 'BALLIST' || tag === 'BANKTRANLIST') {
      // Their amounts are no closing balance.
      balance = isEnd ? null : new Map()
      transaction = null
    } else if (tag === 'SONRS') isSignOn = !isEnd
    else if (tag === 'STATUS') {
      status = isEnd ? null : new Map()
      if (status) file.statuses.push({ isSignOn, fields: status })
    } else if (tag === 'ACCTINFORS') file.hasAccountList = true
    const value = isEnd ? '' : decodeEntities(raw).replaceAll(/\s+/g, ' ').trim()
    if (value === '') continue
    if (tag === 'ORG') file.bankName ??= value
    const target = status ?? transaction ?? balance ?? statement?.fields
    if (target && !target.has(tag)) target.set(tag, value)
  }
  return file
}

const newStatement = (tag: string): RawStatement => ({
  kind: tag === 'CCSTMTRS' ? 'credit' : 'cash',
  isInvestment: tag === 'INVSTMTRS',
  fields: new Map(),
  balance: null,
  transactions: [],
})

function refusalOf({ statements, statuses, hasAccountList }: RawFile): string {
  const failed = statuses.find(
    ({ fields }) => /^(error|warn)$/i.test(fields.get('SEVERITY') ?? '') && fields.get('CODE') !== '0',
  )
  if (failed) {
    const reason = failed.fields.get('MESSAGE') ?? `error ${failed.fields.get('CODE') ?? 'without a code'}`
    return failed.isSignOn
      ? `The bank refused the sign-in: ${sentence(reason)}`
      : `The bank did not send a statement: ${sentence(reason)}`
  }
  if (statements.length > 0)
    return 'This file is about investments. It has no transactions of a bank account or a card.'
  if (hasAccountList) return 'This file is a list of accounts. It has no statement with transactions.'
  return 'This OFX file has no statement of a bank account or a card.'
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

function readStatements(
  statements: RawStatement[],
  bankName: string | null,
  mark: DecimalMark,
): Omit<Statement, 'reconciles'>[] {
  return statements.map(({ kind, fields, balance, transactions }) => ({
    account: fields.get('ACCTID') ?? null,
    bankName,
    currency: /^[a-z]{3}$/i.exec(fields.get('CURDEF') ?? '')?.[0].toUpperCase() ?? null,
    kind: fields.get('ACCTTYPE') === 'CREDITLINE' ? 'credit' : kind,
    isSavings: kind === 'cash' && /^(SAVINGS|MONEYMRKT|CD)$/i.test(fields.get('ACCTTYPE') ?? ''),
    openingBalance: null,
    closingBalance: readAmount(balance?.get('BALAMT') ?? '', mark),
    closingDate: readDate(balance?.get('DTASOF')),
    transactions: transactions.map((one, n) => readTransaction(one, n, mark)),
  }))
}

function readTransaction(fields: Fields, n: number, mark: DecimalMark): FileTransaction {
  const where = `Transaction ${n + 1}${fields.has('FITID') ? ` (FITID ${fields.get('FITID')})` : ''}`
  const amount = readAmount(fields.get('TRNAMT') ?? '', mark)
  if (amount === null) {
    const given = fields.get('TRNAMT')
    throw new UnreadableBankFile(
      given === undefined ? `${where} has no amount.` : `${where} has an amount that is no number: ${given}`,
    )
  }
  const date = ['DTPOSTED', 'DTUSER', 'DTAVAIL']
    .map((tag) => readDate(fields.get(tag)))
    .find((one) => one !== null)
  if (!date)
    throw new UnreadableBankFile(`${where} has no valid date: ${fields.get('DTPOSTED') ?? 'it is missing'}`)
  const counterparty = fields.get('NAME') ?? fields.get('PAYEE') ?? null
  const description = fields.get('MEMO') ?? fields.get('EXTDNAME') ?? counterparty
  return {
    date,
    amount,
    description: description ?? fields.get('TRNTYPE') ?? '',
    counterparty,
    reference: fields.get('CHECKNUM') ?? fields.get('REFNUM') ?? null,
    bankId: fields.get('FITID') ?? null,
  }
}

/** 20260131, 20260131120000.000[-5:EST] or 2026-01-31: the day as it is in the bank's own time zone. */
function readDate(text: string | undefined): string | null {
  const [, year, month, day] = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})/.exec(text ?? '') ?? []
  const date = `${year}-${month}-${day}`
  return isIsoDate(date) ? date : null
}

/** Whether the file writes what its types call money out as a positive number. */
function hasPositiveDebits(statements: { transactions: FileTransaction[] }[], raw: RawStatement[]): boolean {
  const debits = statements.flatMap(({ transactions }, s) =>
    transactions.filter((_, n) => raw[s]?.transactions[n]?.get('TRNTYPE')?.toUpperCase() === 'DEBIT'),
  )
  return debits.length > 0 && debits.every(({ amount }) => !amount.startsWith('-') && /[1-9]/.test(amount))
}

/** The statement with the signs that the types say. */
function withTypes<S extends { transactions: FileTransaction[] }>(statement: S, raw: Fields[]): S {
  const transactions = statement.transactions.map((transaction, n) => {
    const type = raw[n]?.get('TRNTYPE')?.toUpperCase()
    const isNegative = transaction.amount.startsWith('-')
    const isWrong = (type === 'DEBIT' && !isNegative) || (type === 'CREDIT' && isNegative)
    return isWrong ? { ...transaction, amount: negateDecimal(transaction.amount) } : transaction
  })
  return { ...statement, transactions }
}
