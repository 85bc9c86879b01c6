import { randomUUID } from 'node:crypto'
import {
  type AccountFacts,
  type BankWebhook,
  type BankProblem,
  type BankProvider,
  type LinkRequest,
  type NumberFacts,
  type TransactionFacts,
  BankProviderError,
} from '../../../src/platform/banks/bank-provider.ts'

interface FakeBankOptions {
  environment?: BankProvider['environment']
  /** The number of changes on a page of transactions. */
  pageSize?: number
}

export interface FakeItem {
  itemId: string
  accessToken: string
  institutionId: string
  institutionName: string
  accounts: AccountFacts[]
  numbers: NumberFacts[]
  /** All changes of its transactions. A cursor counts how many of them were read. */
  changes: Change[]
  state: 'open' | 'reconnect' | 'ended'
  webhookUrl?: string
}

export type Change =
  | { kind: 'added' | 'modified'; facts: TransactionFacts }
  | { kind: 'removed'; providerId: string }

interface FakeLink {
  request: LinkRequest
  outcome: 'open' | 'left' | 'finished'
  publicToken: string | null
}

interface Failure {
  problem: BankProblem
  /** How often; forever if omitted. */
  times?: number
}

export type BankMethod = Exclude<keyof BankProvider, 'environment'>

const names: Record<string, string> = { chase: 'Chase', bofa: 'Bank of America', wells: 'Wells Fargo' }
let items = 0

/** A checking account with both numbers, and a credit card of which the bank reports the last digits. */
export function fakeAccounts(seed = ++items) {
  const digits = String(seed).padStart(4, '0').slice(-4)
  const checking = `acc_${seed}_checking_${randomUUID()}`
  const accounts: AccountFacts[] = [
    {
      providerId: checking,
      name: 'Everyday Checking',
      type: 'checking',
      kind: 'cash',
      subtype: 'checking',
      mask: digits,
      balanceMinor: 123_456,
      currency: 'USD',
    },
    {
      providerId: `acc_${seed}_credit_${randomUUID()}`,
      name: 'Rewards Card',
      type: 'credit',
      kind: 'credit',
      subtype: 'credit card',
      mask: `9${digits.slice(1)}`,
      balanceMinor: -9_900,
      currency: 'USD',
    },
  ]
  const numbers: NumberFacts[] = [
    { providerId: checking, accountNumber: `770011${digits}`, routingNumber: `02100${digits}` },
  ]
  return { accounts, numbers }
}

export function fakeTransaction(
  accountProviderId: string,
  changes: Partial<TransactionFacts> = {},
): TransactionFacts {
  return {
    providerId: `tx_${randomUUID()}`,
    pendingId: null,
    accountProviderId,
    date: '2026-11-10',
    description: 'Corner Shop 0042',
    merchant: null,
    amountMinor: 1250,
    currency: 'USD',
    isIncome: false,
    isPending: false,
    category: { primary: null, detailed: null, word: null },
    ...changes,
  }
}

const problemOf = (problem: BankProblem) =>
  new BankProviderError(problem, `FAKE_${problem.toUpperCase()}`, `The fake bank says: ${problem}.`)

/** Creates an aggregator in memory, with items, their changes, and failures on demand. */
export function createFakeBank({ environment = 'demo', pageSize = 100 }: FakeBankOptions = {}) {
  const byId = new Map<string, FakeItem>()
  const publicTokens = new Map<string, FakeItem>()
  const links = new Map<string, FakeLink>()
  const failures = new Map<BankMethod, Failure>()
  const calls: { method: BankMethod; args: unknown[] }[] = []
  /** Awaited inside of every call, for what a test does in between. */
  const hooks = new Map<BankMethod, () => Promise<void> | void>()

  function makeItem(institutionId: string, change: Partial<FakeItem> = {}): FakeItem {
    const item: FakeItem = {
      itemId: `item_${randomUUID()}`,
      accessToken: `access-${environment}-${randomUUID()}`,
      institutionId,
      institutionName: names[institutionId] ?? institutionId,
      ...fakeAccounts(),
      changes: [],
      state: 'open',
      ...change,
    }
    byId.set(item.itemId, item)
    return item
  }

  function paypalTokenFor(item: FakeItem): string {
    const token = `public-${randomUUID()}`
    publicTokens.set(token, item)
    return token
  }

  async function enter(method: BankMethod, ...args: unknown[]): Promise<void> {
    calls.push({ method, args })
    await hooks.get(method)?.()
    const failure = failures.get(method)
    if (!failure) return
    const { problem, times } = failure
    if (times !== undefined) {
      if (times <= 1) failures.delete(method)
      else failures.set(method, { problem, times: times - 1 })
    }
    throw problemOf(problem)
  }

  function itemOf(accessToken: string): FakeItem {
    const item = [...byId.values()].find((one) => one.accessToken === accessToken)
    if (!item || item.state === 'ended') throw problemOf('ended')
    return item
  }

  function signedInTo(accessToken: string): FakeItem {
    const item = itemOf(accessToken)
    if (item.state === 'reconnect') throw problemOf('reconnect')
    return item
  }

  const provider: BankProvider = {
    environment,
    async createLink(request) {
      await enter('createLink', request)
      if (request.accessToken !== null) itemOf(request.accessToken)
      const linkToken = `link-${randomUUID()}`
      links.set(linkToken, { request, outcome: 'open', publicToken: null })
      return {
        linkToken,
        url: `https://bank.example/link/${links.size}`,
        expiresAt: new Date(Date.now() + 4 * 3_600_000),
      }
    },
    async readLink(linkToken) {
      await enter('readLink', linkToken)
      const link = links.get(linkToken)
      if (!link) throw problemOf('refused')
      const { outcome, publicToken } = link
      return outcome === 'finished' ? { outcome, publicToken } : { outcome }
    },
    async createDemoToken(institutionId, webhookUrl, owner) {
      await enter('createDemoToken', institutionId, webhookUrl, owner)
      return paypalTokenFor(makeItem(institutionId))
    },
    async exchange(publicToken) {
      await enter('exchange', publicToken)
      const item = publicTokens.get(publicToken)
      if (!item) throw problemOf('refused')
      return { accessToken: item.accessToken, itemId: item.itemId }
    },
    async readItem(accessToken) {
      await enter('readItem', accessToken)
      const { itemId, institutionId, institutionName } = itemOf(accessToken)
      return { itemId, institutionId, institutionName }
    },
    async listAccounts(accessToken) {
      await enter('listAccounts', accessToken)
      return structuredClone(signedInTo(accessToken).accounts)
    },
    async listNumbers(accessToken) {
      await enter('listNumbers', accessToken)
      return structuredClone(signedInTo(accessToken).numbers)
    },
    async syncTransactions(accessToken, cursor) {
      await enter('syncTransactions', accessToken, cursor)
      const { itemId, changes } = signedInTo(accessToken)
      const from = cursor === null ? 0 : Number(cursor.slice(itemId.length + 1))
      const page = structuredClone(changes.slice(from, from + pageSize))
      const factsOf = (kind: 'added' | 'modified') =>
        page.flatMap((change) => (change.kind === kind ? [change.facts] : []))
      return {
        added: factsOf('added'),
        modified: factsOf('modified'),
        removed: page.flatMap((change) => (change.kind === 'removed' ? [change.providerId] : [])),
        nextCursor: `${itemId}:${from + page.length}`,
        hasMore: from + page.length < changes.length,
      }
    },
    async endItem(accessToken) {
      await enter('endItem', accessToken)
      const item = [...byId.values()].find((one) => one.accessToken === accessToken)
      if (!item || item.state === 'ended') return 'unknown'
      item.state = 'ended'
      return 'ended'
    },
    async setWebhook(accessToken, webhookUrl) {
      await enter('setWebhook', accessToken, webhookUrl)
      itemOf(accessToken).webhookUrl = webhookUrl
    },
    async expireItem(accessToken) {
      await enter('expireItem', accessToken)
      itemOf(accessToken).state = 'reconnect'
    },
    async readBankWebhook({ body, signature }) {
      await enter('readBankWebhook', signature)
      return signature === genuine ? (JSON.parse(Buffer.from(body).toString()) as BankWebhook) : null
    },
  }

  const lastLink = () => [...links.values()].at(-1)
  return {
    provider,
    items: byId,
    links,
    calls,
    hooks,
    callsOf: (method: BankMethod) => calls.filter((call) => call.method === method),
    lastItem(): FakeItem {
      const item = [...byId.values()].at(-1)
      if (!item) throw new Error('the fake bank has no item')
      return item
    },
    makeItem,
    change: (item: FakeItem, ...changes: Change[]) => void item.changes.push(...changes),
    fail: (method: BankMethod, problem: BankProblem, times?: number) =>
      void failures.set(method, times === undefined ? { problem } : { problem, times }),
    mend: () => failures.clear(),
    /** What the owner does on the page of the latest link: chooses a bank, or signs in to theirs again. */
    finishLink(institutionId = 'chase', change: Partial<FakeItem> = {}): void {
      const link = lastLink()
      if (!link) throw new Error('no link is open at the fake bank')
      const { accessToken } = link.request
      if (accessToken === null) link.publicToken = paypalTokenFor(makeItem(institutionId, change))
      else itemOf(accessToken).state = 'open'
      link.outcome = 'finished'
    },
    leaveLink(): void {
      const link = lastLink()
      if (link) link.outcome = 'left'
    },
  }
}
export type FakeBank = ReturnType<typeof createFakeBank>

/** The signature of webhooks that the fake bank itself sent. */
export const genuine = 'signed-by-the-fake-bank'
