import { type Page, expect } from '@playwright/test'
import {
  expectAccessible,
  expectToLookWell,
  screens,
  signIn,
  signUp,
  tabTo,
  test,
  toast,
} from '../support/e2e/browser.ts'
import { makeInvoice } from '../support/e2e/invoices.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
async function choose(page: Page, item: string) {
  await page.getByRole('button', { name: /^More actions for (?!the portal)/ }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

for (const { name, width, height } of screens) {
  test.describe(name, () => {
    test.use({ viewport: { width, height } })

    test('a client is added, edited, noted, archived and found again', async ({ page, request }) => {
      await signIn(page, await signUp(request))
      await page.goto('/invoices')
      await page
        .getByRole('navigation', { name: 'Kinds of invoices' })
        .getByRole('link', { name: 'Clients' })
        .click()
      await expect(title(page, 'Clients')).toBeVisible()
      await expect(page.getByText('No clients yet')).toBeVisible()
      const tabs = page.getByRole('navigation', { name: 'Kinds of invoices' })
      await expect(tabs.getByText('PRO').first()).toBeAttached()
      await expect(tabs.getByRole('link', { name: 'Clients' })).toBeInViewport({ ratio: 0.9 })
      await expectAccessible(page)

      await test.step('by keyboard, with what is missing said at its field', async () => {
        await tabTo(page, page.getByRole('button', { name: 'Add your first client' }))
        await page.keyboard.press('Enter')
        await expect(dialog(page)).toBeVisible()
        await dialog(page).getByRole('button', { name: 'Add Client' }).click()
        await expect(dialog(page)).toContainText('Please enter the client’s company name.')
        await expect(dialog(page)).toContainText('Please enter the client’s email address.')
        await dialog(page).getByRole('textbox', { name: 'Company Name' }).fill('Corner Bakery')
        await dialog(page).getByRole('textbox', { name: 'Email' }).fill('bread@example.com')
        await dialog(page).getByRole('textbox', { name: 'Contact Name' }).fill('Ann Baker')
        await expectAccessible(page)
        await page.keyboard.press('Enter')
        await expect(toast(page, 'Client Added')).toBeVisible()
        await expect(title(page, 'Corner Bakery')).toBeVisible()
        await expect(region(page, 'Timeline')).toContainText('Client added')
        await expect(region(page, 'Invoices')).toContainText('No invoices yet')
        await expect(region(page, 'Estimates')).toContainText('No estimates yet')
        await expectAccessible(page)
      })

      await test.step('its details change', async () => {
        await region(page, 'Details').getByRole('button', { name: 'Edit' }).click()
        await dialog(page).getByRole('textbox', { name: 'Phone' }).fill('+41 44 123 45 67')
        await dialog(page).getByRole('button', { name: 'Save Changes' }).click()
        await expect(region(page, 'Details')).toContainText('+41 44 123 45 67')
        await expect(region(page, 'Details').getByRole('button', { name: 'Edit' })).toBeFocused()
      })

      await test.step('notes are saved and stay', async () => {
        await page
          .getByRole('textbox', { name: 'Notes about this client' })
          .fill('Pays by check.\nCall in the morning.')
        await page.getByRole('button', { name: 'Save Notes' }).click()
        await expect(toast(page, 'Notes Saved')).toBeVisible()
        await page.reload()
        await expect(page.getByRole('textbox', { name: 'Notes about this client' })).toHaveValue(
          'Pays by check.\nCall in the morning.',
        )
        await expect(region(page, 'Timeline')).toContainText('Notes changed')
      })

      await test.step('an archived one is in its own list', async () => {
        await choose(page, 'Archive')
        await expect(toast(page, 'Client Archived')).toBeVisible()
        await expect(page.getByText('Not offered for new invoices.')).toBeVisible()
        await page.getByRole('link', { name: 'Clients' }).first().click()
        await expect(page.getByText('No clients yet')).toBeVisible()
        await page.goto('/clients?view=archived')
        await row(page, 'Corner Bakery').getByRole('link').click()
        await choose(page, 'Unarchive')
        await expect(page.getByText('Not offered for new invoices.')).toHaveCount(0)
      })

      await test.step('a new invoice and a new estimate start with its details', async () => {
        await page.getByRole('link', { name: 'New Invoice' }).click()
        await expect(page.getByRole('textbox', { name: 'Client Company Name' })).toHaveValue('Corner Bakery')
        await expect(page.getByRole('textbox', { name: 'Client Email' })).toHaveValue('bread@example.com')
        await page.goBack()
        await page.getByRole('link', { name: 'New Estimate', exact: true }).click()
        await expect(page).toHaveURL(/\/estimates\/new/)
        await expect(page.getByRole('textbox', { name: 'Client Company Name' })).toHaveValue('Corner Bakery')
        await expect(page.getByRole('textbox', { name: 'Client Email' })).toHaveValue('bread@example.com')
        await page.goBack()
      })

      await test.step('without invoices it can be deleted', async () => {
        await choose(page, 'Delete')
        await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
        await expect(toast(page, 'Client Deleted')).toBeVisible()
        await expect(page.getByText('No clients yet')).toBeVisible()
      })
    })

    test('what clients owe is shown, and two that are one are merged', async ({ page, request }) => {
      await signIn(page, await signUp(request))
      const late = await makeInvoice(page, {
        client: 'Acme',
        email: 'a@example.com',
        minor: 10_000,
        dueInDays: -3,
      })
      await makeInvoice(page, { client: 'Acme Works', email: 'b@example.com', minor: 2500, dueInDays: 30 })
      await page.goto('/clients')
      await expect(row(page, 'a@example.com')).toContainText('$100.00')
      await expect(row(page, 'b@example.com')).toContainText('$25.00')
      await expectToLookWell(page)

      await page.getByRole('searchbox').fill('works')
      await expect(row(page, 'a@example.com')).toHaveCount(0)
      await row(page, 'Acme Works').getByRole('link').click()
      await expect(title(page, 'Acme Works')).toBeVisible()
      await choose(page, 'Delete')
      const question = page.getByRole('alertdialog')
      await question.getByRole('button', { name: 'Delete' }).click()
      await expect(question).toContainText('has 1 invoice, so it can’t be deleted')
      await question.getByRole('button', { name: 'Close' }).first().click()

      await choose(page, 'Merge…')
      await expect(dialog(page).getByRole('button', { name: 'Merge clients' })).toBeDisabled()
      await dialog(page).getByRole('combobox', { name: 'Merge into' }).fill('acme')
      await page.getByRole('option', { name: /a@example.com/ }).click()
      await expect(dialog(page)).toContainText('1 invoice')
      await expect(dialog(page)).toContainText('a@example.com')
      await expectAccessible(page)
      await dialog(page).getByRole('button', { name: 'Merge clients' }).click()
      await expect(toast(page, 'Clients Merged')).toBeVisible()
      await expect(title(page, 'Acme')).toBeVisible()
      await expect(region(page, 'Summary')).toContainText('$125.00')
      await expect(region(page, 'Summary')).toContainText('$100.00')
      await expect(region(page, 'Invoices').getByRole('link', { name: late.number })).toBeVisible()
      await expect(region(page, 'Invoices').getByRole('row')).toHaveCount(3)
      await expect(region(page, 'Timeline')).toContainText('Acme Works was merged into this client')
      await expectToLookWell(page)
      await page.goto('/clients')
      await expect(row(page, 'b@example.com')).toHaveCount(0)
    })

    test('an address that another client has leads to that client', async ({ page, request }) => {
      await signIn(page, await signUp(request))
      await makeInvoice(page, { client: 'Acme', email: 'a@example.com' })
      await page.goto('/clients')
      await page.getByRole('button', { name: 'New Client' }).click()
      await dialog(page).getByRole('textbox', { name: 'Company Name' }).fill('Acme again')
      await dialog(page).getByRole('textbox', { name: 'Email' }).fill('A@example.com')
      await dialog(page).getByRole('button', { name: 'Add Client' }).click()
      await expect(dialog(page)).toContainText('You already have a client with this email address')
      await dialog(page).getByRole('link', { name: 'Open Acme' }).click()
      await expect(title(page, 'Acme')).toBeVisible()
    })
  })
}
