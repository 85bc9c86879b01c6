import { randomUUID } from 'node:crypto'
import {
  type AccountFacts,
  type BankProvider,
  type TransactionFacts,
  type TransactionPage,
  BankProviderError,
} from '../../../src/platform/banks/bank-provider.ts'

/** A transaction as the bank knows it. Each item has its own ids for accounts and transactions. */
export interface TrueTransaction {
  n: number
  pendingN: number | null
  account: number
  facts: Omit<TransactionFacts, 'providerId' | 'pendingId' | 'accountProviderId'>
  addedAt: number
  changedAt: number
  removedAt: number | null
}

interface LogEntry {
  kind: 'added' | 'modified' | 'removed'
  transaction: TrueTransaction
}

/**
 * How the bank reports changes. `net`: each transaction once, with its current state compared to the
 * cursor's; what was added and removed since is not reported, and a change during pagination invalidates the
 * sync batch. `log`: all changes since the cursor in their order; a new item starts with the current
 * transactions.
 */
export type Reporting = 'net' | 'log'

interface ModelOptions {
  random: () => number
  reporting: Reporting
}

const words = ['Corner Shop', 'Rail\0way', 'Studio 54', 'Café Zoë', '\uD83D', 'x'.repeat(600)]
const merchants = [null, null, 'Railway', 'Corner Shop', 'Market', '']
const categories = ['FOOD_AND_DRINK', 'TRAVEL', 'SOMETHING_NEW', null]

function account(n: number, currency: string | null): Omit<AccountFacts, 'providerId'> {
  const kind = { type: 'checking', kind: 'cash', subtype: 'checking' } as const
  return { name: `Account ${n}`, ...kind, mask: `100${n}`, balanceMinor: n * 100, currency }
}

const named = (item: string, n: number) => `${item}:t${n}`

const isNoPart = (): never => {
  throw new Error('this is no part of the chaos')
}

/** Creates a bank with a random history, which it reports in pages like the aggregator. */
export function createModelBank({ random, reporting }: ModelOptions) {
  const upTo = (max: number) => Math.floor(random() * max)
  const oneOf = <T>(choices: readonly T[]): T => choices[upTo(choices.length)]!
  const transactions: TrueTransaction[] = []
  const log: LogEntry[] = []
  // The last one has no currency that we know, so it is left out.
  const accounts = [account(0, 'USD'), account(1, 'EUR'), account(2, null)]
  const itemOfToken = new Map<string, string>()
  let clock = 0

  const drawFacts = (isPending: boolean): TrueTransaction['facts'] => ({
    date: `2026-11-0${1 + upTo(3)}`,
    description: oneOf(words),
    merchant: oneOf(merchants),
    amountMinor: upTo(3) * 500,
    currency: oneOf(['USD', 'EUR', null]),
    isIncome: random() < 0.3,
    isPending,
    category: { primary: oneOf(categories), detailed: null, word: null },
  })

  function recordChange(kind: LogEntry['kind'], transaction: TrueTransaction): void {
    clock += 1
    transaction.changedAt = clock
    if (kind === 'added') transaction.addedAt = clock
    if (kind === 'removed') transaction.removedAt = clock
    log.push({ kind, transaction: structuredClone(transaction) })
  }

  function add(pending: TrueTransaction | null = null): void {
    const isPending = pending === null && random() < 0.5
    const made: TrueTransaction = {
      n: transactions.length,
      pendingN: pending?.n ?? null,
      account: pending?.account ?? upTo(accounts.length),
      facts: { ...(pending?.facts ?? drawFacts(isPending)), isPending },
      addedAt: clock,
      changedAt: clock,
      removedAt: null,
    }
    transactions.push(made)
    recordChange('added', made)
  }

  const alive = () => transactions.filter(({ removedAt }) => removedAt === null)

  /** Makes something happen at the bank. */
  function live(): void {
    const pending = alive().filter(({ facts }) => facts.isPending)
    const chance = random()
    const some = alive()[upTo(alive().length)]
    const waiting = pending[upTo(pending.length)]
    if (chance < 0.4 || !some) add()
    else if (chance < 0.65 && waiting) {
      // A bank may report the end of the pending transaction before or after, or split it.
      const isBefore = random() < 0.5
      if (isBefore) recordChange('removed', waiting)
      add(waiting)
      if (random() < 0.15) add(waiting)
      if (!isBefore) recordChange('removed', waiting)
    } else if (chance < 0.85) {
      some.facts = { ...some.facts, ...drawFacts(random() < 0.5 ? some.facts.isPending : false) }
      if (accounts[some.account]?.currency !== null && random() < 0.1) some.account = upTo(accounts.length)
      recordChange('modified', some)
    } else if (chance < 0.97) recordChange('removed', some)
    else accounts.push(account(accounts.length, 'USD'))
    oneOf(accounts).balanceMinor = upTo(10_000)
  }

  const toFacts = (item: string, { n, pendingN, account: at, facts }: TrueTransaction): TransactionFacts => ({
    ...facts,
    providerId: named(item, n),
    pendingId: pendingN === null ? null : named(item, pendingN),
    accountProviderId: `${item}:a${at}`,
  })

  /**
   * A cursor contains the moment up to which everything was reported and, within a sync batch, the moment of
   * the batch and the offset in it.
   */
  function readPage(item: string, cursor: string | null, size: number): TransactionPage {
    const [since = 0, moment = reporting === 'log' ? log.length : clock, offset = 0] = (cursor ?? '')
      .split('/')
      .filter(Boolean)
      .map(Number)
    const entries = reporting === 'log' ? logged(since, moment) : changesSince(since)
    if (reporting === 'net' && moment !== clock)
      throw new BankProviderError('restart', 'MUTATION', 'Something changed meanwhile.')
    const page = entries.slice(offset, offset + size)
    const hasMore = offset + size < entries.length
    const factsOf = (kind: LogEntry['kind']) => page.filter((entry) => entry.kind === kind)
    return {
      added: factsOf('added').map(({ transaction }) => toFacts(item, transaction)),
      modified: factsOf('modified').map(({ transaction }) => toFacts(item, transaction)),
      removed: factsOf('removed').map(({ transaction }) => named(item, transaction.n)),
      nextCursor: hasMore ? `${since}/${moment}/${offset + size}` : String(moment),
      hasMore,
    }
  }

  function logged(since: number, until: number): LogEntry[] {
    if (since > 0) return log.slice(since, until)
    const last = new Map(log.slice(0, until).map((entry) => [entry.transaction.n, entry]))
    const left = [...last.values()].filter(({ kind }) => kind !== 'removed')
    return left.map(({ transaction }) => ({ kind: 'added', transaction }))
  }

  function changesSince(since: number): LogEntry[] {
    const isNew = ({ addedAt }: TrueTransaction) => addedAt > since
    return transactions
      .filter((one) => one.changedAt > since && !(isNew(one) && one.removedAt !== null))
      .toSorted((a, b) => a.changedAt - b.changedAt)
      .map((one) => ({
        kind: one.removedAt !== null ? 'removed' : isNew(one) ? 'added' : 'modified',
        transaction: one,
      }))
  }

  function itemOf(token: string): string {
    const item = itemOfToken.get(token)
    if (item === undefined) throw new BankProviderError('ended', 'GONE', 'The access is gone.')
    return item
  }

  /** Connects with pages of this size. Each call first waits for `step`, and may fail afterwards. */
  const connect = (size: number, step: () => Promise<void>): BankProvider => ({
    environment: 'demo',
    createLink: isNoPart,
    readLink: isNoPart,
    expireItem: isNoPart,
    readBankWebhook: isNoPart,
    setWebhook: isNoPart,
    createDemoToken: async () => randomUUID(),
    async exchange(publicToken) {
      const itemId = `item${itemOfToken.size}-${publicToken.slice(0, 8)}`
      itemOfToken.set(publicToken, itemId)
      return { accessToken: publicToken, itemId }
    },
    async readItem(token) {
      return { itemId: itemOf(token), institutionId: 'chase', institutionName: 'Chase' }
    },
    async listAccounts(token) {
      await step()
      return accounts.map((facts, n) => ({ ...facts, providerId: `${itemOf(token)}:a${n}` }))
    },
    listNumbers: async () => [],
    async syncTransactions(token, cursor) {
      await step()
      return structuredClone(readPage(itemOf(token), cursor, size))
    },
    endItem: async (token) => (itemOfToken.delete(token) ? 'ended' : 'unknown'),
  })

  return { live, connect, alive, accounts, transactions }
}
export type ModelBank = ReturnType<typeof createModelBank>
