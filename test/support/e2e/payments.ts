import { type APIRequestContext, type Locator, type Page, expect } from '@playwright/test'
import { signUp } from './browser.ts'
import { productUrl } from './settings.ts'

/** The provider's test card numbers. */
export const cards = { pays: '4242 4242 4242 4242', isDeclined: '4000 0000 0000 0002' } as const

/**
 * Creates an owner who is signed in in another browser. The one that opens the payment link stays signed out.
 */
export async function makeOwner(request: APIRequestContext) {
  const credentials = await signUp(request)
  const response = await request.post('/api/v1/auth/sign-in', {
    headers: { origin: productUrl },
    data: credentials,
  })
  expect(response.status()).toBe(200)
  return credentials
}

export function cardButton(page: Page, amount: string): Locator {
  return page.getByRole('button', { name: `Pay ${amount} by Card`, exact: true })
}

/** Enters a card on the page of the card sandbox. */
export async function enterCard(page: Page, number: string): Promise<void> {
  await expect(page).toHaveURL(/\/sandbox\/cards\/checkout\//)
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiration date').fill('12 / 40')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: /^Pay / }).click()
}
