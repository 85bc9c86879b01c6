import { type Page, expect } from '@playwright/test'
import { businessHeader } from '../../src/shared/business-header.ts'
import { dateIn } from '../../src/shared/dates.ts'
import { expectToLookWell, signIn, signUp, test } from '../support/e2e/browser.ts'
import { asDatabaseOwner } from '../support/e2e/database.ts'
import { makeInvoice } from '../support/e2e/invoices.ts'
import { productUrl } from '../support/e2e/settings.ts'

async function sessionOf(page: Page) {
  const { session } = await (await page.request.get('/api/v1/session')).json()
  return { businessId: session.business.id as string, userId: session.user.id as string }
}

/** A bookkeeper who works in the business of the page, in another browser. */
async function addBookkeeper(page: Page, other: Page) {
  const { businessId } = await sessionOf(page)
  await signIn(other, await signUp(other.request))
  const { userId } = await sessionOf(other)
  await asDatabaseOwner(
    `with named as (update auth.users set name = 'Grace Hopper' where id = $2)
     insert into members (business_id, user_id, role) values ($1, $2, 'bookkeeper')`,
    [businessId, userId],
  )
  await asDatabaseOwner(`update people set name = 'Grace Hopper' where user_id = $1`, [userId])
  return async (vendor: string) => {
    const response = await other.request.post(`${productUrl}/api/v1/expenses`, {
      headers: { origin: productUrl, [businessHeader]: businessId },
      data: {
        amountMinor: 1200,
        category: 'Supplies',
        date: dateIn('UTC', new Date()),
        notes: '',
        vendor,
        requestId: crypto.randomUUID(),
      },
    })
    expect(response.status()).toBe(200)
  }
}

test('the owner sees who did what, filters it, and follows a link to the document', async ({
  page,
  browser,
}) => {
  await signIn(page, await signUp(page.request))
  await page.goto('/activity')
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible()
  await expect(page.getByText('No activity yet')).toBeVisible()
  await expectToLookWell(page)

  const invoice = await makeInvoice(page, { client: 'Corner Bakery' })
  // Alone, who did it goes without saying.
  await page.goto(`/invoices/${invoice.id}`)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline.getByText('Created', { exact: true })).toBeVisible()
  await expect(timeline.getByText('By Test Owner')).toHaveCount(0)

  const context = await browser.newContext()
  const spend = await addBookkeeper(page, await context.newPage())
  await spend('Paper House')
  await page.goto('/activity')
  await expect(page.getByText('Grace Hopper created expense Paper House')).toBeVisible()
  await expect(page.getByText(`Test Owner created invoice ${invoice.number} for Corner Bakery`)).toBeVisible()
  await expectToLookWell(page)

  await page.getByLabel('Member').selectOption('Grace Hopper')
  await expect(page.getByText('Test Owner created')).toHaveCount(0)
  await page.getByLabel('What').selectOption('Invoices')
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await page.getByRole('button', { name: 'Show everything' }).click()

  await page.getByRole('link', { name: `invoice ${invoice.number} for Corner Bakery` }).click()
  await expect(page).toHaveURL(`/invoices/${invoice.id}`)
  await expect(timeline.getByText('By Test Owner')).toBeVisible()
  await context.close()
})

test('a failure says so, and can be tried again', async ({ page }) => {
  await signIn(page, await signUp(page.request))
  await page.route('**/api/v1/activity*', (route) => route.abort())
  await page.goto('/activity')
  await expect(page.getByText('Activity could not be loaded')).toBeVisible()
  await page.unroute('**/api/v1/activity*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No activity yet')).toBeVisible()
})
