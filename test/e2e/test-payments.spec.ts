import { type APIRequestContext, type Page, expect } from '@playwright/test'
import type { Invoice } from '../../src/features/invoices/contract.ts'
import { expectAccessible, inEachLook, signIn, signUp, test } from '../support/e2e/browser.ts'
import { postInvoice } from '../support/e2e/invoices.ts'
import { productUrl } from '../support/e2e/settings.ts'
import { makeDataFolder, signUpBody, startProduct } from '../support/product.ts'

/** Returns what everyone with the link sees, and how the server responds without the button. */
async function openInvoice(page: Page, { id }: Pick<Invoice, 'id'>, origin = productUrl) {
  await page.goto(`${origin}/invoices/${id}/view`)
  await expect(page.getByRole('link', { name: 'Download PDF' })).toBeVisible()
  const isShown = async (name: RegExp) => (await page.getByRole('button', { name }).count()) > 0
  const post = async (path: string, data?: object) => {
    const url = `${origin}/api/v1/public/invoices/${id}/${path}`
    return (await page.request.post(url, { headers: { origin }, ...(data && { data }) })).status()
  }
  return {
    card: await isShown(/by Card$/),
    paypal: await isShown(/^Pay with PayPal$/),
    demo: await isShown(/^Demo Payment$/),
    post: {
      card: () => post('checkout', { method: 'card' }),
      paypal: () => post('checkout', { method: 'paypal' }),
      demo: () => post('demo-payment'),
    },
  }
}

async function savePaypal(request: APIRequestContext, mode: 'live' | 'demo', origin = productUrl) {
  const data = { clientId: 'client-of-mine', clientSecret: 'secret-of-mine', mode }
  const response = await request.put(`${origin}/api/v1/integrations/paypal`, { headers: { origin }, data })
  expect(response.status()).toBe(200)
}

test('with live PayPal keys nobody pays with a sandbox card, and the owner removes the tests', async ({
  page,
  browser,
}) => {
  const account = await signUp(page.request)
  await signIn(page, account)
  const tried = await postInvoice(page.request)
  const sent = await postInvoice(page.request)
  const stranger = await (await browser.newContext()).newPage()
  const before = await openInvoice(stranger, tried)
  expect(before).toMatchObject({ card: true, paypal: false, demo: true })
  expect(await before.post.demo()).toBe(204)
  await page.goto(`/invoices/${tried.id}`)
  await expect(
    page.getByRole('region', { name: 'Payments' }).getByText('Test', { exact: false }).first(),
  ).toBeVisible()

  await savePaypal(page.request, 'live')
  const after = await openInvoice(stranger, sent)
  expect(after).toMatchObject({ card: false, paypal: true, demo: false })
  expect(await after.post.card()).toBe(501)
  expect(await after.post.demo()).toBe(403)
  await stranger.context().close()

  await page.goto('/dashboard')
  await expect(page.getByText('Your records contain 1 test payment')).toBeVisible()
  await expect(page.getByText('includes $1,250.00 of test payments').first()).toBeVisible()
  await page.goto('/integrations')
  await page.getByRole('button', { name: 'Remove test payments' }).press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Remove 1 test payment?' })
  await expect(dialog).toContainText('$1,250.00')
  await inEachLook(page, () => expectAccessible(page))
  await dialog.getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(page.getByText('1 test payment removed')).toBeVisible()
  await expect(page.getByText('Your records contain')).toHaveCount(0)
  await page.goto(`/invoices/${tried.id}`)
  await expect(page.getByText('A test payment of $1,250.00 was removed')).toBeVisible()
  await expectAccessible(page)
})

test('installations with a live key, and with test payments turned off, take none', async ({
  page,
  playwright,
}) => {
  const folder = await makeDataFolder()
  const data = { MILLRACE_DATA: folder.dataDir, LOG_LEVEL: 'warn' }
  try {
    const live = await startProduct({ ...data, STRIPE_SECRET_KEY: 'sk_live_madeUpForTests' })
    const owner = await playwright.request.newContext({ extraHTTPHeaders: { origin: live.url } })
    const { email, password, ...rest } = signUpBody('owner@business.example')
    await owner.post(`${live.url}/api/v1/auth/sign-up`, { data: { email, password, ...rest } })
    await owner.post(`${live.url}/api/v1/auth/sign-in`, { data: { email, password } })
    await savePaypal(owner, 'demo', live.url)
    const invoice = await postInvoice(owner, {}, live.url)
    const seen = await openInvoice(page, invoice, live.url)
    expect(seen).toMatchObject({ card: true, paypal: false, demo: false })
    await expect(page.getByText('This is a test')).toHaveCount(0)
    expect(await seen.post.paypal()).toBe(501)
    expect(await seen.post.demo()).toBe(403)
    await owner.dispose()
    await live.stop()

    const off = await startProduct({ ...data, DEMO_PAYMENTS: 'off' })
    const none = await openInvoice(page, invoice, off.url)
    expect(none).toMatchObject({ card: false, paypal: false, demo: false })
    await expect(page.getByText('This invoice can’t be paid online.')).toBeVisible()
    for (const post of Object.values(none.post)) expect([403, 501]).toContain(await post())
    await expectAccessible(page)
    await off.stop()
  } finally {
    await folder.remove()
  }
})
