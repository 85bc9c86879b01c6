import { type Page, expect } from '@playwright/test'
import { addDays, dateIn, formatDate } from '../../src/shared/dates.ts'
import {
  expectAccessible,
  expectToLookWell,
  newEmail,
  screens,
  signIn,
  signUp,
  test,
  toast,
} from '../support/e2e/browser.ts'
import { createButton, field, fillClient, invoiceCreated } from '../support/e2e/invoice-form.ts'
import { postInvoice } from '../support/e2e/invoices.ts'
import { makeLateFeeDue } from '../support/e2e/late-fees.ts'

const inDays = (days: number) => addDays(dateIn('UTC', new Date()), days)
const unknown = { phone: '', address: '', contactName: '' }
const terms = { kind: 'amount', value: 2500, afterDays: 14, repeats: 'monthly', maxMinor: null } as const

async function makeOwner(page: Page) {
  const owner = await signUp(page.request)
  await signIn(page, owner)
}

/** An invoice of $1,000 whose first late fee was due four days ago. */
const makeLateInvoice = (page: Page) =>
  postInvoice(page.request, {
    client: { id: null, name: 'Corner Bakery', email: newEmail(), ...unknown },
    issueDate: inDays(-48),
    dueDate: inDays(-18),
    charge: { kind: 'amount', amountMinor: 100_000 },
    lateFeeTerms: terms,
  })

test('a late fee that is set on a phone is on the next invoice, where the client reads it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await makeOwner(page)
  await page.goto('/settings?tab=reminders')
  await page.getByRole('radio', { name: 'Add a late fee' }).check()
  const save = page.getByRole('button', { name: 'Save Late Fee' })
  await save.click()
  await expect(page.getByText('Please enter a percentage above 0')).toBeVisible()
  await page.getByLabel('Percentage').fill('1.5')
  await page.getByLabel('How often').selectOption('Each month until it’s paid')
  await page.getByLabel('At most').fill('50')
  const sentence =
    'A late fee of 1.5% of the overdue amount is added 14 days after the due date, and each month after that, up to $50.00.'
  await expect(page.getByText(`On the invoice: “${sentence}”`)).toBeVisible()
  await expectToLookWell(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await save.click()
  await expect(toast(page, 'Late Fee Saved')).toBeVisible()

  await page.goto('/invoices/new')
  await expect(page.getByLabel('Add a late fee')).toBeChecked()
  await expect(page.getByText(`On the invoice: “${sentence}”`)).toBeVisible()
  await expectAccessible(page)
  await fillClient(page, 'Corner Bakery')
  await field(page, 'Amount').fill('1000')
  await page.getByLabel('Days after the due date').fill('0')
  await page.getByLabel('Do not send').check()
  await createButton(page).click()
  await expect(page.getByText('Please enter a number of days from 1 to 365.')).toBeVisible()
  await page.getByLabel('Days after the due date').fill('7')
  await createButton(page).click()
  await expect(page.getByText(invoiceCreated)).toBeVisible()

  await page.goto('/invoices')
  await page.getByRole('link', { name: 'Corner Bakery' }).first().click()
  const panel = page.getByRole('region', { name: 'Late fees' })
  await expect(panel).toContainText(sentence.replace('14 days', '7 days'))
  await expect(panel).toContainText(`Next: $15.00 on ${formatDate(inDays(37))}`)
})

test('an owner sees a late fee appear, skips the next one and removes it', async ({ page, browser }) => {
  await page.setViewportSize(screens[0])
  await makeOwner(page)
  const invoice = await makeLateInvoice(page)
  await page.goto(`/invoices/${invoice.id}`)
  const panel = page.getByRole('region', { name: 'Late fees' })
  await expect(panel).toContainText('Next: $25.00 on')
  await makeLateFeeDue(invoice.id)
  // The page hears of it by itself.
  const reason = `14 days after ${formatDate(inDays(-18))}`
  await expect(panel.getByRole('listitem')).toContainText(`$25.00 on ${formatDate(inDays(-4))}${reason}`)
  await expect(page.getByText('Late fee of $25.00 added')).toBeVisible()
  await expect(page.getByRole('form')).toContainText(`Late fee: ${reason}$25.00Total$1,025.00`)
  await expect(page.getByRole('form')).toContainText('Total with late fees$1,025.00')

  const stranger = await browser.newContext({
    reducedMotion: 'reduce',
    viewport: { width: 390, height: 844 },
  })
  const theirs = await stranger.newPage()
  await theirs.goto(invoice.publicUrl)
  await expect(theirs.getByText(`Late fee: ${reason}`)).toBeVisible()
  await expect(theirs.getByText('$1,025.00').first()).toBeVisible()
  await expect(theirs.getByText('A late fee of $25.00 is added 14 days after the due date')).toBeVisible()
  await expectToLookWell(theirs)
  await stranger.close()

  await expectToLookWell(page)
  await page.setViewportSize(screens[0])
  await panel.getByRole('button', { name: 'Skip the next late fee' }).click()
  const skip = page.getByRole('alertdialog', { name: 'Skip the next late fee?' })
  await expect(skip).toContainText('Any later ones stay planned.')
  await expectAccessible(page)
  await skip.getByRole('button', { name: 'Skip late fee' }).click()
  await expect(toast(page, 'Late Fee Skipped')).toBeVisible()
  await expect(panel.getByRole('listitem').filter({ hasText: 'Skipped' })).toHaveCount(1)

  await panel.getByRole('button', { name: 'Remove the late fee of $25.00' }).click()
  const remove = page.getByRole('alertdialog', { name: 'Remove this late fee?' })
  await remove.getByRole('button', { name: 'Remove late fee' }).click()
  await expect(toast(page, 'Late Fee Removed')).toBeVisible()
  await expect(panel.getByRole('listitem').filter({ hasText: 'Removed' })).toHaveCount(1)
  await expect(page.getByText('Late fee of $25.00 removed')).toBeVisible()
})
