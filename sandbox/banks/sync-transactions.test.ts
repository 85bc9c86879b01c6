import { type RemovedTransaction, type Transaction, Products } from 'plaid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestBank, createTestBank, refusalOf } from '../../test/support/providers/bank-sandbox.ts'

const hour = 3_600_000
let bank: TestBank
beforeAll(async () => {
  bank = await createTestBank(new Date('2026-05-20T12:00:00Z'))
})
afterAll(() => bank.close())

async function newToken(owner?: string): Promise<string> {
  const made = await bank.plaid.sandboxPublicTokenCreate({
    institution_id: 'wells',
    initial_products: [Products.Transactions],
    options: { override_username: owner ?? null },
  })
  const { data } = await bank.plaid.itemPublicTokenExchange({ public_token: made.data.public_token })
  return data.access_token
}

async function sync(access_token: string, cursor?: string, count?: number) {
  const { request_id: _, ...page } = (
    await bank.plaid.transactionsSync({
      access_token,
      ...(cursor === undefined ? {} : { cursor }),
      ...(count === undefined ? {} : { count }),
    })
  ).data
  return page
}

/** Reads all pages from the cursor on, and returns the last cursor. */
async function syncAll(access_token: string, cursor: string | undefined, count: number) {
  const [added, removed]: [Transaction[], RemovedTransaction[]] = [[], []]
  for (;;) {
    const page = await sync(access_token, cursor, count)
    expect(page.added.length + page.removed.length).toBeLessThanOrEqual(count)
    added.push(...page.added)
    removed.push(...page.removed)
    cursor = page.next_cursor
    if (!page.has_more) return { added, removed, cursor }
  }
}

test('everything comes in one page or in many, the same', async () => {
  const token = await newToken()
  const whole = await sync(token)
  expect(whole.has_more).toBe(false)
  expect(whole.added).toHaveLength(40)
  expect(whole.transactions_update_status).toBe('HISTORICAL_UPDATE_COMPLETE')
  for (const count of [1, 7, 39, 40, 500]) {
    const parts = await syncAll(token, undefined, count)
    expect(parts.added).toEqual(whole.added)
    expect(parts.cursor).toBe(whole.next_cursor)
  }
  expect(await sync(token, '')).toEqual(whole)
})

test('a transaction is told in Plaid’s words', async () => {
  const { added, accounts } = await sync(await newToken())
  const [checking, card] = accounts.map(({ account_id }) => account_id)
  for (const id of [checking, card]) {
    const own = added.filter(({ account_id }) => account_id === id)
    expect(own).toHaveLength(20)
    // Outgoing money is positive.
    expect(own.filter(({ amount }) => amount < 0)).toHaveLength(6)
    for (const one of own) {
      expect(Number.isInteger(Math.round(one.amount * 1e6) / 1e4)).toBe(true)
      expect(one.category).toHaveLength(1)
      expect(one.name.startsWith(one.merchant_name ?? '?')).toBe(true)
    }
  }
  expect(added.find(({ pending }) => pending)).toMatchObject({
    date: '2026-05-20',
    pending_transaction_id: null,
    iso_currency_code: 'USD',
  })
})

test('a cursor gives the same answer until time moves on; at the end it stays', async () => {
  const token = await newToken()
  const first = await sync(token, undefined, 10)
  const second = await sync(token, first.next_cursor, 10)
  expect(await sync(token, first.next_cursor, 10)).toEqual(second)
  const { cursor } = await syncAll(token, first.next_cursor, 10)
  expect(await sync(token, cursor)).toMatchObject({
    added: [],
    removed: [],
    next_cursor: cursor,
    has_more: false,
  })
})

test('what is pending is posted some hours later: under a new id that names the old one, and once', async () => {
  const token = await newToken()
  const { added, next_cursor: cursor } = await sync(token)
  const pending = added.filter((one) => one.pending)
  expect([2, 3, 4]).toContain(pending.length)
  bank.letPass(3 * hour - 1)
  expect((await sync(token, cursor)).added).toEqual([])
  bank.letPass(4 * hour)
  const later = await sync(token, cursor)
  expect(later.removed.map(({ transaction_id }) => transaction_id).toSorted()).toEqual(
    pending.map(({ transaction_id }) => transaction_id).toSorted(),
  )
  const byOldId = new Map(later.added.map((one) => [one.pending_transaction_id, one]))
  expect(later.added).toHaveLength(pending.length)
  for (const one of pending) {
    const posted = byOldId.get(one.transaction_id)
    expect(posted?.transaction_id).not.toBe(one.transaction_id)
    expect({ ...posted, transaction_id: one.transaction_id, pending_transaction_id: null }).toEqual({
      ...one,
      pending: false,
    })
  }
  expect(later.modified).toEqual([])
  expect((await syncAll(token, cursor, 1)).added).toEqual(later.added)
  bank.letPass(1000 * hour)
  expect((await sync(token, later.next_cursor)).added).toEqual([])
})

test('one that begins late sees the past as it was told: added, removed, added', async () => {
  const token = await newToken()
  bank.letPass(24 * hour)
  const { added, removed } = await syncAll(token, undefined, 500)
  const gone = new Set(removed.map(({ transaction_id }) => transaction_id))
  expect(added.filter(({ transaction_id }) => !gone.has(transaction_id))).toHaveLength(40)
  expect(added).toHaveLength(40 + gone.size)
})

test('whoever comes back finds the same, and what was pending posted when it would have been', async () => {
  const come = async () => {
    const token = await newToken('owner-1')
    const { added, accounts, next_cursor: cursor } = await sync(token)
    return { token, added, cursor, balances: accounts.map(({ balances }) => balances) }
  }
  const factsOf = ({ added }: { added: Transaction[] }) =>
    added.map(({ date, name, merchant_name, amount, category }) =>
      [date, name, merchant_name, amount, category].join(),
    )
  const pendingOf = ({ added }: { added: Transaction[] }) =>
    added.flatMap((one) => (one.pending ? [one.transaction_id] : []))
  const first = await come()
  await bank.plaid.itemRemove({ access_token: first.token })
  bank.letPass(4 * hour)
  const second = await come()
  expect(factsOf(second)).toEqual(factsOf(first))
  // One transaction of each account is posted by now.
  expect(pendingOf(second)).toHaveLength(pendingOf(first).length - 2)
  expect(pendingOf(second)).not.toEqual([])
  expect(new Set(second.added.map((one) => one.pending_transaction_id))).toEqual(new Set([null]))
  bank.letPass(2 * hour)
  const news = await sync(second.token, second.cursor)
  expect(news.added.map((one) => one.pending_transaction_id)).toEqual(pendingOf(second))
  const settled = news.accounts.map(({ balances }) => balances)
  expect(settled).not.toEqual(first.balances)
  bank.letPass(400 * 24 * hour)
  const third = await come()
  expect(factsOf(third)).toEqual(factsOf(first))
  expect([pendingOf(third), third.balances]).toEqual([[], settled])
  expect((await sync(third.token, third.cursor)).added).toEqual([])
})

test('no two items share an id, not even of the same owner', async () => {
  const pages = [await sync(await newToken('owner-2')), await sync(await newToken('owner-2'))]
  const ids = pages.flatMap(({ added }) => added.map(({ transaction_id }) => transaction_id))
  expect(new Set(ids).size).toBe(80)
})

test('a cursor that it never gave is refused', async () => {
  const token = await newToken()
  const { next_cursor: ours } = await sync(token, undefined, 1)
  const { next_cursor: others } = await sync(await newToken(), undefined, 1)
  const id = Buffer.from(ours, 'base64url').toString().split('.')[0]
  const made = (position: string) => Buffer.from(`${id}.${position}`).toString('base64url')
  expect(made('1')).toBe(ours)
  const wrong = [
    others,
    'x',
    `${ours}=`,
    ` ${ours}`,
    made('-1'),
    made('1.5'),
    made('01'),
    made(''),
    made('999'),
  ]
  for (const cursor of wrong) {
    const refusal = await refusalOf(sync(token, cursor))
    expect([cursor, ...refusal]).toEqual([cursor, 400, 'INVALID_REQUEST', 'INVALID_FIELD'])
  }
})

test.each([0, 501, 1.5])('a page of %d is refused', async (count) => {
  expect((await refusalOf(sync(await newToken(), undefined, count)))[2]).toBe('INVALID_FIELD')
})

test('nothing went wrong inside', () => {
  expect(bank.log).toEqual([])
})
