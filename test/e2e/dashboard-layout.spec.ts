import { expect } from '@playwright/test'
import { connectBank } from '../support/e2e/banking.ts'
import { screens, signIn, signUp, test } from '../support/e2e/browser.ts'
import { card, figureButton, part } from '../support/e2e/dashboard.ts'
import { makeExpense } from '../support/e2e/expenses.ts'
import { makeInvoice } from '../support/e2e/invoices.ts'
import { setPlan } from '../support/e2e/plan.ts'

test('the first screen ends below the chart, where its skeleton was', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  await Promise.all([
    connectBank(page, 'chase'),
    makeInvoice(page, { client: 'Bike Repair', minor: 20_050, dueInDays: -12 }),
    makeInvoice(page, { client: 'Corner Bakery', minor: 100_000, dueInDays: 1 }),
    makeExpense(page, { minor: 4200, notes: 'Spare parts' }),
    makeExpense(page, { minor: 95_000, category: 'Rent', inDays: 3 }),
    makeExpense(page, { minor: 1_000, inDays: 4 }),
  ])
  await page.goto('/dashboard')
  await part(page, 'First steps').getByRole('button', { name: 'Hide first steps' }).click()
  await expect(part(page, 'First steps')).toHaveCount(0)
  await page.setViewportSize(screens[0])
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/v1/dashboard', async (route) => {
    await released
    await route.continue()
  })
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeAttached()
  const skeleton = await card(page, 'Cash Balance').boundingBox()
  release()
  const chart = part(page, 'Cash flow, last six months').locator('svg.recharts-surface').first()
  await expect(chart).toBeVisible()
  expect(await card(page, 'Cash Balance').boundingBox()).toEqual(skeleton)
  // Once its address is confirmed, an account has no notice above the page.
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(chart).toBeInViewport({ ratio: 1 })
  await expect(part(page, 'Needs attention').getByRole('listitem')).toHaveCount(3)
  await expect(part(page, 'Needs attention').getByRole('button', { name: 'Show more' })).toBeInViewport()
  const proRow = await part(page, 'PRO features').boundingBox()
  expect(proRow?.height).toBeLessThanOrEqual(60)
})

test('only what the plan does not include has a PRO badge', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  await page.goto('/dashboard')
  const badges = page.getByText('PRO', { exact: true })
  await expect(badges).toHaveCount(1)
  await expect(card(page, 'More PRO Features')).toContainText('PRO')
  await connectBank(page, 'chase')
  await page.goto('/bank-connections')
  await expect(page.getByText('Pro Feature', { exact: true })).toBeVisible()
  await expect(page.getByText('Bank connections import transactions automatically.')).toBeVisible()
  await expect(badges).toHaveCount(0)

  await setPlan(page, 'enterprise')
  await page.goto('/dashboard')
  await expect(card(page, 'More PRO Features')).toContainText('All included in your plan')
  await expect(card(page, 'More PRO Features')).toHaveAttribute('aria-disabled', 'true')
  await expect(badges).toHaveCount(0)
})

test('a finger opens a figure a little beside it', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  await makeInvoice(page)
  await page.setViewportSize(screens[1])
  await page.goto('/dashboard')
  const figure = figureButton(card(page, 'Pending Invoices'), 'Pending Invoices', '$1,250.00')
  await figure.scrollIntoViewIfNeeded()
  const box = (await figure.boundingBox())!
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  for (const above of [-21, 21]) {
    await page.mouse.click(middle.x, middle.y + above)
    await expect(page.getByRole('dialog')).toContainText('Total $1,250.00')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})
