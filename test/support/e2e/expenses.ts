import { type Locator, type Page, expect } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import type { Expense, Repeat } from '../../../src/features/expenses/contract.ts'
import { addDays, dateIn, formatDate } from '../../../src/shared/dates.ts'
import { productUrl } from './settings.ts'

/** ISO dates in the time zone of the accounts in these tests. */
export const daysFromToday = (days: number) => addDays(dateIn('UTC', new Date()), days)
export const formatDay = (days: number) => formatDate(daysFromToday(days))

interface ExpenseOptions {
  minor?: number
  currency?: string
  category?: string
  /** Days from today. */
  inDays?: number
  notes?: string
  vendor?: string
  clientId?: string
  repeat?: Repeat | null
}

/** Creates an expense without the page, as the user who is signed in there. */
export async function makeExpense(page: Page, options: ExpenseOptions = {}): Promise<Expense> {
  const {
    minor = 1299,
    currency,
    category = 'Software',
    inDays = 0,
    notes = '',
    repeat = null,
    vendor,
    clientId,
  } = options
  const response = await page.request.post('/api/v1/expenses', {
    headers: { origin: productUrl },
    data: {
      amountMinor: minor,
      currency,
      category,
      date: daysFromToday(inDays),
      notes,
      vendor,
      clientId,
      repeat,
      requestId: randomUUID(),
    },
  })
  expect(response.status()).toBe(200)
  return response.json()
}

export async function listExpenses(page: Page): Promise<Expense[]> {
  const response = await page.request.get('/api/v1/expenses')
  expect(response.status()).toBe(200)
  return (await response.json()).expenses
}

export const rows = (page: Page): Locator => page.getByRole('row').filter({ has: page.getByRole('cell') })

export const row = (page: Page, text: string): Locator => rows(page).filter({ hasText: text })

export const title = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 1, name, exact: true })

/** A field of the form. */
export const field = (page: Page, label: string): Locator =>
  page.getByRole('form').getByLabel(label, { exact: true })

export const addButton = (page: Page): Locator => page.getByRole('button', { name: 'Add Expense' })
