import { type Page, expect } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { dateIn } from '../../src/shared/dates.ts'
import { expectAccessible, screens, test, toast } from '../support/e2e/browser.ts'
import { createButton, field, fillClient, openForm } from '../support/e2e/invoice-form.ts'
import { postInvoice } from '../support/e2e/invoices.ts'
import { productUrl } from '../support/e2e/settings.ts'

const currency = (page: Page) => field(page, 'Currency')
const total = (page: Page) => page.getByRole('form').getByText('Total', { exact: true }).last().locator('..')
const noDecimals = (page: Page) => page.getByText('Amounts in JPY have no decimals.')
const party = {
  phone: '',
  address: '',
  contactName: '',
  country: '',
  taxId: '',
  taxTreatment: 'standard' as const,
}

for (const screen of screens) {
  test(`another currency keeps the numbers, on a ${screen.name} screen`, async ({ page, request }) => {
    await page.setViewportSize(screen)
    await openForm(page, request)
    await expect(currency(page)).toHaveValue('USD')
    await fillClient(page, 'Euro Client')
    await field(page, 'Amount').fill('12.50')
    await currency(page).selectOption('EUR')
    await expect(field(page, 'Amount')).toHaveValue('12.50')
    await currency(page).selectOption('JPY')
    await expect(noDecimals(page)).toBeVisible()
    await expect(field(page, 'Amount')).toHaveValue('12.50')
    await expectAccessible(page)
    await currency(page).selectOption('EUR')
    await expect(noDecimals(page)).toBeHidden()

    await page.getByRole('button', { name: 'Add line items' }).click()
    await expect(page.getByLabel('Rate', { exact: true })).toHaveValue('12.50')
    await expect(total(page)).toContainText('€')
    await currency(page).selectOption('KWD')
    await expect(page.getByLabel('Rate', { exact: true })).toHaveValue('12.500')
    await currency(page).selectOption('EUR')
    await page.getByLabel('Description', { exact: true }).first().fill('Work')
    await createButton(page).click()
    await expect(toast(page, 'Invoice Created')).toBeVisible()
    await expect(page.getByRole('row', { name: /Euro Client/ })).toContainText('€12.50')
  })
}

test('a new invoice takes the currency of its client, unless the owner has chosen one', async ({
  page,
  request,
}) => {
  await openForm(page, request)
  for (const [name, code] of [
    ['Euro Client', 'EUR'],
    ['Pound Client', 'GBP'],
  ] as const) {
    const client = { id: null, name, email: `${code.toLowerCase()}@example.com`, ...party }
    await postInvoice(page.request, { client, currency: code })
  }
  await page.reload()
  const chooser = page.getByRole('combobox', { name: 'Existing Client' })
  const choose = async (name: string) => {
    await chooser.fill(name)
    await page.getByRole('option', { name }).click()
    await expect(field(page, 'Client Company Name')).toHaveValue(name)
  }
  await choose('Euro Client')
  await expect(currency(page)).toHaveValue('EUR')
  await choose('Pound Client')
  await expect(currency(page)).toHaveValue('GBP')
  await currency(page).selectOption('CHF')
  await choose('Euro Client')
  await expect(currency(page)).toHaveValue('CHF')
})

test('an invoice with payments keeps its currency and says why', async ({ page, request }) => {
  await openForm(page, request)
  const { id } = await postInvoice(page.request, { currency: 'EUR' })
  await page.goto(`/invoices/${id}/edit`)
  await expect(currency(page)).toBeEnabled()
  const response = await page.request.post(`/api/v1/invoices/${id}/payments`, {
    headers: { origin: productUrl },
    data: {
      method: 'cash',
      amountMinor: 5000,
      receivedOn: dateIn('UTC', new Date()),
      note: '',
      sendReceipt: false,
      requestId: randomUUID(),
    },
  })
  expect(response.status()).toBe(200)
  await page.reload()
  await expect(currency(page)).toBeDisabled()
  await expect(currency(page)).toHaveAccessibleDescription(
    'This invoice has payments in EUR in its history, so its currency can’t be changed.',
  )
  await expectAccessible(page)
})
