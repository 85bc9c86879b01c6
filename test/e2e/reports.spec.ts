import { type Page, expect } from '@playwright/test'
import { firstDayOf } from '../../src/features/periods/rules.ts'
import { addDays, formatDate, monthOf } from '../../src/shared/dates.ts'
import {
  expectAccessible,
  expectToLookWell,
  screens,
  signIn,
  signUp,
  test,
  toast,
} from '../support/e2e/browser.ts'
import { daysFromToday, makeExpense } from '../support/e2e/expenses.ts'
import { makeInvoice, markPaid } from '../support/e2e/invoices.ts'
import { setPlan } from '../support/e2e/plan.ts'

const [wide] = screens
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const table = (page: Page) => page.getByRole('main').getByRole('table')
const row = (page: Page, name: string) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
const figures = (page: Page, name: string) => row(page, name).getByRole('cell')

async function startOnPro(page: Page) {
  await signIn(page, await signUp(page.request))
  await setPlan(page, 'pro')
}

test('on the Free plan, reports are announced, with a way to the plans', async ({ page }) => {
  await signIn(page, await signUp(page.request))
  for (const path of ['/reports', '/reports/profit-and-loss', '/reports/settings']) {
    await page.goto(path)
    await expect(page.getByText('Transaction reporting coming soon')).toBeVisible()
    await expect(page.getByText('Generate custom reports and analytics')).toBeVisible()
    await expect(page.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/pricing')
    await expect(page.getByRole('tab', { name: /Reports/ })).toHaveAttribute('aria-selected', 'true')
  }
  await expectToLookWell(page)
})

test('profit and loss adds up, says what each figure is made of, and keeps its filters in the address', async ({
  page,
}) => {
  await startOnPro(page)
  const unpaid = await makeInvoice(page, { client: 'Blue Door Bakery', minor: 200_000 })
  const paid = await makeInvoice(page, { client: 'Hill Street Dental', minor: 100_000 })
  await markPaid(paid.id)
  await makeExpense(page, { minor: 50_000, category: 'Rent', notes: 'Studio' })
  await page.setViewportSize(wide)

  await page.goto('/transactions')
  await page.getByRole('tab', { name: 'Reports' }).click()
  await expect(heading(page, 'Reports')).toBeVisible()
  await expectToLookWell(page)
  await page.setViewportSize(wide)
  await page.getByRole('link', { name: 'Profit and loss' }).click()
  await expect(heading(page, 'Profit and loss')).toBeVisible()
  await expect(figures(page, 'Total income').first()).toHaveText('$3,000.00')
  await expect(figures(page, 'Total expenses').first()).toHaveText('$500.00')
  await expect(figures(page, 'What you kept').first()).toHaveText('$2,500.00')
  await expect(page).toHaveTitle(/^Profit and loss/)
  await expectToLookWell(page)
  await page.setViewportSize(wide)

  const figure = figures(page, 'Total income').first().getByRole('button')
  await figure.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Why this number?' })
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expect(dialog.getByText('$3,000.00')).toBeVisible()
  await expect(dialog.getByRole('link', { name: /Blue Door Bakery/ })).toHaveAttribute(
    'href',
    `/invoices/${unpaid.id}`,
  )
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(figure).toBeFocused()

  await page.getByRole('button', { name: 'When paid' }).click()
  await expect(figures(page, 'Total income').first()).toHaveText('$1,000.00')
  await expect(page).toHaveURL('/reports/profit-and-loss?basis=cash')
  await page.getByLabel('Period').selectOption('last-year')
  await expect(page.getByText('No income or expenses in this period')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByLabel('Period')).toHaveValue('last-year')
  await page.getByRole('link', { name: 'Reports', exact: true }).click()
  await expect(page).toHaveURL('/reports?period=last-year&basis=cash')
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL('/reports/profit-and-loss?basis=cash')
  await expect(figures(page, 'Total income').first()).toHaveText('$1,000.00')

  await page.getByLabel('Columns').selectOption('month')
  await expect(page.getByRole('columnheader')).toHaveCount(14)
  await expectToLookWell(page)
  await page.setViewportSize(wide)
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByRole('menuitem', { name: 'CSV file' })).toHaveAttribute(
    'href',
    '/api/v1/reports/profit-and-loss/file?basis=cash&by=month&format=csv',
  )
})

test('other days need both days, in order, and the first wrong one gets the message', async ({ page }) => {
  await startOnPro(page)
  await page.setViewportSize(wide)
  await page.goto('/reports/cash-flow?period=days&from=2026-02-01&to=2026-01-01')
  await expect(page.getByLabel('Last day')).toHaveAccessibleDescription(
    'Please choose a day from Feb 1, 2026 on.',
  )
  await page.getByLabel('First day').fill('')
  await expect(page.getByLabel('First day')).toHaveAccessibleDescription('Please choose the first day.')
  await page.getByLabel('First day').fill('Jan 1, 2026')
  await expect(page).toHaveURL(/[?&]from=2026-01-01(&|$)/)
  await expect(page.getByText('No money moved in this period')).toBeVisible()
  await page.goto('/reports/nothing')
  await expect(heading(page, 'Report Not Found')).toBeVisible()
})

test('while records are counted, the page says how many are left, and then shows the report', async ({
  page,
}) => {
  await startOnPro(page)
  let isCounting = true
  await page.route(/\/api\/v1\/reports\/cash-flow(\?|$)/, (route) =>
    isCounting ? route.fulfill({ json: { state: 'preparing', left: 12_400 } }) : route.continue(),
  )
  await page.goto('/reports/cash-flow')
  await expect(page.getByText('Counting your records. 12,400 left.')).toBeVisible()
  await expectAccessible(page)
  isCounting = false
  await expect(page.getByText('No money moved in this period')).toBeVisible()
})

test('the year, closing a period and reopening it', async ({ page }) => {
  await startOnPro(page)
  await page.setViewportSize(wide)
  await page.goto('/reports')
  await page.getByRole('link', { name: 'Year and closing' }).click()
  await expect(page.getByText('No period is closed.')).toBeVisible()
  await expectToLookWell(page)
  await page.setViewportSize(wide)

  await page.getByLabel('First month of your year').selectOption('April')
  await page.getByLabel('Count bank transactions').click()
  await page.getByRole('form', { name: 'Your year' }).getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Settings Saved')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('First month of your year')).toHaveValue('4')
  await expect(page.getByLabel('Count bank transactions')).toBeChecked()

  const endOfLastMonth = addDays(monthOf(daysFromToday(0)), -1)
  await page.getByRole('button', { name: 'Close a period' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByLabel('Close through')).toHaveValue(formatDate(endOfLastMonth))
  await expect(dialog).toContainText('Figures up to this day can no longer change.')
  await expectAccessible(page)
  await dialog.getByLabel('Note').fill('After the tax return')
  await dialog.getByRole('button', { name: 'Close period' }).click()
  await expect(toast(page, 'Period Closed')).toBeVisible()
  const closed = `Closed through ${formatDate(endOfLastMonth)}`
  const changes = page.getByRole('region', { name: 'Past closings' })
  await expect(changes.getByRole('listitem')).toContainText([`${closed}After the tax return`])

  await page.getByRole('button', { name: 'Reopen', exact: true }).click()
  await expect(dialog.getByLabel('Reopen from')).toHaveValue(
    formatDate(firstDayOf('year', endOfLastMonth, 4)),
  )
  await dialog.getByRole('button', { name: 'Reopen period' }).click()
  await expect(toast(page, 'Period Reopened')).toBeVisible()
  await expect(changes.getByRole('listitem')).toHaveCount(2)
  await expectToLookWell(page)
})
