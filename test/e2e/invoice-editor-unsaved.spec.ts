import { type Page, expect } from '@playwright/test'
import type { Invoice } from '../../src/features/invoices/contract.ts'
import type { InvoiceInput } from '../../src/features/invoices/document/input-rules.ts'
import {
  blockLiveUpdates,
  expectAccessible,
  mailTo,
  newEmail,
  signIn,
  signInOnThePage,
  signUp,
  test,
  toast,
} from '../support/e2e/browser.ts'
import {
  createButton,
  field,
  fillClient,
  invoiceCreated,
  listInvoices,
  makeFirstInvoice,
  openForm,
} from '../support/e2e/invoice-form.ts'
import { productUrl } from '../support/e2e/settings.ts'

const headers = { origin: productUrl }

/** Changes the invoice as another tab would. */
async function changeElsewhere(
  page: Page,
  { id, version, ...made }: Invoice,
  changes: Partial<InvoiceInput>,
) {
  const { company, logoId, client, issueDate, dueDate, paymentTerms, purchaseOrder, description } = made
  const { notes, currency, charge, sendOption, sendReminder } = made
  const parties = { company, logoId, client }
  const details = { issueDate, dueDate, paymentTerms, purchaseOrder, description, notes, currency, charge }
  const data = { ...parties, ...details, sendOption, sendReminder, ...changes, version }
  const response = await page.request.put(`/api/v1/invoices/${id}`, { headers, data })
  expect(response.status()).toBe(200)
}

test('a reload keeps what was typed, until it is discarded', async ({ page, request }) => {
  await openForm(page, request)
  await fillClient(page, 'First Client')
  await page.getByRole('button', { name: 'Add line items' }).click()
  await page.getByRole('radio', { name: 'Do not send' }).check()
  await page.reload()
  // Whatever the scroll position was before.
  await expect(page.getByText('Unsaved changes were restored')).toBeInViewport()
  await expect(field(page, 'Client Company Name')).toHaveValue('First Client')
  await expect(page.getByRole('button', { name: 'Use a single amount' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(field(page, 'Client Company Name')).toHaveValue('')
  await expect(field(page, 'Company Name')).toHaveValue('Test Business')
  await page.reload()
  await expect(field(page, 'Client Company Name')).toHaveValue('')
  await expect(page.getByText('Unsaved changes were restored')).toBeHidden()
})

test('a session that ended meanwhile costs no work and makes one invoice', async ({ page, request }) => {
  await blockLiveUpdates(page)
  const person = await openForm(page, request)
  await fillClient(page, 'First Client')
  await field(page, 'Amount').fill('99.50')
  // Signing out on any device ends every session.
  await request.post('/api/v1/auth/sign-in', { headers, data: person })
  expect((await request.post('/api/v1/auth/sign-out', { headers })).ok()).toBe(true)
  await createButton(page).click()
  const words = 'You must be logged in to create invoices. Your entries are still here.'
  await expect(toast(page, 'Authentication Error', words)).toBeVisible()
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await signInOnThePage(page, person.email)
  await expect(page).toHaveURL(/\/invoices\/new$/)
  await expect(page.getByText('Unsaved changes were restored')).toBeVisible()
  await expect(field(page, 'Client Company Name')).toHaveValue('First Client')
  await expect(field(page, 'Amount')).toHaveValue('99.50')
  await createButton(page).click()
  await expect(toast(page, 'Invoice Created', invoiceCreated)).toBeVisible()
  expect(await listInvoices(page)).toMatchObject([{ clientName: 'First Client', totalMinor: 9950 }])
})

test('an answer that got lost makes no second invoice, and the last word holds', async ({
  page,
  request,
}) => {
  await openForm(page, request)
  const client = newEmail()
  await fillClient(page, 'First Client')
  await field(page, 'Client Email').fill(client)
  await field(page, 'Amount').fill('10')
  await page.route('**/api/v1/invoices', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await createButton(page).click()
  await expect(toast(page, 'Error creating invoice')).toContainText('can’t be reached')
  await page.unroute('**/api/v1/invoices')
  await field(page, 'Amount').fill('20')
  await createButton(page).click()
  await expect(toast(page, 'Invoice Created', invoiceCreated)).toBeVisible()
  expect(await listInvoices(page)).toMatchObject([{ totalMinor: 2000 }])
  // The client is mailed both amounts. Their mails may be delivered in either order.
  await mailTo(client, 'from Test Business', '$10.00')
  await mailTo(client, 'from Test Business', '$20.00')
})

test('a copied tab makes an invoice of its own', async ({ page, request, context }) => {
  await openForm(page, request)
  await fillClient(page, 'First Client')
  await field(page, 'Amount').fill('10')
  const isKept = () => page.evaluate(() => JSON.stringify(sessionStorage).includes('First Client'))
  await expect.poll(isKept).toBe(true)
  const storage = await page.evaluate(() => Object.entries(sessionStorage))
  const copy = await context.newPage()
  await copy.addInitScript((kept) => {
    for (const [key, value] of kept) sessionStorage.setItem(key, value)
  }, storage)
  await copy.goto('/invoices/new')
  await expect(field(copy, 'Client Company Name')).toHaveValue('First Client')

  await createButton(page).click()
  await expect(toast(page, 'Invoice Created')).toBeVisible()
  await fillClient(copy, 'Second Client')
  await field(copy, 'Amount').fill('20')
  await createButton(copy).click()
  await expect(toast(copy, 'Invoice Created')).toBeVisible()
  const made = await listInvoices(page)
  expect(made.map(({ clientName, totalMinor }) => [clientName, totalMinor]).toSorted()).toEqual([
    ['First Client', 1000],
    ['Second Client', 2000],
  ])
})

test('leaving with unsaved work asks first', async ({ page, request }) => {
  await openForm(page, request)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/invoices$/)
  await page.goto('/invoices/new')
  await fillClient(page, 'First Client')
  await page.getByRole('link', { name: 'Cancel' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keep Editing' }).click()
  await expect(dialog).toBeHidden()
  await expect(field(page, 'Client Company Name')).toHaveValue('First Client')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await dialog.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page).toHaveURL(/\/invoices$/)
  // A draft that was discarded on purpose does not come back.
  await page.goto('/invoices/new')
  await expect(field(page, 'Company Name')).toHaveValue('Test Business')
  await expect(field(page, 'Client Company Name')).toHaveValue('')

  await fillClient(page, 'First Client')
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.accept()
})

test('an invoice is changed, and a change made elsewhere is not written over', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  const made = await makeFirstInvoice(page)
  await page.goto(`/invoices/${made.id}`)
  await expect(page.getByRole('heading', { level: 1, name: `Invoice ${made.number}` })).toBeVisible()
  await expect(page).toHaveTitle(`Invoice ${made.number} · Millrace`)
  await field(page, 'Purchase Order').fill('PO-1')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Invoice Saved')).toBeVisible()
  await page.goto(`/invoices/${made.id}/edit`)
  await expect(field(page, 'Purchase Order')).toHaveValue('PO-1')
  // Typed before, because a form without changes would load the newer version.
  await field(page, 'Purchase Order').fill('PO-2')

  const other = await page.context().newPage()
  await other.goto(`/invoices/${made.id}`)
  await field(other, 'Notes').fill('Newer notes')
  await other.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(other, 'Invoice Saved')).toBeVisible()
  await other.close()

  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Error saving invoice', 'Your changes are still here')).toBeVisible()
  await expect(page.getByText('This invoice was changed elsewhere', { exact: true })).toBeVisible()
  await expect(field(page, 'Purchase Order')).toHaveValue('PO-2')
  await expectAccessible(page)
  // A reload keeps it too, with the version that it is based on.
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  const restored = page.getByRole('status').filter({ hasText: 'Unsaved changes were restored' })
  await expect(restored).toContainText('this invoice was changed elsewhere since you made them')
  await expect(field(page, 'Purchase Order')).toHaveValue('PO-2')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Load the Newer Version' }).click()
  await expect(field(page, 'Notes')).toHaveValue('Newer notes')
  await expect(field(page, 'Purchase Order')).toHaveValue('PO-1')
  await expect(restored).toBeHidden()
  await field(page, 'Purchase Order').fill('PO-3')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Invoice Saved')).toBeVisible()
})

test('a change made elsewhere is written over when that is asked for', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  const made = await makeFirstInvoice(page)
  await page.goto(`/invoices/${made.id}`)
  await field(page, 'Notes').fill('Mine')
  await changeElsewhere(page, made, { notes: 'Theirs' })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByRole('button', { name: 'Save Mine Anyway' }).click()
  await expect(toast(page, 'Invoice Saved')).toBeVisible()
  await expect(page.getByText('This invoice was changed elsewhere', { exact: true })).toBeHidden()
  await page.reload()
  await expect(field(page, 'Notes')).toHaveValue('Mine')
})
