import { defaultCurrency } from '../../src/shared/currencies.ts'
import { decimalText } from '../../src/shared/money.ts'
import { institutionName, routingNumberOf } from './institutions.ts'
import type { SandboxItem } from './item-store.ts'
import { type SampleTransaction, sampleTransactions } from './sample-transactions.ts'
import { createSeededRandom, digits, idFrom } from './seeded.ts'

export interface SandboxAccount {
  id: string
  name: string
  kind: SandboxAccountKind
  number: string
  /** The balance when the book was opened: the money in the account, or the amount owed. */
  openingMinor: number
  /** Newest first. */
  transactions: SampleTransaction[]
}

const limitMinor = 1_000_000

/** An account type, in Plaid's terms. */
interface SandboxAccountKind {
  name: string
  type: 'depository' | 'credit' | 'loan' | 'investment'
  subtype: string
  /** The length of the account number. */
  digits: number
  from: number
  to: number
}

const kinds: readonly SandboxAccountKind[] = [
  { name: 'Checking', type: 'depository', subtype: 'checking', digits: 10, from: 250_000, to: 1_250_000 },
  { name: 'Credit Card', type: 'credit', subtype: 'credit card', digits: 16, from: 30_000, to: 480_000 },
  { name: 'Savings', type: 'depository', subtype: 'savings', digits: 10, from: 500_000, to: 2_500_000 },
  { name: 'Equipment Loan', type: 'loan', subtype: 'loan', digits: 9, from: 800_000, to: 4_000_000 },
  { name: 'Retirement Plan', type: 'investment', subtype: '401k', digits: 9, from: 1_000_000, to: 9_000_000 },
]

/** One account of each kind. Its id depends on the item, everything else on the item's book. */
export function accountsOf(item: SandboxItem): SandboxAccount[] {
  return kinds.map((kind) => makeAccount(item, kind))
}

/** Whether money can be sent to the account. */
export const hasNumbers = ({ kind }: SandboxAccount) => kind.type === 'depository'

function makeAccount(item: SandboxItem, kind: SandboxAccountKind): SandboxAccount {
  const { name, from, to } = kind
  const isCredit = kind.type === 'credit'
  // Only accounts that are used every day have sample transactions.
  const hasTransactions = isCredit || kind.subtype === 'checking'
  const id = idFrom(item.id, 'account', name)
  const seed = [item.owner, item.institutionId, name].join(' ')
  const random = createSeededRandom(`account ${seed}`)
  return {
    id,
    name,
    kind,
    number: String(1 + random(9)) + digits(random, kind.digits - 1),
    openingMinor: from + random(to - from),
    transactions: hasTransactions ? sampleTransactions(item, { id, seed, isCredit }) : [],
  }
}

export function isPosted({ openedAt }: SandboxItem, { posting }: SampleTransaction, now: Date): boolean {
  return posting === null || now.getTime() - Date.parse(openedAt) >= posting.hours * 3_600_000
}

/** The same minor units in every currency: $12.34 is 1,234 yen. */
export function unitsOf({ currency = defaultCurrency }: SandboxItem, minor: number): number {
  return Number(decimalText(minor, currency))
}

export function showCurrency({ currency = defaultCurrency }: SandboxItem): object {
  return { iso_currency_code: currency, unofficial_currency_code: null }
}

/** In Plaid's format. Pending transactions are not in the balance but reduce the available amount. */
export function showAccount(item: SandboxItem, account: SandboxAccount, now: Date): object {
  const { id, name, kind, number, openingMinor } = account
  const isCredit = kind.type === 'credit'
  const initiallyPending = account.transactions.filter(({ posting }) => posting !== null)
  const postedMinor = sumOf(initiallyPending.filter((transaction) => isPosted(item, transaction, now)))
  const pendingMinor = sumOf(initiallyPending) - postedMinor
  const current = openingMinor + (isCredit ? postedMinor : -postedMinor)
  const available = availableOf(kind, current, pendingMinor)
  return {
    account_id: id,
    name,
    official_name: `${institutionName(item.institutionId)} ${name}`,
    mask: number.slice(-4),
    type: kind.type,
    subtype: kind.subtype,
    balances: {
      current: unitsOf(item, current),
      available: available === null ? null : unitsOf(item, available),
      limit: isCredit ? unitsOf(item, limitMinor) : null,
      ...showCurrency(item),
    },
  }
}

/** Loans and investments have no available amount. */
function availableOf({ type }: SandboxAccountKind, current: number, pendingMinor: number): number | null {
  if (type === 'credit') return limitMinor - current - pendingMinor
  return type === 'depository' ? current - pendingMinor : null
}

/** Account numbers, only for accounts that can receive money. For cards only the last digits are shown. */
export function showNumbers(item: SandboxItem, accounts: SandboxAccount[]): object {
  const ach = accounts.filter(hasNumbers).map(({ id, number }) => ({
    account_id: id,
    account: number,
    routing: routingNumberOf(item.institutionId),
    wire_routing: null,
  }))
  return { ach, eft: [], international: [], bacs: [] }
}

function sumOf(transactions: SampleTransaction[]): number {
  return transactions.reduce((sum, { minor, isIncome }) => sum + (isIncome ? -minor : minor), 0)
}
