import { type Locator, type Page, expect } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { expectAccessible, expectToLookWell, signIn, signUp, test, toast } from '../support/e2e/browser.ts'
import { daysFromToday } from '../support/e2e/expenses.ts'
import { createButton, field, fillClient } from '../support/e2e/invoice-form.ts'
import { makeInvoice } from '../support/e2e/invoices.ts'
import { productUrl } from '../support/e2e/settings.ts'

const widths = [1280, 390] as const
const line = (page: Page, number: number, label: string): Locator =>
  page.getByRole('group', { name: `Line ${number}`, exact: true }).getByLabel(label, { exact: true })
const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Saved items' }).getByRole('option')
const dialog = (page: Page) => page.getByRole('dialog')

async function post(page: Page, path: string, data: object): Promise<{ id: string }> {
  const response = await page.request.post(`/api/v1${path}`, { headers: { origin: productUrl }, data })
  expect(response.status()).toBe(200)
  return response.json()
}

async function setWidth(page: Page, width: number) {
  await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
}

async function chooseClient(page: Page, name: string) {
  const chooser = field(page, 'Existing Client')
  await chooser.fill(name)
  await page.getByRole('option', { name }).first().click()
}

for (const width of widths) {
  test(`a saved item fills in a line by keyboard, at ${width} pixels`, async ({ page, request }) => {
    await setWidth(page, width)
    await signIn(page, await signUp(request))
    await post(page, '/items', {
      description: 'Logo design',
      rateMinor: 45_000,
      currency: 'USD',
      taxNames: null,
    })
    await post(page, '/items', {
      description: 'Logo refresh',
      rateMinor: 20_000,
      currency: 'USD',
      taxNames: null,
    })
    await page.goto('/invoices/new')
    await page.getByRole('button', { name: 'Add line items' }).press('Enter')

    const description = line(page, 1, 'Description')
    await description.pressSequentially('logo')
    await expect(suggestions(page)).toHaveCount(2)
    await expect(description).toHaveAttribute('aria-expanded', 'true')
    await expectAccessible(page)
    await expectToLookWell(page)
    await page.keyboard.press('Escape')
    await expect(suggestions(page)).toHaveCount(0)
    await expect(description).toHaveValue('logo')
    await page.keyboard.press('ArrowDown')
    await expect(suggestions(page)).toHaveCount(2)
    await page.keyboard.press('ArrowDown')
    const chosen = suggestions(page).filter({ hasText: 'Logo design' })
    while ((await chosen.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(description).toHaveValue('Logo design')
    await expect(line(page, 1, 'Rate')).toHaveValue('450.00')
    await expect(line(page, 1, 'Quantity')).toBeFocused()

    await test.step('a line is saved as an item, and an item is removed', async () => {
      await line(page, 1, 'Description').fill('Poster')
      await page.getByRole('button', { name: 'More actions for line 1' }).press('Enter')
      await page.getByRole('menuitem', { name: 'Save as item' }).press('Enter')
      await expect(toast(page, 'Item saved', 'It’s suggested when you type a line.')).toBeVisible()
      await page.getByRole('button', { name: 'More actions for line 1' }).press('Enter')
      await page.getByRole('menuitem', { name: 'Saved items' }).press('Enter')
      await expect(dialog(page).getByRole('listitem')).toHaveCount(3)
      await expectAccessible(page)
      await dialog(page).getByRole('button', { name: 'Remove Logo refresh' }).click()
      await expect(dialog(page).getByRole('listitem')).toHaveCount(2)
      await dialog(page).getByRole('button', { name: 'Done' }).click()
      await expect(page.getByRole('button', { name: 'More actions for line 1' })).toBeFocused()
    })
  })

  test(`time and an expense become lines and are billed once, at ${width} pixels`, async ({
    page,
    request,
  }) => {
    await setWidth(page, width)
    await signIn(page, await signUp(request))
    const { client } = await makeInvoice(page, { client: 'Harbor Books' })

    await test.step('an expense is billable to a client', async () => {
      await page.goto('/expenses/new')
      await field(page, 'Amount').fill('99')
      await field(page, 'Category').selectOption('Travel')
      await field(page, 'Vendor').fill('Rail Co')
      await field(page, 'Billable to client').fill('Harbor')
      await page.getByRole('option', { name: 'Harbor Books' }).click()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Add Expense' }).click()
      const row = page.getByRole('row').filter({ hasText: 'Rail Co' })
      await expect(row.getByText('Billable')).toBeVisible()
    })

    const timing = { clientId: client.id, currency: 'USD', rateMinor: 9000 }
    for (const seconds of [5400, 1800]) {
      const date = daysFromToday(0)
      await post(page, '/time', { ...timing, description: 'Design', seconds, date, requestId: randomUUID() })
    }
    const timer = await post(page, '/timer', { ...timing, description: 'Call', requestId: randomUUID() })
    await post(page, `/time/${timer.id}/stop`, {})

    await test.step('both are added to an invoice of that client', async () => {
      await page.goto('/invoices/new')
      await chooseClient(page, 'Harbor Books')
      await expect(page.getByText('2 h of time and 1 expense are not billed yet.')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Add to invoice' }).press('Enter')
      await expect(dialog(page).getByRole('checkbox')).toHaveCount(5)
      for (const box of await dialog(page).getByRole('checkbox').all()) await expect(box).toBeChecked()
      await dialog(page).getByRole('checkbox', { name: /^Call/ }).press('Space')
      await expect(dialog(page)).toContainText('2 lines, $279.00')
      await expectAccessible(page)
      await expectToLookWell(page)
      await dialog(page).getByRole('button', { name: 'Add', exact: true }).press('Enter')
      await expect(line(page, 1, 'Description')).toBeFocused()
      await expect(line(page, 1, 'Description')).toHaveValue('Design')
      await expect(line(page, 1, 'Quantity')).toHaveValue('2')
      await expect(line(page, 2, 'Description')).toHaveValue('Rail Co')
      await page.getByRole('radio', { name: 'Do not send' }).check()
      await createButton(page).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible()
    })

    await test.step('what is billed is not offered again', async () => {
      await page.goto('/expenses')
      await expect(page.getByText(/^Billed on /)).toBeVisible()
      await page.goto('/invoices/new')
      await chooseClient(page, 'Harbor Books')
      await expect(page.getByText(/min of time is not billed yet\.$/)).toBeVisible()
      await expect(page.getByText(/expense/).filter({ hasText: 'not billed yet' })).toHaveCount(0)
      await fillClient(page, 'Another Client')
    })
  })
}
