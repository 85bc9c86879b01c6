import { type Page, expect } from '@playwright/test'
import { connectBank } from '../support/e2e/banking.ts'
import {
  expectAccessible,
  expectToLookWell,
  holdRequests,
  screens,
  signIn,
  signUp,
  test,
  toast,
} from '../support/e2e/browser.ts'

const banking = '**/api/v1/banking'
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const connectButton = (page: Page) => page.getByRole('button', { name: 'Connect Account' }).first()

async function start(page: Page) {
  await signIn(page, await signUp(page.request))
}

async function choose(page: Page, item: string) {
  await page
    .getByRole('button', { name: /^More actions for Chase/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a bank is connected with the keyboard alone, and shows no number', async ({ page }) => {
  await start(page)
  const letGo = await holdRequests(page, banking)
  await page.goto('/bank-connections')
  await expect(page.getByText('Loading accounts...')).toBeVisible()
  await letGo()
  await expect(page.getByRole('heading', { name: 'No bank accounts connected' })).toBeVisible()
  await expect(
    page.getByText(
      'Account numbers are AES-256 encrypted, only masked versions are shown, and access is logged.',
    ),
  ).toBeVisible()
  await expectToLookWell(page)
  await page.setViewportSize(screens[0])

  await connectButton(page).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Connect Bank Account' })
  await expect(dialog).toContainText('Connect your bank account to import transactions automatically')
  await expect(dialog.getByRole('radio')).toHaveCount(6)
  await expect(dialog.getByRole('button', { name: 'Connect', exact: true })).toBeDisabled()
  await expect(dialog).toContainText('This is a demo')
  await expect(dialog.getByRole('radio', { name: 'Chase' })).toBeFocused()
  await page.keyboard.press('Space')
  await expectToLookWell(page)
  await page.setViewportSize(screens[0])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(connectButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('radio', { name: 'Chase' })).not.toBeChecked()
  await page.keyboard.press('Space')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).focus()
  const letConnect = await holdRequests(page, '**/api/v1/banking/connections')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await letConnect()
  await expect(toast(page, 'Success', 'Bank account connected successfully!')).toBeVisible()
  await expect(dialog).toBeHidden()

  await expect(page.getByText('Bank connections import transactions automatically.')).toBeVisible()
  await expect(page.getByText('Pro Feature')).toBeVisible()
  const table = page.getByRole('table', { name: 'Connected Accounts' })
  await expect(table.getByRole('columnheader')).toHaveText([
    'Institution',
    'Account Name',
    'Type',
    'Last 4',
    'Balance',
    'Status',
    'Actions',
  ])
  await expect(row(page, 'Checking')).toContainText('Connected')
  await expect(row(page, 'Checking')).toContainText(/Synced (just now|\d+ min ago)/)
  await expect(row(page, 'Checking')).toContainText(/•{4}\d{4}/)
  await expect(row(page, 'Equipment Loan')).toContainText('-$')
  await expect(
    page.getByText(/^Cash: \$[\d,.]+ in 2 accounts\. Owed on 1 card: \$[\d,.]+\. Loans/),
  ).toBeVisible()
  const report = page.getByRole('heading', { name: 'Banking Security Report' })
  await expect(report).toBeVisible()
  await expect(page.getByText('100%')).toBeVisible()
  await expect(page.getByText('Excellent')).toBeVisible()
  expect(await page.locator('main').innerText()).not.toMatch(/\d{9,}/)
  await expectToLookWell(page)
  await page.setViewportSize(screens[0])

  await expect(page.getByRole('link', { name: 'View All Transactions' })).toHaveAttribute(
    'href',
    '/transactions',
  )
  await page.getByRole('link', { name: /^View Transactions of Chase.*Checking/ }).click()
  await expect(page).toHaveURL(/\/transactions\?account=[0-9a-f-]{36}$/)
  await expect(page.getByLabel('Account', { exact: true })).toHaveValue(/[0-9a-f-]{36}/)
  await expect(page.getByText('20 transactions')).toBeVisible()
})

test('a bank that wants a new sign-in is reconnected, then disconnected, taken up again and removed', async ({
  page,
}) => {
  await start(page)
  await connectBank(page, 'chase')
  await page.goto('/bank-connections')
  await choose(page, 'Demo: let the sign-in expire')
  await expect(row(page, 'Checking')).toContainText('Reconnect Required')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Reconnect Chase' }).first().click()
  await expect(page.getByRole('heading', { name: 'Sign in to Chase again' })).toBeVisible()
  await expectToLookWell(page)
  await page.setViewportSize(screens[0])
  await page.getByRole('button', { name: 'Sign in again' }).click()
  await expect(toast(page, 'Success', 'Bank account connected successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\/bank-connections$/)
  await expect(row(page, 'Checking')).toContainText('Connected')
  await page.route(banking, async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    body.connections[0].notices = [
      { kind: 'expiring', at: '2099-11-24T12:00:00.000Z' },
      { kind: 'newAccounts', at: '2026-11-17T12:00:00.000Z' },
    ]
    await route.fulfill({ response, json: body })
  })
  await page.reload()
  await expect(page.getByText('Access to Chase ends on Nov 24, 2099')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose Accounts Chase' })).toBeVisible()
  await expectToLookWell(page)
  await page.setViewportSize(screens[0])
  await page.getByRole('button', { name: 'Sign In Again Chase' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Sign in to Chase again' })).toBeVisible()
  await page.unroute(banking)
  await page.goto('/bank-connections')
  await expect(row(page, 'Chase')).toHaveCount(5)

  await choose(page, 'Disconnect...')
  const question = page.getByRole('alertdialog', { name: 'Disconnect Chase?' })
  await expect(question).toContainText(
    /\d\d transactions stay in your list with their categories. \d pending transactions are removed/,
  )
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Disconnect' }).click()
  await expect(toast(page, 'Bank Disconnected')).toBeVisible()
  await expect(row(page, 'Checking')).toContainText('Reconnect Required')
  await page.getByRole('button', { name: 'Reconnect Chase' }).first().click()
  await expect(toast(page, 'Success', 'Bank account connected successfully!')).toBeVisible()
  await expect(row(page, 'Chase')).toHaveCount(5)

  await choose(page, 'Remove...')
  const removal = page.getByRole('alertdialog', { name: 'Remove Chase?' })
  await expect(removal).toContainText('transactions are deleted too, along with the categories you chose.')
  await removal.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('heading', { name: 'No bank accounts connected' })).toBeVisible()
  await page.goto('/transactions')
  await expect(page.getByText('No transactions found.')).toBeVisible()
})

test('what fails is said, and can be tried again', async ({ page }) => {
  await start(page)
  await page.route(banking, (route) => route.abort())
  await page.goto('/bank-connections')
  await expect(toast(page, 'Error', 'Failed to load bank accounts. Please try again.')).toBeVisible()
  await page.unroute(banking)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'No bank accounts connected' })).toBeVisible()

  await page.route('**/api/v1/banking/connections', (route) => route.fulfill({ status: 500, body: 'broken' }))
  await connectButton(page).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Citi' }).check()
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(toast(page, 'Connection Failed')).toBeVisible()
  await expect(dialog.getByRole('radio', { name: 'Citi' })).not.toBeChecked()
  await page.unroute('**/api/v1/banking/connections')
  await connectBank(page, 'citi')
  await dialog.getByRole('radio', { name: 'Citi' }).check()
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(toast(page, 'Connection Failed', 'Citi is already connected.')).toBeVisible()
})
