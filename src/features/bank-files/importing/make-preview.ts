import type { Transaction } from '../../../platform/db/transaction.ts'
import { type Currency, defaultCurrency } from '../../../shared/currencies.ts'
import { AppError } from '../../../shared/errors.ts'
import type { BankFilePreview, PreviewStatement } from '../contract.ts'
import { getImportView } from '../queries.ts'
import type { Choices, Question } from '../reading/bank-file.ts'
import { type PackedFile, type PackedStatement, unpackRows } from '../reading/pack-bank-file.ts'
import { type TargetAccount, listStoredRows, listStretches, listTargetAccounts } from './account-queries.ts'
import { findShape } from './file-shapes.ts'
import { type Stretch, gapsAround } from './gap-rules.ts'
import { balanceIn, fitsCurrency, problemInCurrency, toMinor } from './minor-amount-rules.ts'
import { homeCurrency } from './open-for-business.ts'
import { type IncomingStatement, type PlannedRow, planStatements } from './plan-import-rules.ts'
import { numberOf, suggestAccount } from './suggest-account.ts'

interface PreviewInput {
  businessId: string
  id: string
  file: PackedFile
  choices: Choices
  /** What the owner chose: an account, or null for a new one. Undefined for what is suggested. */
  accountIds?: readonly (string | null)[] | undefined
}

/** What the file would add. */
export async function makePreview(
  tx: Transaction,
  { businessId, id, file, choices, accountIds }: PreviewInput,
): Promise<BankFilePreview> {
  const accounts = await listTargetAccounts(tx, businessId)
  const { accountId: remembered } = await findShape(tx, businessId, file.shape)
  const home = await homeCurrency(tx)
  const aims = file.statements.map((statement, n) => {
    const account = accountIds
      ? getChosen(accounts, accountIds[n] ?? null)
      : suggestAccount(statement, accounts, file.statements.length === 1 ? remembered : null)
    return { statement, account, currency: shownCurrency(statement, account, home) }
  })
  const existing = await countExisting(tx, businessId, file.shape, aims)
  const statements: PreviewStatement[] = []
  for (const [n, aim] of aims.entries()) {
    const others = aim.account ? await listStretches(tx, businessId, aim.account.id) : []
    const before = aims.slice(0, n).filter((other) => isSameAccount(aim, other))
    statements.push(
      showStatement(aim, existing[n] ?? [], [
        ...others,
        ...before.flatMap((other) => stretchOf(other) ?? []),
      ]),
    )
  }
  statements[0]?.notices.unshift(...balanceNotices(file))
  return {
    import: await getImportView(tx, businessId, id),
    statements,
    questions: openQuestions(file.questions, choices).map(showQuestion),
    choices,
    table: file.table
      ? { ...file.table, found: file.table.found ?? null, fileName: file.table.fileName ?? null }
      : null,
  }
}

type Choice = Question & { about: keyof Choices }

/** Those that the owner has not answered. Balances that do not agree are no choice, but a notice. */
export function openQuestions(questions: readonly Question[], choices: Choices): Choice[] {
  return questions.filter(
    (question): question is Choice => question.about !== 'balance' && choices[question.about] === undefined,
  )
}

/** What the file says of its balances, if no statement shows by itself that they do not agree. */
function balanceNotices({ questions, statements }: PackedFile): string[] {
  if (statements.some(({ reconciles }) => reconciles === false)) return []
  return questions
    .filter(({ about }) => about === 'balance')
    .flatMap(({ readings }) => readings[0]?.text ?? [])
}

function showQuestion({ about, fileName, readings }: Choice): BankFilePreview['questions'][number] {
  return {
    about,
    fileName: fileName ?? null,
    readings: readings.map(({ text, choices, sample }) => ({
      text,
      choices,
      sample: sample.map(({ date, amount, description }) => ({ date, amount, description })),
    })),
  }
}

function getChosen(accounts: readonly TargetAccount[], id: string | null): TargetAccount | null {
  const account = accounts.find((each) => each.id === id)
  if (id !== null && !account) throw accountNotFound()
  return account ?? null
}

export function accountNotFound(): AppError {
  return new AppError('NOT_FOUND', 'This account could not be found.')
}

/** Of the file, else of the account, else the home currency, unless the amounts have more decimals than it. */
function shownCurrency(statement: PackedStatement, account: TargetAccount | null, home: Currency): Currency {
  const known = statement.currency ?? account?.currency
  const currency = known ?? (fitsCurrency(statement, home) ? home : defaultCurrency)
  const problem = problemInCurrency(statement, currency)
  if (problem) throw new AppError('INVALID_FILE_TYPE', problem)
  return currency
}

interface Aim {
  statement: PackedStatement
  account: TargetAccount | null
  currency: Currency
}

/** Of two that go to new accounts: whether the file names the same one. */
function isSameAccount(one: Aim, other: Aim): boolean {
  if (one.account || other.account) return one.account?.id === other.account?.id
  return (
    one.statement.account !== null &&
    one.statement.account === other.statement.account &&
    one.currency === other.currency
  )
}

/** Which transactions of each statement are stored already. Nothing is read where the account has none on these days. */
async function countExisting(
  tx: Transaction,
  businessId: string,
  shape: string,
  aims: readonly Aim[],
): Promise<PlannedRow[][]> {
  const planned = aims.map((): PlannedRow[] => [])
  for (const accountId of new Set(aims.flatMap(({ account }) => account?.id ?? []))) {
    const own = [...aims.entries()].filter(([, { account }]) => account?.id === accountId)
    const range = rangeOf(own.map(([, { statement }]) => statement))
    const stored = range ? await listStoredRows(tx, { businessId, accountId }, range) : []
    if (stored.length === 0) continue
    const statements = await Promise.all(own.map(([, aim]) => toIncoming(aim.statement, aim.currency)))
    const plans = planStatements(shape, stored, statements, () => '')
    for (const [index, [n]] of own.entries()) planned[n] = plans[index] ?? []
  }
  return planned
}

/** The days of statements; null if they have none. */
export function rangeOf(
  statements: readonly Pick<PackedStatement, 'firstDate' | 'lastDate'>[],
): { first: string; last: string } | null {
  const firsts = statements.flatMap(({ firstDate }) => firstDate ?? []).toSorted()
  const lasts = statements.flatMap(({ lastDate }) => lastDate ?? []).toSorted()
  const [first, last] = [firsts[0], lasts.at(-1)]
  return first !== undefined && last !== undefined ? { first, last } : null
}

export async function toIncoming(statement: PackedStatement, currency: Currency): Promise<IncomingStatement> {
  const rows = await unpackRows(statement)
  return {
    rows: rows.map(({ date, amount, bankId, textKey }) => ({
      date,
      amountMinor: toMinor(amount, currency),
      bankId,
      textKey,
    })),
    ...balancesOf(statement, currency),
  }
}

export function balancesOf(
  { openingBalance, closingBalance }: PackedStatement,
  currency: Currency,
): Pick<Stretch, 'openingMinor' | 'closingMinor'> {
  return {
    openingMinor: balanceIn(openingBalance, currency),
    closingMinor: balanceIn(closingBalance, currency),
  }
}

function stretchOf({ statement, currency }: Aim): Stretch | null {
  const { firstDate, lastDate } = statement
  return firstDate === null || lastDate === null
    ? null
    : { firstDate, lastDate, ...balancesOf(statement, currency) }
}

function showStatement(
  aim: Aim,
  planned: readonly PlannedRow[],
  others: readonly Stretch[],
): PreviewStatement {
  const { statement, account, currency } = aim
  const number = numberOf(statement)
  const stretch = stretchOf(aim)
  return {
    accountName: number === null ? statement.account : `••••${number.replaceAll(/\W/g, '').slice(-4)}`,
    bankName: statement.bankName,
    fileName: statement.fileName ?? null,
    currency: statement.currency,
    shownCurrency: currency,
    kind: statement.kind === 'cash' && statement.isSavings ? 'savings' : statement.kind,
    count: statement.count,
    existing: planned.filter(({ isNew }) => !isNew).length,
    firstDate: statement.count === 0 ? null : statement.firstDate,
    lastDate: statement.lastBooked,
    inMinor: toMinor(statement.in, currency),
    outMinor: toMinor(statement.out, currency),
    ...balancesOf(statement, currency),
    reconciles: statement.reconciles,
    suggestedAccountId: account?.id ?? null,
    notices: stretch ? gapsAround(stretch, others, currency) : [],
    rows: statement.shown.map(({ date, amount, description, counterparty }, n) => ({
      date,
      amountMinor: toMinor(amount, currency),
      description,
      counterparty,
      isExisting: planned[statement.shownAt[n] ?? -1]?.isNew === false,
    })),
  }
}
