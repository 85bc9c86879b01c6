import { type Page, expect } from '@playwright/test'
import { expectAccessible, expectToLookWell, screens, signIn, signUp, test } from '../support/e2e/browser.ts'
import { postInvoice } from '../support/e2e/invoices.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const field = (page: Page) => palette(page).getByRole('combobox', { name: 'Search' })
const options = (page: Page) => palette(page).getByRole('option')

test('finds clients, documents by number or amount, screens and actions by keyboard alone', async ({
  page,
}) => {
  await signIn(page, await signUp(page.request))
  const client = { id: null, email: 'bread@example.com', phone: '', address: '', contactName: '' }
  const invoice = await postInvoice(page.request, {
    client: { ...client, name: 'Corner Bakery' },
    charge: { kind: 'amount', amountMinor: 123_456 },
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()

  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await expect(options(page).first()).toHaveText('New invoice')
  await page.keyboard.press('ArrowDown')
  await expect(field(page)).toHaveAttribute(
    'aria-activedescendant',
    (await options(page).nth(1).getAttribute('id')) ?? '',
  )
  await field(page).fill('add exp')
  await expect(options(page)).toHaveText(['Add expense'])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/expenses/new')
  await expect(palette(page)).toHaveCount(0)

  for (const text of [invoice.number, '1,234.56']) {
    await page.keyboard.press('Control+k')
    await field(page).fill(text)
    await expect(palette(page).getByRole('group', { name: 'Invoices' }).getByRole('option')).toContainText([
      invoice.number,
    ])
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/invoices/${invoice.id}`)
  }

  await page.keyboard.press('Meta+k')
  await field(page).fill('corner')
  await expect(palette(page).getByRole('group', { name: 'Clients' })).toContainText('Corner Bakery')
  await expect(palette(page).getByRole('group', { name: 'Invoices' })).toContainText('$1,234.56')
  await palette(page)
    .getByRole('option', { name: /Corner Bakery/ })
    .first()
    .click()
  await expect(page).toHaveURL(`/clients/${invoice.client.id}`)
  await page.keyboard.press('Control+k')
  await field(page).fill('no such thing')
  await expect(palette(page)).toContainText('Nothing found.')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
})

for (const { name, ...viewport } of screens) {
  test(`on a ${name}, a button opens it, and it looks well`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await signIn(page, await signUp(page.request))
    await postInvoice(page.request)
    await page.goto('/invoices')
    const button = page.getByRole('button', { name: 'Search' })
    await button.click()
    await expect(options(page).first()).toBeVisible()
    await expectToLookWell(page)
    await expectAccessible(page)
    await field(page).fill('test')
    await expect(palette(page).getByRole('group', { name: 'Invoices' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
    await button.click()
    await field(page).fill('recurring inv')
    await options(page)
      .filter({ hasText: /^Recurring invoices$/ })
      .click()
    await expect(page).toHaveURL('/invoices/recurring')
  })
}

test('it does not open over a dialog that waits for an answer, nor for visitors', async ({ page }) => {
  await page.goto('/pricing')
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Search' })).toHaveCount(0)

  await signIn(page, await signUp(page.request))
  const invoice = await postInvoice(page.request)
  await page.goto(`/invoices/${invoice.id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(palette(page)).toHaveCount(0)
})
