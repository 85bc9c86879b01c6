import type pg from 'pg'
import { busyDay } from './seed/seed-transactions.ts'

/** The query of the list, with the defaults of the contract. */
export interface Filter {
  search: string
  type: 'all' | 'income' | 'expense'
  account?: string
  category?: string
  date?: string
}

/** Returns every filter of the list, with values that occur in a seeded business of any size. */
export async function transactionFilters(
  owner: pg.Client,
  businessId: string,
): Promise<Record<string, Filter>> {
  const { rows } = await owner.query<{ account: string; day: string }>(
    `select id as account, (${busyDay})::text as day from bank_accounts where business_id = $1 and name = 'Account 0'`,
    [businessId],
  )
  const { account = '', day = '' } = rows[0] ?? {}
  const all: Filter = { search: '', type: 'all' }
  const category = 'Category 7'
  return {
    'no filter': all,
    account: { ...all, account },
    category: { ...all, category },
    date: { ...all, date: day },
    income: { ...all, type: 'income' },
    expenses: { ...all, type: 'expense' },
    'search: frequent word': { ...all, search: 'purchase' },
    'search: rare word': { ...all, search: 'lighthouse' },
    'search: nothing found': { ...all, search: 'zanzibar' },
    'search: amount': { ...all, search: '4,321.09' },
    'category and income': { ...all, category, type: 'income' },
    'search, account and category': { ...all, search: 'purchase', account, category },
  }
}
