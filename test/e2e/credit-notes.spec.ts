import { type Page, expect } from '@playwright/test'
import { expectAccessible, expectToLookWell, signIn, signUp, test, toast } from '../support/e2e/browser.ts'
import { makeInvoice } from '../support/e2e/invoices.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const panel = (page: Page) => page.getByRole('region', { name: 'Credit notes' })

async function openDialog(page: Page, number: string) {
  await page.getByRole('button', { name: `More actions for invoice ${number}` }).click()
  await page.getByRole('menuitem', { name: 'Cancel or correct with a credit note' }).click()
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
    const overview = page.getByRole('region', { name: 'Overview' })
    const amount = await overview.getByText('$75.00', { exact: true }).boundingBox()
    const credited = await overview.getByText('of $100.00, $25.00 credited').boundingBox()
    expect(credited!.y).toBeGreaterThanOrEqual(amount!.y + amount!.height)
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
    await expect(page.getByRole('menuitem', { name: 'Cancel or correct with a credit note' })).toHaveCount(0)
    await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.goto('/invoices')
    const row = page.getByRole('row').filter({ hasText: number })
    await expect(row.getByText('Canceled')).toBeVisible()
    await expect(row.getByRole('link', { name: 'Edit' })).toHaveCount(0)
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

test('numbers in sequence are switched on, and an invoice that was sent under one stays', async ({
  page,
  request,
}) => {
  await signIn(page, await signUp(request))
  await page.goto('/settings?tab=numbers')
  const settings = page.getByRole('form', { name: 'Numbers' })
  const creditNotePrefix = settings.getByRole('textbox', { name: 'Credit note prefix' })

  await test.step('the settings show the next number while they are typed', async () => {
    await settings.getByRole('radio', { name: 'In sequence' }).check()
    await settings.getByRole('textbox', { name: 'Prefix', exact: true }).fill('R-')
    await settings.getByRole('checkbox', { name: 'Include the year' }).uncheck()
    await settings.getByRole('textbox', { name: 'Next number' }).fill('42')
    const preview = settings.getByText('Next invoice: R-0042', { exact: true })
    await expect(preview).toBeVisible()
    await settings.getByRole('textbox', { name: 'Prefix', exact: true }).fill('R!')
    await settings.getByRole('button', { name: 'Save Changes' }).click()
    await expect(settings).toContainText('Use only letters, digits and the characters - / . _')
    await expect(settings.getByText('Next invoice:')).toHaveCount(0)
    await settings.getByRole('textbox', { name: 'Prefix', exact: true }).fill('R-')
    await expect(preview).toBeVisible()
    await creditNotePrefix.fill('R-')
    await settings.getByRole('button', { name: 'Save Changes' }).click()
    await expect(settings).toContainText('a credit note could get the same number as an invoice')
    await expect(creditNotePrefix).toBeFocused()
    await creditNotePrefix.fill('G-')
    await expect(settings).toContainText('Next credit note: G-0001')
    await expectToLookWell(page)
    await settings.getByRole('button', { name: 'Save Changes' }).click()
    await expect(toast(page, 'Numbers Saved')).toBeVisible()
  })

  await test.step('the next invoice has it, and its dialog says why it cannot be deleted', async () => {
    const { id, number } = await makeInvoice(page, { sendOption: 'email_now' })
    expect(number).toBe('R-0042')
    await page.goto(`/invoices/${id}`)
    await page.getByRole('button', { name: 'More actions for invoice R-0042' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const asking = page.getByRole('alertdialog')
    await asking.getByRole('button', { name: 'Delete' }).click()
    await expect(asking).toContainText(
      'Invoice R-0042 was sent or viewed, so its number has to stay in your records. Cancel it with a credit note instead.',
    )
    await expect(asking.getByRole('button', { name: 'Delete' })).toHaveCount(0)
    await expectAccessible(page)
  })
})
