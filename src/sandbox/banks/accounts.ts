import { institutionName, routingNumberOf } from './institutions.ts'
import type { SandboxItem } from './item-store.ts'
import { sampleTransactions } from './sample-transactions.ts'
import type { SampleTransaction } from './sample-transactions.ts'
import { createDice, digits, idFrom } from './seeded.ts'

export interface SandboxAccount {
  id: string
  name: string
  isCredit: boolean
  number: string
  /** At the beginning of the book. What is in it, or owed with it. */
  openingCents: number
  /** Newest first. */
  transactions: SampleTransaction[]
}

const limitCents = 1_000_000

/** One of each kind, with ids that follow from the item and everything else from its book. */
export function accountsOf(item: SandboxItem): SandboxAccount[] {
  return [
    makeAccount(item, { name: 'Checking', isCredit: false, digitCount: 10, from: 250_000, to: 1_250_000 }),
    makeAccount(item, { name: 'Credit Card', isCredit: true, digitCount: 16, from: 30_000, to: 480_000 }),
  ]
}

interface AccountKind {
  name: string
  isCredit: boolean
  digitCount: number
  from: number
  to: number
}

function makeAccount(
  item: SandboxItem,
  { name, isCredit, digitCount, from, to }: AccountKind,
): SandboxAccount {
  const id = idFrom(item.id, 'account', name)
  const seed = [item.owner, item.institutionId, name].join(' ')
  const dice = createDice(`account ${seed}`)
  return {
    id,
    name,
    isCredit,
    number: String(1 + dice(9)) + digits(dice, digitCount - 1),
    openingCents: from + dice(to - from),
    transactions: sampleTransactions(item, { id, seed, isCredit }),
  }
}

export function isPosted({ openedAt }: SandboxItem, { posting }: SampleTransaction, now: Date): boolean {
  return posting === null || now.getTime() - Date.parse(openedAt) >= posting.hours * 3_600_000
}

/** The account in Plaid's words: what is pending is not in the balance, but no longer available either. */
export function showAccount(item: SandboxItem, account: SandboxAccount, now: Date): object {
  const { id, name, isCredit, number, openingCents } = account
  const late = account.transactions.filter(({ posting }) => posting !== null)
  const spent = sumOf(late.filter((one) => isPosted(item, one, now)))
  const held = sumOf(late) - spent
  const current = openingCents + (isCredit ? spent : -spent)
  return {
    account_id: id,
    name,
    official_name: `${institutionName(item.institutionId)} ${name}`,
    mask: number.slice(-4),
    type: isCredit ? 'credit' : 'depository',
    subtype: isCredit ? 'credit card' : 'checking',
    balances: {
      current: current / 100,
      available: (isCredit ? limitCents - current - held : current - held) / 100,
      limit: isCredit ? limitCents / 100 : null,
      iso_currency_code: 'USD',
      unofficial_currency_code: null,
    },
  }
}

/** Only accounts that money can be sent to have numbers for it; of a card, as everywhere, the last digits are told. */
export function showNumbers(item: SandboxItem, accounts: SandboxAccount[]): object {
  const ach = accounts
    .filter(({ isCredit }) => !isCredit)
    .map(({ id, number }) => ({
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
