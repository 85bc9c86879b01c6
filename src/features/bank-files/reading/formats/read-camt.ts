import { formatDate, isIsoDate } from '../../../../shared/dates.ts'
import type { BankFile, FileTransaction, Question, Statement } from '../bank-file.ts'
import { checkBalances, reconciles } from '../check-balances.ts'
import { negateDecimal } from '../decimal-rules.ts'
import { UnreadableBankFile } from '../unreadable-bank-file.ts'
import { readAmount } from './amount-rules.ts'
import { readCamtDetails } from './camt-details.ts'
import { child, children, textOf, type XmlNode } from './camt-nodes.ts'
import { parseCamtXml } from './parse-camt-xml.ts'

type Unchecked = Omit<Statement, 'reconciles'>

/** Of envelopes around a message. */
const maxDepth = 20

/** Reads camt.052, .053 and .054 of any version. Each entry is one transaction, also where it collects several payments. */
export function readCamt(text: string): BankFile {
  if (/<!(DOCTYPE|ENTITY)/i.test(text))
    throw new UnreadableBankFile(
      'This XML file has a document type definition. Bank files have none, so it is not read.',
    )
  const statements: Unchecked[] = []
  const questions: Question[] = []
  // Some banks put several documents into one file.
  for (const document of text.split(/(?=<\?xml\s)/).filter((part) => part.trim() !== '')) {
    const { root, entryOf } = parseCamtXml(document.trim())
    for (const { message, node } of findStatements(root)) {
      const found = readStatement(node, message, entryOf)
      statements.push(...found.statements)
      questions.push(...found.questions)
    }
  }
  if (statements.length === 0)
    throw new UnreadableBankFile('This CAMT file has no statement: neither balances nor entries.')
  const checked = checkBalances(statements)
  const shape = `camt:${statements[0]?.bankName ?? statements[0]?.account?.slice(0, 8) ?? ''}`
  return {
    format: 'camt',
    statements: checked.statements,
    questions: [...questions, ...checked.questions],
    shape,
  }
}

/** Finds the statements, reports and notifications, in whatever envelope they are. */
function findStatements(node: unknown, depth = 0): { message: XmlNode; node: XmlNode }[] {
  if (Array.isArray(node)) return node.flatMap((one) => findStatements(one, depth))
  if (typeof node !== 'object' || node === null || depth > maxDepth) return []
  return Object.entries(node).flatMap(([name, inner]) => {
    if (!name.startsWith('BkToCstmr') && !/^camt\.05[234]/.test(name)) return findStatements(inner, depth + 1)
    return children({ message: inner }, 'message').flatMap((message) =>
      ['Stmt', 'Rpt', 'Ntfctn'].flatMap((kind) =>
        children(message, kind).map((one) => ({ message, node: one })),
      ),
    )
  })
}

function readStatement(
  node: XmlNode,
  message: XmlNode,
  entryOf: (numbered: XmlNode) => XmlNode,
): { statements: Unchecked[]; questions: Question[] } {
  const fallback =
    dayOf(textOf(node, 'FrToDt', 'ToDtTm')) ??
    dayOf(textOf(node, 'CreDtTm')) ??
    dayOf(textOf(message, 'GrpHdr', 'CreDtTm'))
  const owner = textOf(node, 'Acct', 'Ownr', 'Nm')
  const all = children(node, 'Ntry').map((entry, n) => readEntry(entryOf(entry), n, fallback, owner))
  const booked = all.filter(({ isBooked }) => isBooked)
  const isPending = booked.length === 0 && all.length > 0
  const read = isPending ? all : booked
  const balances = children(node, 'Bal')
  if (all.length === 0 && balances.length === 0) return { statements: [], questions: [] }
  const accountCurrency = textOf(node, 'Acct', 'Ccy')
  const currencies = new Set(read.map(({ currency }) => currency))
  if (currencies.size === 0) currencies.add(accountCurrency ?? currencyOf(balances[0]))
  const statements = [...currencies].map((currency): Unchecked => {
    const transactions = read.filter((one) => one.currency === currency).map(({ transaction }) => transaction)
    const own = balances.filter((balance) => currency === null || currencyOf(balance) === currency)
    return {
      account: accountOf(node),
      bankName: textOf(node, 'Acct', 'Svcr', 'FinInstnId', 'Nm'),
      currency: currency ?? accountCurrency,
      kind: 'cash',
      ...balancesOf(own, transactions, isPending),
      transactions,
    }
  })
  const undated = read.filter(({ isUndated }) => isUndated).map(({ transaction }) => transaction)
  return { statements, questions: undated.length > 0 ? [undatedQuestion(undated, fallback ?? '')] : [] }
}

function undatedQuestion(undated: FileTransaction[], day: string): Question {
  const who = undated.length === 1 ? '1 transaction has' : `${undated.length} transactions have`
  const text = `${who} no date. The day of the file is used: ${formatDate(day)}.`
  return { about: 'dates', readings: [{ text, choices: {}, sample: undated.slice(0, 5) }] }
}

const currencyOf = (node: XmlNode | undefined) => textOf(node, 'Amt', '@Ccy')

function accountOf(node: XmlNode): string | null {
  const id = child(node, 'Acct', 'Id')
  const paths = [['IBAN'], ['Othr', 'Id'], ['PrtryAcct', 'Id'], ['BBAN'], ['UPIC']]
  return paths.map((path) => textOf(id, ...path)).find((text) => text !== null) ?? null
}

function statusOf(entry: XmlNode): string {
  return (
    textOf(entry, 'Sts', 'Cd') ??
    textOf(entry, 'Sts', 'Prtry') ??
    textOf(entry, 'Sts') ??
    ''
  ).toUpperCase()
}

/** Opening and closing balance. An interim balance is the closing one only where the entries lead to it. */
function balancesOf(
  balances: XmlNode[],
  transactions: FileTransaction[],
  isPending: boolean,
): Pick<Statement, 'openingBalance' | 'closingBalance' | 'closingDate'> {
  const find = (code: string) =>
    balances.filter((balance) => {
      const type = child(balance, 'Tp', 'CdOrPrtry') ?? child(balance, 'Tp')
      return (textOf(type, 'Cd') ?? textOf(type, 'Prtry')) === code
    })
  const opening = find('OPBD')[0] ?? find('PRCD')[0]
  const openingBalance = opening ? signedAmount(opening, 'An opening balance') : null
  const interim = find('ITBD').findLast((balance) => {
    const closingBalance = signedAmount(balance, 'An interim balance')
    return reconciles({ openingBalance, closingBalance, transactions }) === true
  })
  const closing = find('CLBD').at(-1) ?? interim
  if (!closing || isPending)
    return { openingBalance: isPending ? null : openingBalance, closingBalance: null, closingDate: null }
  return {
    openingBalance,
    closingBalance: signedAmount(closing, 'A closing balance'),
    closingDate: dayOf(textOf(closing, 'Dt', 'Dt') ?? textOf(closing, 'Dt', 'DtTm')),
  }
}

/** The indicator is that of the entry itself, also for a reversal. */
function signedAmount(node: XmlNode, what: string): string {
  const given = textOf(node, 'Amt', '#text') ?? textOf(node, 'Amt') ?? ''
  const amount = readAmount(given, '.')
  if (amount === null)
    throw new UnreadableBankFile(`${what} has an amount that is no number: ${given || 'it is empty'}`)
  const indicator =
    textOf(node, 'CdtDbtInd') ?? textOf(children(child(node, 'NtryDtls'), 'TxDtls')[0], 'CdtDbtInd')
  if (indicator !== 'CRDT' && indicator !== 'DBIT')
    throw new UnreadableBankFile(`${what} does not say whether it is a credit or a debit.`)
  return indicator === 'DBIT' ? negateDecimal(amount) : amount
}

function readEntry(entry: XmlNode, n: number, fallback: string | null, owner: string | null) {
  const where = `Entry ${n + 1}`
  const amount = signedAmount(entry, where)
  const dated = ['BookgDt', 'ValDt']
    .flatMap((name) => [textOf(entry, name, 'Dt'), textOf(entry, name, 'DtTm'), textOf(entry, name)])
    .map(dayOf)
    .find((day) => day !== null)
  const date = dated ?? fallback
  if (!date) throw new UnreadableBankFile(`${where} has no valid date, and neither has the statement.`)
  const transaction: FileTransaction = { date, amount, ...readCamtDetails(entry, owner) }
  return {
    transaction,
    currency: currencyOf(entry),
    isUndated: dated === undefined,
    isBooked: /^(BOOK|)$/.test(statusOf(entry)),
  }
}

/** The day of a date, or of a moment as it is written. */
function dayOf(text: string | null): string | null {
  const day = text?.trim().slice(0, 10) ?? ''
  return isIsoDate(day) ? day : null
}
