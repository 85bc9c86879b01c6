import { type APIRequestContext, type Page, expect } from '@playwright/test'
import { signIn, signUp, test } from '../support/e2e/browser.ts'
import { card } from '../support/e2e/dashboard.ts'
import { makeInvoice } from '../support/e2e/invoices.ts'
import { productUrl } from '../support/e2e/settings.ts'

const row = (page: Page, client: string) => page.getByRole('row').filter({ hasText: client })
const stream = /\/api\/v1\/live\?/
const isLive = (page: Page) => page.waitForResponse((answer) => stream.test(answer.url()) && answer.ok())

/** Pays like a client with the link, in another browser. */
async function pay(request: APIRequestContext, { id }: { id: string }): Promise<void> {
  const answer = await request.post(`/api/v1/public/invoices/${id}/demo-payment`, {
    headers: { origin: productUrl },
  })
  expect(answer.status()).toBe(204)
}

test('a payment shows by itself where the owner looks, also after the connection was lost', async ({
  page,
  browser,
  request,
}) => {
  await signIn(page, await signUp(request))
  const bakery = await makeInvoice(page, { client: 'Corner Bakery', minor: 100_000 })
  const repair = await makeInvoice(page, { client: 'Bike Repair', minor: 20_050 })
  const studio = await makeInvoice(page, { client: 'Ceramics Studio', minor: 3_000 })
  const live = isLive(page)
  await page.goto('/invoices')
  await live
  await expect(card(page, 'Total Outstanding')).toContainText('$1,230.50')
  let loads = 0
  page.on('framenavigated', () => (loads += 1))

  const elsewhere = await browser.newContext({ baseURL: productUrl })
  const client = await elsewhere.newPage()
  const calls: string[] = []
  client.on('request', (call) => calls.push(new URL(call.url()).pathname))
  await client.goto(bakery.publicUrl)
  const paid = client.waitForResponse(/\/demo-payment$/)
  await client.getByRole('button', { name: 'Demo Payment', exact: true }).click()
  await paid
  await expect(row(page, 'Corner Bakery')).toContainText('Paid')
  await expect(card(page, 'Total Outstanding')).toContainText('$230.50')
  await expect(card(page, 'Total Paid')).toContainText('$1,000.00')
  expect(calls).toContain(`/api/v1/public/invoices/${bakery.id}/demo-payment`)
  expect(calls).not.toContain('/api/v1/live')
  await elsewhere.close()
  expect(loads).toBe(0)

  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click()
  await expect(card(page, 'Pending Invoices')).toContainText('$230.50')
  await pay(request, repair)
  await expect(card(page, 'Pending Invoices')).toContainText('$30.00')
  await expect(card(page, 'Cash Balance')).toContainText('$1,200.50')

  await page.route(stream, (route) => route.abort())
  const isCut = page.waitForEvent('requestfailed', (call) => stream.test(call.url()))
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await isCut
  await pay(request, studio)
  await page.unroute(stream)
  await expect(card(page, 'Pending Invoices')).toContainText('$0.00')
  const last = await makeInvoice(page, { client: 'Tea House', minor: 7_000 })
  await expect(card(page, 'Pending Invoices')).toContainText('$70.00')
  await pay(request, last)
  await expect(card(page, 'Pending Invoices')).toContainText('$0.00')
})
