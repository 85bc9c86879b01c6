import { type Page, expect } from '@playwright/test'
import {
  expectAccessible,
  expectToLookWell,
  mailTo,
  newEmail,
  signIn,
  signUp,
  test,
} from '../support/e2e/browser.ts'
import { postInvoice } from '../support/e2e/invoices.ts'

const pdf = { name: 'Terms of work.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 terms') }
const liar = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('MZ a program') }
const addFiles = (page: Page, ...files: (typeof pdf)[]) =>
  page.locator('input[type=file][aria-label="Add Files"]').setInputFiles(files)

test('an invoice has files, which its client saves from the page', async ({ page }) => {
  await signIn(page, await signUp(page.request))
  const invoice = await postInvoice(page.request)
  await page.goto(`/invoices/${invoice.id}`)
  await addFiles(page, pdf, liar)
  const remove = page.getByRole('button', { name: 'Remove Terms of work.pdf' })
  await expect(remove).toBeVisible()
  const refused = page.getByRole('listitem').filter({ hasText: 'photo.jpg' })
  await expect(refused.getByRole('alert')).toContainText('neither a PDF nor a picture')
  await expect(refused.getByRole('button', { name: /^Try again/ })).toHaveCount(0)
  await expectToLookWell(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Leave out photo.jpg' }).click()

  await page.goto(`/invoices/${invoice.id}/view`)
  const link = page.getByRole('region', { name: 'Files' }).getByRole('link', { name: 'Terms of work.pdf' })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toBe('Terms of work.pdf')
  await expectToLookWell(page)
  await expectAccessible(page)

  await page.goto(`/invoices/${invoice.id}`)
  await remove.click()
  await expect(remove).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Files' })).toBeFocused()
  await page.goto(`/invoices/${invoice.id}/view`)
  await expect(page.getByRole('link', { name: 'Download PDF' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Files' })).toHaveCount(0)
})

test('files of a new invoice go out with its first email, and an expense keeps its own', async ({ page }) => {
  await signIn(page, await signUp(page.request))
  const client = newEmail()
  await page.goto('/invoices/new')
  await page.getByLabel('Client Company Name').fill('Corner Bakery')
  await page.getByLabel('Client Email').fill(client)
  await page.getByLabel('Amount').fill('$100.00')
  await addFiles(page, pdf)
  await expect(page.getByRole('link', { name: 'Terms of work.pdf' })).toBeVisible()
  await page.getByRole('button', { name: 'Create Invoice' }).click()
  await expect(page).toHaveURL('/invoices')
  const mail = await mailTo(client, 'Invoice')
  expect(mail.attachments.map(({ filename }) => filename)).toContain('Terms of work.pdf')
  expect(mail.text).toContain('Attached files:')

  await page.goto('/expenses/new')
  await page.getByLabel('Amount').fill('12.50')
  await page.getByLabel('Category', { exact: true }).selectOption('Supplies')
  await page.getByLabel('Notes').fill('Flour')
  await addFiles(page, pdf)
  await expect(page.getByRole('link', { name: 'Terms of work.pdf' })).toBeVisible()
  await page.getByRole('button', { name: 'Add Expense' }).click()
  await expect(page).toHaveURL('/expenses')
  await page.getByRole('row').filter({ hasText: 'Flour' }).getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByRole('link', { name: 'Terms of work.pdf' })).toBeVisible()
  await expectToLookWell(page)
})
