import { afterAll, beforeAll, expect, test } from 'vitest'
import { readExport } from '../../../test/support/exports/read-export.ts'
import { addInvoiceRow } from '../../../test/support/fixtures/invoice-rows.ts'
import { setPlan } from '../../../test/support/fixtures/invoices.ts'
import { addAccountRow, addTransactionRows } from '../../../test/support/fixtures/transaction-rows.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import { walkPages } from '../../../test/support/walk-pages.ts'
import { transactionMatches } from '../../platform/db/tables/transactions.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { exportTransactions, listTransactions } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-11-19T12:00:00Z') })
})
afterAll(() => app.close())

async function signUp() {
  const { cookie, session } = await app.signUpAndIn()
  const businessId = session.business.id
  await setPlan(app, businessId, 'pro')
  const read = (query: Record<string, string> = {}) => readExport(app, exportTransactions, query, cookie)
  const add = (rows: Parameters<typeof addTransactionRows>[2]) =>
    addTransactionRows(app.database, businessId, rows)
  return { cookie, businessId, read, add }
}

test('a row has the signed amount, the account, and what the transaction is matched with', async () => {
  const { businessId, read, add } = await signUp()
  const accountId = await addAccountRow(app.database, businessId, { type: 'money market' })
  const invoiceIds = [
    await addInvoiceRow(app.database, businessId, { number: 'INV-1' }),
    await addInvoiceRow(app.database, businessId, { number: 'INV-2' }),
  ]
  const [income, , suggested, payout] = await add([
    { date: '2026-11-04', accountId, description: '+Transfer', isIncome: true, amountMinor: 250_000 },
    { date: '2026-11-03', description: 'POS 12 BLUE COFFEE', merchant: 'Blue Coffee', status: 'pending' },
    { date: '2026-11-02', description: 'Suggested' },
    { date: '2026-11-01', description: 'Payout', isIncome: true },
  ])
  const match = {
    businessId,
    band: 'auto',
    targetKey: 'key',
    reason: 'Amount',
    score: 0.9,
    merchantKey: '',
    decidedBy: 'owner',
    decidedAt: new Date(),
  } as const
  const targets = (ids: string[]) => ids.map((id) => ({ id, amountMinor: 1, ofMinor: 1 }))
  await withTenant(app.database, businessId, ({ db }) =>
    db.insert(transactionMatches).values([
      { ...match, transactionId: income!, kind: 'invoices', state: 'accepted', targets: targets(invoiceIds) },
      { ...match, transactionId: payout!, kind: 'payout', state: 'accepted', targets: targets([payout!]) },
      {
        ...match,
        transactionId: suggested!,
        kind: 'invoices',
        state: 'suggested',
        targets: targets(invoiceIds),
        decidedBy: null,
        decidedAt: null,
      },
    ]),
  )
  const { name, rows } = await read()
  expect(name).toBe('transactions-2026-11-19.xlsx')
  expect(rows.slice(0, 2)).toEqual([
    {
      Date: '2026-11-04',
      Description: '+Transfer',
      Merchant: '+Transfer',
      Account: 'Chase - Money Market',
      Category: 'Uncategorized',
      Type: 'Income',
      Status: 'Posted',
      Currency: 'USD',
      Amount: 2500,
      'Matched with': 'Invoice INV-1, Invoice INV-2',
    },
    {
      Date: '2026-11-03',
      Description: 'POS 12 BLUE COFFEE',
      Merchant: 'Blue Coffee',
      Account: 'Unknown Account',
      Category: 'Uncategorized',
      Type: 'Expense',
      Status: 'Pending',
      Currency: 'USD',
      Amount: -12.5,
    },
  ])
  expect(rows.slice(2).map((row) => row['Matched with'])).toEqual([undefined, 'Payout'])
})

test('the rows are those of the list, on all its pages and in its order, whatever the filters', async () => {
  const { cookie, businessId, read, add } = await signUp()
  const stranger = await signUp()
  const account = await addAccountRow(app.database, businessId)
  const rows = Array.from({ length: 140 }, (_, index) => ({
    accountId: index % 4 === 0 ? account : null,
    date: `2026-${String((index % 3) + 9).padStart(2, '0')}-${String((index % 5) + 10)}`,
    description: `${index} ${index % 3 === 0 ? 'Corner Shop' : 'Rail 12.50'}`,
    providerCategory: index % 2 === 0 ? 'Travel' : 'Dining',
    isIncome: index % 5 === 0,
  }))
  await add(rows)
  await stranger.add(rows.slice(0, 1))
  for (const filters of [
    {},
    { account },
    { category: 'Travel' },
    { date: '2026-10-11' },
    { account, category: 'Travel' },
    { type: 'income' },
    { search: 'corner' },
    { search: '$12.50', type: 'expense' },
    { search: 'rail', category: 'Dining', account },
    { search: 'x' },
  ] as const) {
    const pages = await walkPages(
      async (cursor) =>
        answerOf(
          listTransactions,
          await app.send(listTransactions, { query: { ...filters, ...cursor } }, { cookie }),
        ),
      ({ transactions }) => transactions.map(({ description }) => description),
    )
    expect([filters, (await read(filters)).rows.map((row) => row['Description'])]).toEqual([
      filters,
      pages.flat(),
    ])
  }
})
