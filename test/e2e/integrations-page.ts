import { type Locator, type Page, expect } from '@playwright/test'
import { signIn, signUp } from '../support/e2e/browser.ts'
import { productUrl } from '../support/e2e/settings.ts'

// Invented secrets, which must not appear in any response.
export const secrets = {
  secretKey: 'sk_test_neverShownAgain1',
  restrictedKey: 'rk_test_neverShownAgain2',
  webhookSecret: 'whsec_neverShownAgain3',
  password: 'never shown again 4',
  plaidSecret: 'neverShownAgain5',
}
export const publishableKey = 'pk_test_51MadeUpForTests'

export const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const field = (within: Locator, label: string) => within.getByLabel(label, { exact: true })
export const press = (within: Locator, name: string) =>
  within.getByRole('button', { name, exact: true }).click()
export const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()
export const answerOf = (within: Locator) => within.getByRole('status')

export async function openIntegrations(page: Page, search = '') {
  const account = await signUp(page.request)
  await signIn(page, account)
  await page.goto(`/integrations${search}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Business Integrations' })).toBeVisible()
  return account
}

export async function save(page: Page, path: string, data: object) {
  const headers = { origin: productUrl }
  const response = await page.request.put(`/api/v1/integrations/${path}`, { headers, data })
  expect(response.status()).toBe(200)
}
