import { institutionName, routingNumberOf } from './institutions.ts'
import type { SandboxItem } from './item-store.ts'
import { type SampleTransaction, sampleTransactions } from './sample-transactions.ts'
import { createDice, digits, idFrom } from './seeded.ts'

export interface SandboxAccount {
  id: string
  name: string
  kind: SandboxAccountKind
  number: string
  /** At the beginning of the book. What is in it, or owed with it. */
  openingCents: number
  /** Newest first. */
  transactions: SampleTransaction[]
}

const limitCents = 1_000_000

/** In Plaid's words. */
interface SandboxAccountKind {
  name: string
  type: 'depository' | 'credit' | 'loan' | 'investment'
  subtype: string
  digitCount: number
  from: number
  to: number
  /** Only what money moves on from day to day has sample transactions. */
  hasTransactions: boolean
}

const checking: SandboxAccountKind = {
  name: 'Checking',
  type: 'depository',
  subtype: 'checking',
  digitCount: 10,
  from: 250_000,
  to: 1_250_000,
  hasTransactions: true,
}

const kinds: readonly SandboxAccountKind[] = [
  checking,
  {
    name: 'Credit Card',
    type: 'credit',
    subtype: 'credit card',
    digitCount: 16,
    from: 30_000,
    to: 480_000,
    hasTransactions: true,
  },
  { ...checking, name: 'Savings', subtype: 'savings', from: 500_000, to: 2_500_000, hasTransactions: false },
  {
    name: 'Equipment Loan',
    type: 'loan',
    subtype: 'loan',
    digitCount: 9,
    from: 800_000,
    to: 4_000_000,
    hasTransactions: false,
  },
  {
    name: 'Retirement Plan',
    type: 'investment',
    subtype: '401k',
    digitCount: 9,
    from: 1_000_000,
    to: 9_000_000,
    hasTransactions: false,
  },
]

/** One of each kind, with ids that follow from the item and everything else from its book. */
export function accountsOf(item: SandboxItem): SandboxAccount[] {
  return kinds.map((kind) => makeAccount(item, kind))
}

/** Money can be sent to it. */
export const hasNumbers = ({ kind }: SandboxAccount) => kind.type === 'depository'

function makeAccount(item: SandboxItem, kind: SandboxAccountKind): SandboxAccount {
  const { name, digitCount, from, to } = kind
  const isCredit = kind.type === 'credit'
  const id = idFrom(item.id, 'account', name)
  const seed = [item.owner, item.institutionId, name].join(' ')
  const dice = createDice(`account ${seed}`)
  return {
    id,
    name,
    kind,
    number: String(1 + dice(9)) + digits(dice, digitCount - 1),
    openingCents: from + dice(to - from),
    transactions: kind.hasTransactions ? sampleTransactions(item, { id, seed, isCredit }) : [],
  }
}

export function isPosted({ openedAt }: SandboxItem, { posting }: SampleTransaction, now: Date): boolean {
  return posting === null || now.getTime() - Date.parse(openedAt) >= posting.hours * 3_600_000
}

/** The account in Plaid's words: what is pending is not in the balance, but no longer available either. */
export function showAccount(item: SandboxItem, account: SandboxAccount, now: Date): object {
  const { id, name, kind, number, openingCents } = account
  const isCredit = kind.type === 'credit'
  const late = account.transactions.filter(({ posting }) => posting !== null)
  const spent = sumOf(late.filter((one) => isPosted(item, one, now)))
  const held = sumOf(late) - spent
  const current = openingCents + (isCredit ? spent : -spent)
  return {
    account_id: id,
    name,
    official_name: `${institutionName(item.institutionId)} ${name}`,
    mask: number.slice(-4),
    type: kind.type,
    subtype: kind.subtype,
    balances: {
      current: current / 100,
      available: availableOf(kind, current, held),
      limit: isCredit ? limitCents / 100 : null,
      iso_currency_code: 'USD',
      unofficial_currency_code: null,
    },
  }
}

/** Neither a loan nor an investment has an amount that can be spent. */
function availableOf({ type }: SandboxAccountKind, current: number, held: number): number | null {
  if (type === 'credit') return (limitCents - current - held) / 100
  return type === 'depository' ? (current - held) / 100 : null
}

/** Only accounts that money can be sent to have numbers for it; of a card, as everywhere, the last digits are told. */
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
  return transactions.reduce((sum, { cents, isIncome }) => sum + (isIncome ? -cents : cents), 0)
}
