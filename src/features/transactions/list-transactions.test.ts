import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAccountRow, addTransactionRows } from '../../../test/support/fixtures/transaction-rows.ts'
import { randomFrom } from '../../../test/support/random.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { walkPages } from '../../../test/support/walk-pages.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { currencies } from '../../shared/currencies.ts'
import type { RequestOf } from '../../shared/endpoint.ts'
import { formatMoney } from '../../shared/money.ts'
import { listTransactions } from './contract.ts'

type Query = NonNullable<RequestOf<typeof listTransactions>['query']>
type Rows = Parameters<typeof addTransactionRows>[2]

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function signUpWith(rows: Rows) {
  const { cookie, session } = await app.signUpAndIn()
  const ids = await addTransactionRows(app.database, session.business.id, rows)
  const ask = (query: Query) => app.send(listTransactions, { query }, { cookie })
  const read = async (query: Query = {}) => answerOf(listTransactions, await ask(query))
  const found = async (query: Query) =>
    (await read(query)).transactions.map(({ description }) => description).toSorted()
  return { businessId: session.business.id, ids, ask, read, found }
}

test('an item says what the row shows', async () => {
  const { businessId, read } = await signUpWith([])
  const accountId = await addAccountRow(app.database, businessId, { type: 'money market' })
  const [id] = await addTransactionRows(app.database, businessId, [
    {
      accountId,
      date: '2026-10-31',
      description: 'POS 12 BLUE COFFEE',
      merchant: 'Blue Coffee',
      amountMinor: 123_450,
      status: 'pending',
      providerCategory: 'Dining',
    },
  ])
  expect(await read()).toEqual({
    transactions: [
      {
        id,
        accountId,
        accountLabel: 'Chase - Money Market',
        date: '2026-10-31',
        description: 'POS 12 BLUE COFFEE',
        merchant: 'Blue Coffee',
        currency: 'USD',
        amountMinor: 123_450,
        type: 'expense',
        isTransfer: false,
        match: null,
        category: 'Dining',
        status: 'pending',
      },
    ],
    next: null,
    previous: null,
  })
})

test('an account that is gone, or on its way, is not known any more', async () => {
  const { businessId, read } = await signUpWith([{ accountId: '00000000-0000-4000-8000-000000000001' }, {}])
  const accountId = await addAccountRow(app.database, businessId, { removedAt: new Date() })
  await addTransactionRows(app.database, businessId, [{ accountId }])
  const { transactions } = await read()
  expect(transactions).toHaveLength(3)
  for (const one of transactions) expect(one).toMatchObject({ accountId: null, accountLabel: null })
})

describe('a search finds', () => {
  const rows: Rows = [
    { description: 'Blue COFFEE', providerCategory: 'Dining', amountMinor: 450 },
    { description: 'Payroll', providerCategory: 'Salary', amountMinor: 123_450 },
    { description: '100% Juice_Bar', providerCategory: 'Dining', amountMinor: 1_234_567_89 },
    { description: String.raw`back\slash`, chosenCategory: 'Freelance', amountMinor: 5 },
  ]
  const [coffee, payroll, juice, slash] = rows.map(({ description }) => description)
  test.each([
    ['coffee', [coffee]],
    ['COFF', [coffee]],
    ['  e cof  ', [coffee]],
    ['dining', [coffee, juice]],
    ['free', [slash]],
    ['1234.5', [payroll]],
    ['1,234.50', [payroll]],
    ['$1,2', [payroll, juice]],
    ['$1234', [payroll, juice]],
    ['1,234,567', [juice]],
    ['1234567.89', [juice]],
    ['0.05', [slash]],
    ['$4.5', [coffee]],
    ['%', [juice]],
    ['_', [juice]],
    ['\\', [slash]],
    ['0%', [juice]],
    ['p', [payroll]],
    ['coffee dining', []],
    ['coffee\ndining', []],
    ['é', []],
    ['zz', []],
  ])('what holds %j', async (search, expected) => {
    const { found } = await signUpWith(rows)
    expect(await found({ search })).toEqual(expected.toSorted())
  })
})

describe('an amount in another currency is found by', () => {
  const rows: Rows = [
    { description: 'Euros', currency: 'EUR', amountMinor: 123_450 },
    { description: 'Yen', currency: 'JPY', amountMinor: 1_234_567 },
    { description: 'Dinars', currency: 'KWD', amountMinor: 1_234_567 },
    { description: 'Francs', currency: 'CHF', amountMinor: 7 },
    { description: 'Dollars', currency: 'USD', amountMinor: 5_006 },
  ]
  test.each([
    ['1,234.50', ['Euros']],
    ['€1,234.50', ['Euros']],
    ['+€1234.5', ['Euros']],
    ['EUR 1,234.50', ['Euros']],
    ['eur 1234.50', ['Euros']],
    ['eur', ['Euros']],
    ['€', ['Euros']],
    ['1,234,567', ['Yen']],
    ['¥1,234,567', ['Yen']],
    ['JPY 1234567', ['Yen']],
    ['12,345.67', []],
    ['1,234.567', ['Dinars']],
    ['-KWD 1234.567', ['Dinars']],
    // As number formats write it, with a space that does not break.
    ['-KWD\u00a01,234.567', ['Dinars']],
    ['CHF 0.07', ['Francs']],
    ['$50.06', ['Dollars']],
    ['US$50.06', ['Dollars']],
    ['-US$50', ['Dollars']],
    ['USD 50.06', ['Dollars']],
    ['usd50', ['Dollars']],
  ])('%j', async (search, expected) => {
    const { found } = await signUpWith(rows)
    expect(await found({ search })).toEqual(expected)
  })
})

test('every amount is found as it is shown', async () => {
  const rows = currencies.map((currency, n) => ({
    description: `in ${currency}.`,
    currency,
    amountMinor: 98_765_432_100 + n,
  }))
  const { found } = await signUpWith(rows)
  const missed: string[] = []
  // The sign of XCG depends on the version of ICU.
  for (const { description, ...money } of rows.filter(({ currency }) => currency !== 'XCG')) {
    for (const locale of ['en-US', 'en-GB']) {
      const search = formatMoney(money.amountMinor, { currency: money.currency, locale })
      if ((await found({ search })).join() !== description) missed.push(search)
    }
  }
  expect(missed).toEqual([])
})

test('a transaction is listed in its own currency', async () => {
  const { read } = await signUpWith([{ currency: 'JPY', amountMinor: 500 }])
  expect((await read()).transactions).toMatchObject([{ currency: 'JPY', amountMinor: 500 }])
})

test('a space or a control character alone searches for nothing', async () => {
  const { found } = await signUpWith([{ description: 'One' }, { description: 'Two' }])
  expect(await found({ search: '  ' })).toEqual(['One', 'Two'])
  expect(await found({ search: '\u0001' })).toEqual(['One', 'Two'])
})

test('a transaction is found by what it says now', async () => {
  const { businessId, ids, found } = await signUpWith([{ description: 'Zebra' }])
  expect(await found({ search: 'zebra', category: 'Travel' })).toEqual([])
  await withTenant(app.database, businessId, ({ client }) =>
    client.query(`update transactions set chosen_category = 'Travel', description = 'Okapi' where id = $1`, [
      ids[0],
    ]),
  )
  expect(await found({ search: 'zebra' })).toEqual([])
  expect(await found({ search: 'okapi', category: 'Travel' })).toEqual(['Okapi'])
})

test('two places at once, and a place that is none, are refused by name', async () => {
  const { ask, read } = await signUpWith(Array.from({ length: 60 }, () => ({})))
  const { next } = await read()
  const both = await ask({ after: next!, before: next! })
  expect([both.status, await problemOf(both)]).toMatchObject([
    422,
    { fields: { before: expect.any(String) } },
  ])
  const none = await ask({ after: 'nonsense' })
  expect([none.status, await problemOf(none)]).toMatchObject([422, { fields: { after: expect.any(String) } }])
})

test('when everything behind a place is gone, the list begins anew', async () => {
  const { businessId, read } = await signUpWith(Array.from({ length: 55 }, () => ({ isIncome: true })))
  const first = await read({ type: 'income' })
  const shown = first.transactions.map(({ id }) => id)
  await withTenant(app.database, businessId, ({ client }) =>
    client.query('delete from transactions where id <> all($1)', [shown]),
  )
  expect(await read({ type: 'income', after: first.next! })).toEqual({ ...first, next: null })
})

describe('with thousands of transactions over years', () => {
  const words = ['coffee', 'market', 'büro', 'card', 'zoo', 'q-mart', 'a.b', '#7', 'ñandú']
  const categories = ['Dining', 'Travel', 'Fees', 'Jäger']
  const random = randomFrom(20_261)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() ** 2 * from.length)]!
  const accounts = Array.from({ length: 3 }, (_, n) => `00000000-0000-4000-8000-00000000000${n}`)
  const busyDay = '2026-11-03'
  // Most rows are in the last weeks, with empty months before, and one day has more rows than the search
  // examines one by one.
  const rows = Array.from({ length: 4100 }, (_, index) => ({
    date:
      index % 4 === 0
        ? busyDay
        : new Date(Date.UTC(2026, 10, 15) - Math.floor(random() ** 3 * 900) * 86_400_000)
            .toISOString()
            .slice(0, 10),
    description: [
      ...Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(words)),
      ...(index % 139 === 0 ? ['vwß kük'] : []),
    ].join(' '),
    providerCategory: pick(categories),
    amountMinor: Math.floor(random() ** 4 * 3_000_000),
    isIncome: random() < 0.1,
    accountId: pick([...accounts, null]),
  }))
  let mine: Awaited<ReturnType<typeof signUpWith>>
  beforeAll(async () => {
    await signUpWith(rows)
    mine = await signUpWith(rows)
  })

  function expected({ search = '', account, category, date, type = 'all' }: Query): string[] {
    const needle = search.trim().toLowerCase()
    const amounts = (minor: number) => {
      const [whole = '', part = ''] = (minor / 100).toFixed(2).split('.')
      return [`$${whole}.${part}`, `$${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${part}`]
    }
    return rows
      .map((row, index) => ({ ...row, id: mine.ids[index]! }))
      .filter((row) => {
        const texts = [row.description, row.providerCategory, ...amounts(row.amountMinor)]
        return (
          texts.some((text) => text.toLowerCase().includes(needle)) &&
          (account === undefined || row.accountId === account) &&
          (category === undefined || row.providerCategory === category) &&
          (date === undefined || row.date === date) &&
          (type === 'all' || row.isIncome === (type === 'income'))
        )
      })
      .map(({ date: day, id }) => `${day} ${id}`)
      .toSorted()
      .toReversed()
  }

  const fragments = [
    ...words,
    ...categories,
    '$1,',
    '1234',
    '99',
    '.50',
    'zz',
    'o z',
    'ü',
    'j',
    'x',
    '7',
    'offee mar',
    'vw',
    'ß',
    'kük',
    'kök',
    'ß kük',
    'vw kük',
  ]
  const search = fc.oneof(
    fc.constantFrom(...fragments),
    fc
      .constantFrom(...words)
      .chain((word) =>
        fc
          .tuple(fc.nat(word.length - 1), fc.integer({ min: 1, max: 4 }))
          .map(([at, size]) => word.slice(at, at + size)),
      ),
    fc.integer({ min: 0, max: 3_000_000 }).map((minor) => (minor / 100).toFixed(2).slice(0, 4)),
  )
  const queries: fc.Arbitrary<Query> = fc.record(
    {
      search,
      account: fc.constantFrom(...accounts),
      category: fc.constantFrom(...categories),
      date: fc.constantFrom(busyDay, ...rows.slice(0, 12).map(({ date }) => date)),
      type: fc.constantFrom('all' as const, 'income' as const, 'expense' as const),
    },
    { requiredKeys: [] },
  )

  test('any filters give each page of what they are for, forwards and back', async () => {
    await fc.assert(
      fc.asyncProperty(queries, async (query) => {
        const all = expected(query)
        const pages = await walkPages(
          (cursor) => mine.read({ ...query, ...cursor }),
          ({ transactions }) => transactions.map(({ date, id }) => `${date} ${id}`),
        )
        expect(pages.flat()).toEqual(all)
      }),
      {
        numRuns: 60,
        seed: 7,
        examples: [
          [{ search: 'vw' }],
          [{ search: 'ß' }],
          [{ search: 'kük' }],
          [{ search: 'kök' }],
          [{ search: 'zz' }],
          [{ search: 'x' }],
          [{ search: 'vw', date: busyDay }],
          [{ search: 'kük', date: busyDay }],
          [{ search: 'kük', account: accounts[0]!, category: 'Dining', type: 'expense' as const }],
          [{ category: 'Jäger', type: 'income' as const }],
        ],
      },
    )
  })

  test('from any place at all, in either direction', async () => {
    const positions = fc.record({
      date: fc.date({ min: new Date('2024-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
      id: fc.uuid(),
      backwards: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(queries, positions, async (query, { date, id, backwards }) => {
        const position = `${date.toISOString().slice(0, 10)} ${id}`
        const cursor = Buffer.from(position.replace(' ', ':')).toString('base64url')
        const all = expected(query)
        const beyond = backwards
          ? all.filter((key) => key > position).slice(-50)
          : all.filter((key) => key < position).slice(0, 50)
        const page = await mine.read({ ...query, [backwards ? 'before' : 'after']: cursor })
        const keys = page.transactions.map((one) => `${one.date} ${one.id}`)
        expect(keys).toEqual(beyond.length > 0 ? beyond : all.slice(0, 50))
      }),
      { numRuns: 150, seed: 7 },
    )
  })
})
