import { type Page, expect } from '@playwright/test'
import { formatMoney } from '../../src/shared/money.ts'
import { connectBank } from '../support/e2e/banking.ts'
import {
  expectAccessible,
  expectToLookWell,
  newEmail,
  screens,
  signIn,
  signUp,
  tabTo,
  test,
  toast,
} from '../support/e2e/browser.ts'
import { card, figureButton, part } from '../support/e2e/dashboard.ts'
import { makeExpense } from '../support/e2e/expenses.ts'
import { makeInvoice, markPaid } from '../support/e2e/invoices.ts'
import { setPlan } from '../support/e2e/plan.ts'

/** The events when a user returns to the tab, and when they focus a window that was visible all the time. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
}
async function turnTo(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
}

test('a new account sees what to do first, and no row of zeros', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  await page.goto('/dashboard')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'Welcome, Test Business' })).toBeVisible()
  await expect(page).toHaveTitle('Dashboard · Millrace')
  await expect(main.getByText('Auto-refreshes every 5 minutes')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Upgrade to PRO' })).toHaveAttribute('href', '/pricing')
  const steps = part(page, 'First steps')
  await expect(steps).toContainText('0 of 4 done')
  await expect(card(page, 'Cash Balance')).toContainText('Appears with your first payment')
  await expect(main).not.toContainText('$0.00')
  await expect(part(page, 'Needs attention')).toHaveCount(0)
  await expect(main.getByRole('link', { name: 'Connect Account' })).toHaveAttribute(
    'href',
    '/bank-connections',
  )
  await expect(main.getByRole('button', { name: 'View Transactions' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expect(card(page, 'More PRO Features')).toHaveAttribute('aria-disabled', 'true')
  await expectToLookWell(page)

  await makeInvoice(page)
  await comeBack(page)
  await expect(steps).toContainText('1 of 4 done')
  await expect(steps.getByRole('listitem').filter({ hasText: 'Create your first invoice' })).toContainText(
    'Done',
  )
  await expect(card(page, 'Pending Invoices')).toContainText('$1,250.00')
  await expect(part(page, 'Needs attention')).toContainText('You’re all caught up.')
  await expectAccessible(page)

  await steps.getByRole('button', { name: 'Hide first steps' }).click()
  await expect(steps).toHaveCount(0)
  await expect(toast(page, 'First Steps Hidden')).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Your money' })).toBeFocused()
  await page.reload()
  await expect(card(page, 'Pending Invoices')).toContainText('$1,250.00')
  await expect(steps).toHaveCount(0)
})

test('a full one says what there is, why, and what needs its owner', async ({ page, request }) => {
  const client = newEmail()
  await signIn(page, await signUp(request))
  const [late, , paid, { accounts, totals }] = await Promise.all([
    makeInvoice(page, { client: 'Bike Repair', email: client, minor: 20_050, dueInDays: -12 }),
    makeInvoice(page, { client: 'Corner Bakery', minor: 100_000, dueInDays: 1 }),
    makeInvoice(page, { client: 'Ceramics Studio', minor: 333_333 }),
    connectBank(page, 'chase'),
    makeExpense(page, { minor: 4200, notes: 'Spare parts' }),
    makeExpense(page, { minor: 95_000, category: 'Rent', inDays: 3 }),
    makeInvoice(page, { client: 'Tea House', minor: 5000, dueInDays: -2, sendOption: 'email_later' }),
  ])
  await markPaid(paid.id)
  const sumOf = (...names: string[]) =>
    accounts.reduce((sum, one) => sum + (names.includes(one.name) ? (one.balanceMinor ?? 0) : 0), 0)
  const balance = formatMoney(sumOf('Checking', 'Savings'), { currency: 'USD' })
  expect(formatMoney(totals.cashMinor, { currency: 'USD' })).toBe(balance)
  await page.setViewportSize(screens[0])
  await page.goto('/dashboard')

  await expect(card(page, 'Cash Balance')).toContainText(balance)
  await expect(card(page, 'Cash Balance')).toContainText('2 cash accounts, as of')
  const afterCards = formatMoney(sumOf('Checking', 'Savings', 'Credit Card'), { currency: 'USD' })
  await expect(card(page, 'Cash Balance')).toContainText(`${afterCards} after cards (`)
  const pending = figureButton(card(page, 'Pending Invoices'), 'Pending Invoices', '$1,250.50')
  await expect(pending).toHaveText('$1,250.50')
  await expect(pending).toHaveAttribute('title', 'Why this number?')
  await expect(pending).toHaveAttribute('aria-haspopup', 'dialog')
  await expect(card(page, 'Pending Invoices')).toContainText('Money coming in · 3 invoices, 2 overdue')
  await expect(card(page, 'Upcoming Expenses')).toContainText('$950.00')
  await expect(card(page, 'Upcoming Expenses')).toContainText('Money going out · 1 expense dated after today')

  // Opened and closed with the keyboard, and it adds up.
  await tabTo(page, pending)
  await page.keyboard.press('Enter')
  const why = page.getByRole('dialog')
  await expect(why.getByRole('listitem')).toHaveCount(3)
  await expect(why).toContainText('Bike Repair')
  await expect(why).toContainText('$200.50')
  await expect(why).toContainText('$1,000.00')
  await expect(why).toContainText('Total $1,250.50')
  await expectToLookWell(page)
  await page.keyboard.press('Escape')
  await expect(why).toHaveCount(0)
  await expect(pending).toBeFocused()

  await page.setViewportSize(screens[0])
  const needs = part(page, 'Needs attention')
  const lines = needs.getByRole('listitem')
  await expect(lines).toHaveText([
    /^Bike Repair12 days overdue Invoice .*\$200\.50/,
    /^Tea House2 days overdue Invoice .*Not sent to the client yet.*\$50\.00/,
    /^Corner BakeryDue tomorrow Invoice .*\$1,000\.00/,
  ])
  const more = needs.getByRole('button', { name: 'Show more' })
  await expect(more).toHaveAttribute('aria-expanded', 'false')
  await more.click()
  await expect(lines).toHaveCount(4)
  await expect(lines.last()).toHaveText(/^RentTo pay on .*\$950\.00/)
  await needs.getByRole('button', { name: 'Show less' }).click()
  await expect(lines).toHaveCount(3)
  await needs.getByRole('button', { name: `Remind Bike Repair about invoice ${late.number}` }).click()
  const asked = page.getByRole('alertdialog', { name: 'Send a reminder?' })
  await expect(asked).toContainText(client)
  await asked.getByRole('button', { name: 'Send reminder' }).click()
  await expect(toast(page, 'Reminder Sent')).toBeVisible()
  await expect(lines.first()).toContainText(/Reminded (just now|\d+ min ago)/)
  await expect(needs.getByRole('button', { name: /^Remind/ })).toHaveCount(0)
  await expect(needs.getByRole('heading', { name: 'Needs attention' })).toBeFocused()
  // An invoice that was never sent offers to send it, not to remind.
  await lines.nth(1).getByRole('button', { name: 'Email' }).click()
  await expect(toast(page, 'Email Sent')).toBeVisible()
  await expect(lines.nth(1).getByRole('button', { name: /^Remind Tea House/ })).toBeVisible()

  const banks = card(page, 'Bank Connections')
  await expect(banks).toContainText(`${balance} in 2 of 5 accounts`)
  await expect(banks.getByRole('link', { name: 'Manage Connections' })).toHaveAttribute(
    'href',
    '/bank-connections',
  )
  await expect(page.getByRole('link', { name: 'View Transactions' })).toHaveAttribute('href', '/transactions')

  await expect(page.getByRole('tab', { name: /^Forecast/ })).toBeDisabled()
  const overview = page.getByRole('tabpanel', { name: 'Overview' })
  await expect(figureButton(overview, 'Money in', '$1,250.50')).toBeVisible()
  await expect(overview.getByRole('button', { name: /^Why this number\? Money out, \$/ })).toBeVisible()
  await expect(overview.getByRole('button', { name: /^Why this number\? Net cash flow, / })).toBeVisible()
  // A chart, with the same data as a table for screen readers.
  const flow = part(page, 'Cash flow, last six months')
  await expect(flow.locator('svg.recharts-surface').first()).toBeVisible()
  await expect(flow.getByRole('row').last()).toContainText('$3,333.33')
  await expectToLookWell(page)
  await flow.getByRole('button', { name: 'Table' }).click()
  await flow.getByRole('button', { name: /^Why this number\? Received, \w+ \d{4}, \$3,333\.33$/ }).click()
  await expect(why).toContainText('Ceramics Studio')
  await page.keyboard.press('Escape')

  await page.getByRole('tab', { name: 'Invoices' }).click()
  await expect(page.getByRole('list', { name: 'Due first' }).getByRole('link')).toHaveText([
    'Bike Repair',
    'Tea House',
    'Corner Bakery',
  ])
  await expect(card(page, 'Total Paid')).toContainText('$3,333.33')
  await page.getByRole('tab', { name: 'Expenses' }).click()
  await expect(page).toHaveURL('/dashboard?tab=expenses')
  await expect(page.getByRole('list', { name: 'Latest' })).toContainText('Spare parts')
  await expect(page.getByRole('link', { name: 'View All Expenses' })).toHaveAttribute('href', '/expenses')
  await expectAccessible(page)

  // The content stays if it cannot be refreshed.
  await page.route('**/api/v1/dashboard', (route) => route.fulfill({ status: 500, json: {} }))
  await turnTo(page)
  await expect(page.getByText('The numbers could not be refreshed')).toBeVisible()
  await expect(card(page, 'Pending Invoices')).toContainText('$1,250.50')
  await page.unrouteAll()
  await setPlan(page, 'enterprise')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('The numbers could not be refreshed')).toHaveCount(0)
  await page.getByRole('tab', { name: 'Forecast' }).click()
  await expect(page.getByRole('heading', { name: 'The forecast is being prepared' })).toBeVisible()
})

test('a long need keeps its icon beside its title', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  const { id: invoiceId } = await makeInvoice(page, { client: 'Bike Repair', minor: 20_050 })
  const to = 'the.accounts.department.of.the.whole.company@subsidiaries.bike-repair.example'
  await page.route('**/api/v1/dashboard', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    const about = {
      id: invoiceId,
      invoiceId,
      invoiceNumber: '0001',
      clientId: null,
      clientName: 'Bike Repair',
    }
    body.needs.failedMails = {
      items: [{ ...about, kind: 'reminder', to, at: '2026-11-17T12:00:00.000Z' }],
      count: 1,
    }
    await route.fulfill({ response, json: body })
  })
  for (const { width, height } of screens) {
    await page.setViewportSize({ width, height })
    await page.goto('/dashboard')
    const line = part(page, 'Needs attention').getByRole('listitem').filter({ hasText: to })
    const title = line.getByText('was not delivered')
    await expect(title).toBeVisible()
    const [icon, text] = await Promise.all([line.locator('svg').first().boundingBox(), title.boundingBox()])
    expect(icon!.x + icon!.width).toBeLessThan(text!.x)
    expect(icon!.y).toBeLessThan(text!.y + text!.height)
    await expectToLookWell(page)
  }
})
