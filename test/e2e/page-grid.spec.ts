import { type Locator, expect } from '@playwright/test'
import { signInAdmin } from '../support/e2e/admin.ts'
import { expectAccessible, signIn, signUp, test } from '../support/e2e/browser.ts'

const wide = { width: 1280, height: 900 }
const box = async (locator: Locator) => (await locator.boundingBox())!

test('every text to read fills the page, with its contents beside it', async ({ page }) => {
  await page.setViewportSize(wide)
  for (const path of ['/faq', '/terms', '/privacy', '/cookies', '/help/first-invoice']) {
    await page.goto(path)
    const title = await box(page.getByRole('heading', { level: 1 }))
    const contents = await box(
      page.getByRole('main').getByRole('navigation', { name: /^(On this page|Categories)$/ }),
    )
    // The page has 1,200 pixels with its padding of 24 on each side.
    expect(title.x, path).toBe(64)
    expect(contents.x + contents.width, path).toBe(1216)
  }
})

test('all cards of the settings and of the integrations are as wide', async ({ page, request }) => {
  await page.setViewportSize(wide)
  await signIn(page, await signUp(request))
  const cards = [
    ['/settings', 'Your profile'],
    ['/settings', 'Delete account'],
    ['/settings?tab=reminders', 'Reminders'],
    ['/settings?tab=subscription', 'Current plan'],
    ['/integrations', 'Stripe'],
    ['/integrations', 'PayPal'],
    ['/integrations?tab=email', 'Email (SMTP)'],
    ['/integrations?tab=settings', 'Security'],
  ] as const
  const widths = new Set<number>()
  for (const [path, name] of cards) {
    await page.goto(path)
    widths.add((await box(page.getByRole('main').getByRole('region', { name, exact: true }))).width)
  }
  expect([...widths]).toEqual([848])
})

test('the notice to verify an address takes a slim line of a phone and scrolls away', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const person = await signUp(request)
  await signIn(page, person)
  await page.goto('/settings')
  const notice = page.getByRole('region', { name: 'Email verification' })
  await expect(notice).toContainText(`Verify your email. We sent a link to ${person.email}.`)
  await expectAccessible(page)
  expect((await box(notice)).height).toBeLessThanOrEqual(72)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.getByRole('heading', { name: 'Delete account' }).scrollIntoViewIfNeeded()
  await expect(notice).not.toBeInViewport()
})

test('the admin pages are links above the title, and only what is below it are tabs', async ({
  page,
  request,
}) => {
  await page.setViewportSize(wide)
  await signInAdmin(page, request)
  await page.goto('/admin')
  const links = page.getByRole('navigation', { name: 'Admin pages' })
  await expect(links.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page')
  const title = await box(page.getByRole('heading', { name: 'Admin Dashboard' }))
  const tabs = await box(page.getByRole('tab', { name: 'User Management' }))
  expect((await box(links)).y).toBeLessThan(title.y)
  expect(tabs.y).toBeGreaterThan(title.y)
  await expectAccessible(page)
})
