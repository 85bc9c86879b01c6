import { type Page, expect } from '@playwright/test'
import { connectBank } from '../support/e2e/banking.ts'
import { password, signIn, signUp, test, toast } from '../support/e2e/browser.ts'
import { addButton, makeExpense, field as expenseField } from '../support/e2e/expenses.ts'
import { createButton, field, fillClient } from '../support/e2e/invoice-form.ts'
import { makeInvoice } from '../support/e2e/invoices.ts'
import { setPlan } from '../support/e2e/plan.ts'

/** What the page shows when the server answers, but not with a sentence of its own. */
interface Failure {
  /** The statement of the specification. */
  id: string
  url: string
  title: string
  text?: string
  act: (page: Page) => Promise<void>
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

const visitorFailures: Failure[] = [
  {
    id: '8.1',
    url: '**/auth/sign-in',
    title: 'Login Failed',
    text: 'An error occurred during login.',
    act: async (page) => {
      await page.goto('/login')
      await page.getByLabel('Email', { exact: true }).fill('owner@example.com')
      await page.getByLabel('Password', { exact: true }).fill(password)
      await press(page, 'Sign In')
    },
  },
  {
    id: '8.2',
    url: '**/auth/sign-up',
    title: 'Signup Failed',
    text: 'An error occurred during sign up.',
    act: async (page) => {
      await page.goto('/signup')
      await page.getByLabel('Full Name').fill('Test Owner')
      await page.getByLabel('Email', { exact: true }).fill('owner@example.com')
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByLabel('Business Name').fill('Test Business')
      await page.getByRole('main').getByRole('button', { name: 'Create Account' }).click()
    },
  },
]

const ownerFailures: Failure[] = [
  {
    id: '8.8',
    url: '**/api/v1/invoices',
    title: 'Error creating invoice',
    text: 'Failed to create invoice. Please try again.',
    act: async (page) => {
      await page.goto('/invoices/new')
      await fillClient(page, 'First Client')
      await field(page, 'Amount').fill('10')
      await createButton(page).click()
    },
  },
  {
    id: '8.9',
    url: '**/email',
    title: 'Email Error',
    text: 'Failed to send invoice email',
    act: async (page) => {
      const { id } = await makeInvoice(page)
      await page.goto(`/invoices/${id}`)
      await press(page, 'Email')
    },
  },
  {
    id: '8.10',
    url: '**/checkout',
    title: 'Payment Error',
    text: 'There was a problem processing your payment',
    act: async (page) => {
      const { publicUrl } = await makeInvoice(page)
      await page.goto(publicUrl)
      await page.getByRole('button', { name: /by card/i }).click()
    },
  },
  {
    id: '8.14',
    url: '**/api/v1/expenses',
    title: 'Error',
    text: 'Failed to add expense. Please try again.',
    act: async (page) => {
      await page.goto('/expenses/new')
      await expenseField(page, 'Amount').fill('10')
      await expenseField(page, 'Category').selectOption('Rent')
      await addButton(page).click()
    },
  },
  {
    id: '8.20',
    url: '**/banking/connections',
    title: 'Connection Failed',
    text: 'Failed to connect bank account. Please try again.',
    act: async (page) => {
      await page.goto('/bank-connections')
      await page.getByRole('button', { name: 'Connect Account' }).first().click()
      await page.getByRole('dialog').getByRole('radio', { name: 'Citi' }).check()
      await page.getByRole('dialog').getByRole('button', { name: 'Connect', exact: true }).click()
    },
  },
  {
    id: '8.30',
    url: '**/auth/change-password',
    title: 'Failed to update password',
    act: async (page) => {
      await page.goto('/settings')
      await press(page, 'Update Password')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Current Password').fill(password)
      await dialog.getByLabel('New Password', { exact: true }).fill(`${password} two`)
      await dialog.getByLabel(/Confirm/).fill(`${password} two`)
      await dialog.getByRole('button', { name: 'Update Password' }).click()
    },
  },
  {
    id: '8.3',
    url: '**/auth/sign-out',
    title: 'Error',
    text: 'An error occurred during logout.',
    act: async (page) => {
      await page.goto('/dashboard')
      await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click()
    },
  },
]

const answers = [
  { status: 500, body: '' },
  { status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' },
]

async function expectSpecifiedTexts(page: Page, failures: readonly Failure[]) {
  for (const [index, { id, url, title, text, act }] of failures.entries()) {
    await page.route(url, (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.fulfill(answers[index % 2]),
    )
    await act(page)
    await expect(toast(page, title, text), id).toBeVisible()
    await page.unroute(url)
  }
}

test('an answer without a sentence shows the specified text to a visitor', async ({ page }) => {
  await expectSpecifiedTexts(page, visitorFailures)
})

test('an answer without a sentence shows the specified text to an owner', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  await expectSpecifiedTexts(page, ownerFailures)
})

test('an answer without an address leads nowhere, and the page says so', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  const { publicUrl } = await makeInvoice(page)
  await page.route(/\/(checkout|portal)$/, (route) => route.fulfill({ json: {} }))
  await page.goto(publicUrl)
  await page.getByRole('button', { name: /by card/i }).click()
  await expect(toast(page, 'Payment Error', 'No payment URL received')).toBeVisible()
  await expect(page).toHaveURL(publicUrl)

  await page.goto('/settings?tab=subscription&plan=pro')
  await press(page, 'Continue with Pro')
  await expect(
    toast(page, 'Upgrade Failed', 'There was an error processing your upgrade. Please try again.'),
  ).toBeVisible()
  await setPlan(page, 'pro')
  await page.goto('/settings?tab=subscription')
  await press(page, 'Manage Subscription')
  await expect(
    toast(
      page,
      'Portal Access Failed',
      'There was an error accessing the customer portal. Please try again.',
    ),
  ).toBeVisible()
  await expect.poll(() => page.context().pages().length).toBe(1)
})

test('Try again loads everything on the page that failed, not only the list', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  await makeInvoice(page, { client: 'Corner Bakery' })
  await makeExpense(page, { notes: 'Paper' })
  await connectBank(page, 'chase')
  const account = page.getByRole('combobox', { name: 'Account' }).getByRole('option')
  for (const [path, failedText, isBack] of [
    ['/invoices', 'Failed to load invoices. Please try again.', page.getByText('Corner Bakery')],
    ['/expenses', 'Failed to load expenses. Please try again.', page.getByText('Paper')],
    ['/transactions', 'Failed to load transactions. Please try again.', account.nth(1)],
  ] as const) {
    const data = /\/api\/v1\/(invoices|expenses|transactions|banking)/
    await page.route(data, (route) => route.fulfill({ status: 500 }))
    await page.goto(path)
    const failed = page.getByRole('main').getByText(failedText)
    await expect(failed).toBeVisible()
    if (path !== '/transactions') await expect(page.getByText('Could not be loaded')).toHaveCount(3)
    await page.unroute(data)
    await press(page, 'Try again')
    await expect(isBack.first()).toBeAttached()
    await expect(failed).toHaveCount(0)
    await expect(page.getByText('Could not be loaded')).toHaveCount(0)
  }
})

test('totals that failed alone are reloaded on their own', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  await makeInvoice(page, { client: 'Corner Bakery' })
  await makeExpense(page, { notes: 'Paper' })
  for (const [path, row] of [
    ['/invoices', 'Corner Bakery'],
    ['/expenses', 'Paper'],
  ] as const) {
    const summary = /\/api\/v1\/(invoices|expenses)\/summary/
    await page.route(summary, (route) => route.fulfill({ status: 500 }))
    await page.goto(path)
    await expect(page.getByText(row).first()).toBeVisible()
    await expect(page.getByText('Could not be loaded')).toHaveCount(3)
    await page.unroute(summary)
    await press(page, 'Reload totals')
    await expect(page.getByText('Could not be loaded')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Reload totals' })).toHaveCount(0)
  }
})
