import { type Page, expect } from '@playwright/test'
import { expectAccessible, screens, test, toast } from '../support/e2e/browser.ts'
import { amountOf, button, openCompany, openNewInvoice, rowsOf } from '../support/e2e/charge-form.ts'
import { createButton, field, fillClient } from '../support/e2e/invoice-form.ts'

const full = { name: 'VAT', rate: 19_000, isDefault: true }
const low = { name: 'Low VAT', rate: 7000 }

const lineOf = (page: Page, number: number) =>
  page.getByRole('group', { name: `Line ${number}`, exact: true })
const preview = (page: Page) => page.getByRole('complementary', { name: 'Preview' })

async function typeLine(page: Page, number: number, description: string, rate: string) {
  if (number > 1) await button(page, 'Add line').click()
  await lineOf(page, number).getByLabel('Description').fill(description)
  await lineOf(page, number).getByLabel('Rate').fill(rate)
}

/** Types a part of the name, or the code, and takes the first country that is found. */
async function chooseCountry(page: Page, label: string, query: string, name: string) {
  const country = page.getByRole('combobox', { name: label, exact: true })
  await country.fill(query)
  await expect(page.getByRole('listbox').getByRole('option').first()).toHaveText(name)
  await country.press('Enter')
  await expect(country).toHaveValue(name)
}

for (const { name, width, height } of screens) {
  test(`lines with different taxes, and prices that include them, on a ${name} screen`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width, height })
    await openNewInvoice(page, request, [full, low])
    await fillClient(page, 'Tax Client')
    await button(page, 'Add line items').click()
    await typeLine(page, 1, 'Design', '119')
    await typeLine(page, 2, 'Book', '107')
    await expect(rowsOf(page)).toHaveText(['Subtotal$226.00', 'VAT (19%)$42.94'])

    await page.getByLabel(/^Low VAT/).check()
    await lineOf(page, 1).getByLabel('Line 1: Low VAT (7%)').uncheck()
    await lineOf(page, 2).getByLabel('Line 2: VAT (19%)').uncheck()
    await expect(rowsOf(page)).toHaveText(['Subtotal$226.00', 'VAT (19%)$22.61', 'Low VAT (7%)$7.49'])
    await page.getByLabel('Prices include tax').check()
    await expect(rowsOf(page)).toHaveText([
      'Subtotal incl. tax$226.00',
      'incl. VAT (19%)$19.00',
      'incl. Low VAT (7%)$7.00',
    ])
    await expect(amountOf(page)).toHaveValue('226.00')
    await expectAccessible(page)

    // Without the second tax each line keeps what it had of the first.
    await page.getByLabel(/^Low VAT/).uncheck()
    await expect(lineOf(page, 2).getByLabel('Line 2: VAT (19%)')).not.toBeChecked()
    await expect(rowsOf(page)).toHaveText(['Subtotal incl. tax$226.00', 'incl. VAT (19%)$19.00'])
    await createButton(page).click()
    await expect(toast(page, 'Invoice Created')).toBeVisible()
  })
}

test('one line without tax', async ({ page, request }) => {
  await openNewInvoice(page, request, [full])
  await button(page, 'Add line items').click()
  await typeLine(page, 1, 'Design', '100')
  await typeLine(page, 2, 'Stamps', '10')
  await button(page, 'More actions for line 2').press('Enter')
  await page.getByRole('menuitem', { name: 'No tax on this line' }).press('Enter')
  await expect(rowsOf(page)).toHaveText(['Subtotal$110.00', 'VAT (19%)$19.00'])
  // With all its taxes a line has nothing to choose, and the box goes.
  await lineOf(page, 2).getByLabel('Line 2: VAT (19%)').click()
  await expect(rowsOf(page)).toHaveText(['Subtotal$110.00', 'VAT (19%)$20.90'])
})

test('a client with reverse charge has no taxes, and the next invoice knows it', async ({
  page,
  request,
}) => {
  await openNewInvoice(page, request, [full])
  await openCompany(page)
  await chooseCountry(page, 'Company Country', 'germ', 'Germany')
  await field(page, 'Company VAT number').fill('de 123 456 788')
  await fillClient(page, 'Vienna Client')
  await button(page, 'Add line items').click()
  await typeLine(page, 1, 'Design', '100')
  await expect(rowsOf(page)).toHaveText(['Subtotal$100.00', 'VAT (19%)$19.00'])

  await button(page, 'Tax details').click()
  await expect(field(page, 'Client Country')).toBeFocused()
  await chooseCountry(page, 'Client Country', 'at', 'Austria')
  await field(page, 'Client VAT number').fill('ATU12345678')
  await field(page, 'Tax Treatment').selectOption('Reverse charge: the client pays the tax')
  await expect(page.getByText('The taxes were removed from this invoice.')).toBeVisible()
  await expect(
    page.getByText('With reverse charge the client pays the tax, so the invoice has no taxes.'),
  ).toBeVisible()
  const note = 'Steuerschuldnerschaft des Leistungsempfängers / Reverse charge'
  await expect(field(page, 'Tax Note')).toHaveValue(note)
  await expect(preview(page)).toContainText(note)
  await expect(rowsOf(page)).toHaveText(['Subtotal$100.00'])
  await expectAccessible(page)

  await createButton(page).click()
  await expect(
    page.getByText('Please check the VAT number: one of its characters must be mistyped.'),
  ).toBeVisible()
  await field(page, 'Client VAT number').fill('ATU12345675')
  await expect(preview(page)).toContainText('VAT number: ATU12345675')
  await createButton(page).click()
  await expect(toast(page, 'Invoice Created')).toBeVisible()

  await page.goto('/invoices/new')
  await expect(preview(page)).toContainText('VAT number: DE123456788')
  await page.getByLabel('Existing Client').fill('Vienna')
  await page.getByRole('option', { name: /Vienna Client/ }).click()
  await expect(field(page, 'Tax Treatment')).toHaveValue('reverse_charge')
  await expect(field(page, 'Client VAT number')).toHaveValue('ATU12345675')
  await expect(field(page, 'Tax Note')).toHaveValue(note)
  await button(page, 'New Client').click()
  await expect(field(page, 'Tax Treatment')).toHaveValue('standard')
  await expect(field(page, 'Tax Note')).toHaveValue('')
})

test('the profile has the country and the tax number of the business', async ({ page, request }) => {
  await openNewInvoice(page, request)
  await page.goto('/settings')
  const form = page.getByRole('form', { name: 'Your profile' })
  const country = form.getByLabel('Country')
  await expect(country).toHaveAttribute('placeholder', 'Not chosen')
  await chooseCountry(page, 'Country', 'germ', 'Germany')
  await expect(form.getByLabel('VAT number')).toBeVisible()
  await country.fill('')
  await country.press('Tab')
  await expect(country).toHaveValue('')
  await expect(form.getByLabel('Tax number')).toBeVisible()
  await country.fill('aus')
  await expectAccessible(page)
  await chooseCountry(page, 'Country', 'au', 'Australia')
  await form.getByLabel('ABN').fill('18123456780')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(form.getByText('Please check the ABN: one of its characters must be mistyped.')).toBeVisible()
  await form.getByLabel('ABN').fill('18123456789')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Profile Updated')).toBeVisible()
  await expect(form.getByLabel('ABN')).toHaveValue('18 123 456 789')
  await expectAccessible(page)
})
