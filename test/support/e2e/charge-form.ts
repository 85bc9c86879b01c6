import { type APIRequestContext, type Page, expect } from '@playwright/test'
import { signIn, signUp } from './browser.ts'
import { productUrl } from './settings.ts'

/** Opens the form of a new invoice, signed in as an owner with these tax rates. */
export async function openNewInvoice(page: Page, request: APIRequestContext, taxRates: object[] = []) {
  await signIn(page, await signUp(request))
  for (const data of taxRates) {
    const response = await page.request.post('/api/v1/tax-rates', { headers: { origin: productUrl }, data })
    expect(response.status()).toBe(200)
  }
  await page.goto('/invoices/new')
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const amountOf = (page: Page) => page.getByLabel('Amount', { exact: true })
/** The rows above the total, which is the Amount field. */
export const rowsOf = (page: Page) =>
  page
    .getByRole('form', { name: 'New invoice' })
    .locator('dl', { hasText: 'Subtotal' })
    .locator('> div:not(:last-child)')
export const openCompany = (page: Page) => button(page, 'Edit your company').click()
