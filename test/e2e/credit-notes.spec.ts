import { type Page, expect } from '@playwright/test'
import { expectAccessible, signIn, signUp, test, toast } from '../support/e2e/browser.ts'
import { makeInvoice } from '../support/e2e/invoices.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const panel = (page: Page) => page.getByRole('region', { name: 'Credit notes' })

async function openDialog(page: Page, number: string) {
  await page.getByRole('button', { name: `More actions for invoice ${number}` }).click()
  await page.getByRole('menuitem', { name: 'Cancel or correct' }).click()
}

test('an invoice is corrected and then canceled with credit notes, and its client sees both', async ({
  page,
  request,
}) => {
  await signIn(page, await signUp(request))
  const { id, number } = await makeInvoice(page, { minor: 10_000 })
  await page.goto(`/invoices/${id}`)

  await test.step('a part is credited, with a reason', async () => {
    await openDialog(page, number)
    await expect(dialog(page).getByRole('status')).toHaveText(
      '$100.00 will be credited. The invoice will be canceled.',
    )
    await dialog(page).getByRole('radio', { name: 'A part of it' }).check()
    await dialog(page).getByRole('button', { name: 'Create credit note' }).click()
    await expect(dialog(page)).toContainText('Please enter an amount.')
    await dialog(page).getByRole('textbox', { name: 'Amount' }).fill('25')
    await expect(dialog(page).getByRole('status')).toHaveText(
      '$25.00 will be credited. $75.00 will remain due.',
    )
    await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('One hour less was worked.')
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Create credit note' }).click()
    await expect(
      toast(page, 'Credit Note Created', `CN-0001: $25.00 of invoice ${number} was credited.`),
    ).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
    await expect(panel(page)).toContainText('CN-0001')
    await expect(panel(page)).toContainText('One hour less was worked.')
    await expect(page.getByText('Part credited')).toBeVisible()
    await expect(page.getByText('A part of this invoice was credited')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('the rest is credited, and nothing can be done with the invoice but copying it', async () => {
    await openDialog(page, number)
    await expect(dialog(page).getByRole('radio', { name: 'All that is left' })).toBeChecked()
    await dialog(page).getByRole('button', { name: 'Create credit note' }).click()
    await expect(page.getByText('This invoice was canceled', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Mark as paid' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Payment Link' })).toHaveCount(0)
    await page.getByRole('button', { name: `More actions for invoice ${number}` }).click()
    await expect(page.getByRole('menuitem', { name: 'Cancel or correct' })).toHaveCount(0)
    await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('the client sees that there is nothing to pay, and opens the credit note', async () => {
    await page.goto(`/invoices/${id}/view`)
    await expect(page.getByText('This invoice was canceled. There is nothing to pay.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
    await expect(page.getByRole('article', { name: `Invoice ${number}` })).toContainText('-$25.00')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Credit note CN-0001' }).click()
    const sheet = page.getByRole('article', { name: 'Credit note CN-0001' })
    await expect(sheet).toContainText(number)
    await expect(sheet).toContainText('One hour less was worked.')
    await expect(page).toHaveTitle(/^Credit note CN-0001 from /)
    await expectAccessible(page)
  })
})
