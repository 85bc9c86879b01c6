import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import type { APIRequestContext, Page } from '@playwright/test'
import { productUrl } from '../support/e2e-settings.ts'
import {
  expectAccessible,
  mailTo,
  newEmail,
  password,
  screens,
  signIn,
  signUp,
  test,
  toast,
} from '../support/browser.ts'
import { markPaid, postInvoice } from '../support/e2e-invoices.ts'

const created = 'Your invoice has been created successfully. Client information has been saved.'
const headers = { origin: productUrl }
const field = (page: Page, label: string) => page.getByRole('form').getByLabel(label, { exact: true })
const createButton = (page: Page) => page.getByRole('button', { name: 'Create Invoice' })

async function fillClient(page: Page, name: string) {
  await field(page, 'Client Company Name').fill(name)
  await field(page, 'Client Email').fill(`${name.toLowerCase().replaceAll(' ', '-')}@example.com`)
}

/** Signed in, with the form open and empty. */
async function openForm(page: Page, request: APIRequestContext) {
  const person = await signUp(request)
  await signIn(page, person)
  await page.goto('/invoices/new')
  await expect(page.getByRole('heading', { level: 1, name: 'Create New Invoice' })).toBeVisible()
  return person
}

/** An invoice, made without the page by whoever is signed in there. */
function makeInvoice(page: Page) {
  return postInvoice(page.request, {
    client: {
      id: null,
      name: 'First Client',
      email: 'first@example.com',
      phone: '555 0100',
      address: '',
      contactName: '',
    },
    issueDate: '2030-01-01',
    dueDate: '2030-01-31',
    paymentTerms: 'net_30',
    description: 'Work',
    charge: { kind: 'amount', amountCents: 12_500 },
  })
}

async function listInvoices(page: Page) {
  const response = await page.request.get('/api/v1/invoices')
  return ((await response.json()) as { invoices: { clientName: string; totalCents: number }[] }).invoices
}

for (const { name, width, height } of screens) {
  test.describe(`${name} (${width} pixels)`, () => {
    test.use({ viewport: { width, height } })

    test('a new user makes the first invoice', async ({ page, request }) => {
      const { email } = await openForm(page, request)
      await expect(page).toHaveTitle('Create New Invoice · Millrace')
      await expect(field(page, 'Company Name')).toHaveValue('Test Business')
      await expect(field(page, 'Company Email')).toHaveValue(email)
      await expect(page.getByRole('radio', { name: 'Email now' })).toBeChecked()
      await expect(
        page.getByRole('checkbox', { name: 'Send a reminder 3 days before the due date' }),
      ).not.toBeChecked()
      // Somebody without clients has none to choose.
      await expect(page.getByRole('combobox', { name: 'Existing Client' })).toBeHidden()
      await expectAccessible(page)
      await fillClient(page, 'First Client')
      await field(page, 'Amount').fill('150')
      if (width < 1280) {
        await page.getByRole('button', { name: 'Preview' }).click()
        const dialog = page.getByRole('dialog', { name: 'Preview' })
        await expect(dialog.getByText('First Client')).toBeVisible()
        await expectAccessible(page)
        await page.keyboard.press('Escape')
      } else {
        await expect(page.getByRole('complementary', { name: 'Preview' })).toContainText('First Client')
      }
      await createButton(page).click()
      await expect(toast(page, 'Invoice Created', created)).toBeVisible()
      await expect(page).toHaveURL(/\/invoices$/)
      await expect(page.getByRole('main').getByText('First Client').first()).toBeVisible()
      expect(await listInvoices(page)).toMatchObject([{ clientName: 'First Client', totalCents: 15_000 }])
    })

    test('what is missing is said at its field, and the first one gets the focus', async ({
      page,
      request,
    }) => {
      await openForm(page, request)
      await field(page, 'Company Email').fill('nobody')
      await createButton(page).click()
      await expect(field(page, 'Company Email')).toBeFocused()
      const form = page.getByRole('form')
      await expect(form.getByText('Please enter a valid email address.')).toBeVisible()
      await expect(form.getByText('Please enter the client’s company name.')).toBeVisible()
      await expect(form.getByText('Please enter the client’s email address.')).toBeVisible()
      await expect(form.getByText('Please enter an amount, such as 150.00.')).toBeVisible()
      await expectAccessible(page)
      await fillClient(page, 'First Client')
      await expect(form.getByText('Please enter the client’s company name.')).toBeHidden()
      await field(page, 'Company Email').fill('owner@example.com')
      await field(page, 'Amount').fill('0')
      await field(page, 'Due Date').fill('')
      await field(page, 'Due Date').press('ControlOrMeta+Enter')
      await expect(field(page, 'Due Date')).toBeFocused()
      await expect(form.getByText('Please choose a due date.')).toBeVisible()
      // A plain Enter does not send a mail to anybody.
      await field(page, 'Due Date').fill('12/31/2030')
      await field(page, 'Due Date').press('Enter')
      await expect(page).toHaveURL(/\/invoices\/new$/)
      await field(page, 'Due Date').press('ControlOrMeta+Enter')
      await expect(toast(page, 'Invoice Created')).toBeVisible()
    })
  })
}

test('terms lead to the due date, and a due date of one’s own is Custom', async ({ page, request }) => {
  await openForm(page, request)
  const [issue, due, terms] = ['Issue Date', 'Due Date', 'Payment Terms'].map((label) => field(page, label))
  await issue!.fill('3/1/2030')
  await expect(due!).toHaveValue('Mar 31, 2030')
  await terms!.selectOption('Due on Receipt')
  await expect(due!).toHaveValue('Mar 1, 2030')
  await terms!.selectOption('Net 15')
  await expect(due!).toHaveValue('Mar 16, 2030')
  await due!.fill('2/20/2030')
  await expect(terms!).toHaveValue('custom')
  await expect(page.getByText('This is before the issue date.')).toBeVisible()
  await issue!.fill('4/1/2030')
  await expect(due!).toHaveValue('Feb 20, 2030')
  await terms!.selectOption('2/10 Net 30')
  await expect(due!).toHaveValue('May 1, 2030')
})

test('an existing client fills the fields, and New Client clears them', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  await makeInvoice(page)
  await page.goto('/invoices/new')
  const chooser = page.getByRole('combobox', { name: 'Existing Client' })
  await chooser.fill('first@')
  await page.getByRole('option', { name: 'First Client' }).click()
  await expect(field(page, 'Client Company Name')).toHaveValue('First Client')
  await expect(field(page, 'Client Email')).toHaveValue('first@example.com')
  await expect(field(page, 'Client Phone')).toHaveValue('555 0100')
  const note = page.getByText('Changes to these details are saved to your client database.')
  await expect(note).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'New Client' }).click()
  await expect(note).toBeHidden()
  await expect(chooser).toHaveValue('')
  await expect(field(page, 'Client Company Name')).toBeFocused()
  for (const label of ['Client Company Name', 'Client Email', 'Client Phone']) {
    await expect(field(page, label)).toHaveValue('')
  }
})

test('a reload keeps what was typed, until it is discarded', async ({ page, request }) => {
  await openForm(page, request)
  await fillClient(page, 'First Client')
  await page.getByRole('button', { name: 'Add line items' }).click()
  await page.reload()
  await expect(page.getByText('Unsaved changes were restored')).toBeVisible()
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
  const person = await openForm(page, request)
  await fillClient(page, 'First Client')
  await field(page, 'Amount').fill('99.50')
  // Signing out anywhere ends every session.
  await request.post('/api/v1/auth/sign-in', { headers, data: person })
  expect((await request.post('/api/v1/auth/sign-out', { headers })).ok()).toBe(true)
  await createButton(page).click()
  await expect(toast(page, 'Authentication Error', 'You must be logged in to create invoices')).toBeVisible()
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/invoices\/new$/)
  await expect(page.getByText('Unsaved changes were restored')).toBeVisible()
  await expect(field(page, 'Client Company Name')).toHaveValue('First Client')
  await expect(field(page, 'Amount')).toHaveValue('99.50')
  await createButton(page).click()
  await expect(toast(page, 'Invoice Created', created)).toBeVisible()
  expect(await listInvoices(page)).toMatchObject([{ clientName: 'First Client', totalCents: 9950 }])
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
  await expect(toast(page, 'Error creating invoice')).toContainText('cannot be reached')
  await page.unroute('**/api/v1/invoices')
  await field(page, 'Amount').fill('20')
  await createButton(page).click()
  await expect(toast(page, 'Invoice Created', created)).toBeVisible()
  expect(await listInvoices(page)).toMatchObject([{ totalCents: 2000 }])
  // The client had been mailed the first amount, and is mailed the right one too.
  await expect
    .poll(async () => (await mailTo(client, 'from Test Business')).text, { timeout: 30_000 })
    .toContain('$20.00')
})

test('a copied tab makes an invoice of its own', async ({ page, request, context }) => {
  await openForm(page, request)
  await fillClient(page, 'First Client')
  await field(page, 'Amount').fill('10')
  const isKept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }).includes('First Client'))
  await expect.poll(isKept).toBe(true)
  const storage = await page.evaluate(() => ({ ...sessionStorage }))
  const copy = await context.newPage()
  await copy.addInitScript((kept) => {
    for (const [key, value] of Object.entries(kept)) sessionStorage.setItem(key, String(value))
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
  expect(made.map(({ clientName, totalCents }) => [clientName, totalCents]).toSorted()).toEqual([
    ['First Client', 1000],
    ['Second Client', 2000],
  ])
})

test('an answer that cannot be read is said in words, and nothing is lost', async ({ page, request }) => {
  await openForm(page, request)
  await fillClient(page, 'First Client')
  await field(page, 'Amount').fill('10')
  await page.route('**/api/v1/invoices', (route) => route.fulfill({ status: 200, body: 'no answer' }))
  await createButton(page).click()
  const words = 'Failed to create invoice. Please try again.'
  await expect(toast(page, 'Error creating invoice', words)).toBeVisible()
  await expect(field(page, 'Client Company Name')).toHaveValue('First Client')
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
  // What was left behind on purpose does not come back.
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

test('the limit of the plan is explained, with the way to the plans', async ({ page, request }) => {
  await openForm(page, request)
  for (let made = 0; made < 10; made++) await makeInvoice(page)
  await fillClient(page, 'First Client')
  await field(page, 'Amount').fill('10')
  await createButton(page).click()
  const words = 'You have made 10 invoices this month, which is what the Free plan includes.'
  await expect(toast(page, 'Error creating invoice', words)).toBeVisible()
  await expect(page.getByRole('form').getByText(words)).toBeVisible()
  await expect(page.getByRole('form').getByRole('link', { name: 'See Plans' })).toHaveAttribute(
    'href',
    '/pricing',
  )
  await expectAccessible(page)
  await expect(field(page, 'Client Company Name')).toHaveValue('First Client')
})

test('an invoice is changed, and a change made elsewhere is not written over', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  const made = await makeInvoice(page)
  await page.goto(`/invoices/${made.id}`)
  await expect(page.getByRole('heading', { level: 1, name: `Invoice ${made.number}` })).toBeVisible()
  await expect(page).toHaveTitle(`Invoice ${made.number} · Millrace`)
  await field(page, 'Purchase Order').fill('PO-1')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Invoice Saved')).toBeVisible()
  await page.goto(`/invoices/${made.id}/edit`)
  await expect(field(page, 'Purchase Order')).toHaveValue('PO-1')

  const other = await page.context().newPage()
  await other.goto(`/invoices/${made.id}`)
  await field(other, 'Notes').fill('Newer notes')
  await other.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(other, 'Invoice Saved')).toBeVisible()
  await other.close()

  await field(page, 'Purchase Order').fill('PO-2')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('This invoice was changed elsewhere')).toBeVisible()
  await expect(field(page, 'Purchase Order')).toHaveValue('PO-2')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Load the Newer Version' }).click()
  await expect(field(page, 'Notes')).toHaveValue('Newer notes')
  await expect(field(page, 'Purchase Order')).toHaveValue('PO-1')
  await field(page, 'Purchase Order').fill('PO-3')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Invoice Saved')).toBeVisible()
})

test('a paid invoice can be read but not changed', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  const made = await makeInvoice(page)
  await markPaid(made.id)
  await page.goto(`/invoices/${made.id}/edit`)
  await expect(page.getByText('It can no longer be changed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeHidden()
  await expect(field(page, 'Company Name')).not.toBeEditable()
  await expect(field(page, 'Due Date')).not.toBeEditable()
  await expect(field(page, 'Payment Terms')).toBeDisabled()
  await expect(field(page, 'Amount')).not.toBeEditable()
  await expect(page.getByRole('radio', { name: 'Email now' })).toBeDisabled()
  await expect(page.getByRole('complementary', { name: 'Preview' })).toContainText('Paid')
  await expectAccessible(page)
})

test('an unknown invoice is not found, and one that cannot be loaded is tried again', async ({
  page,
  request,
}) => {
  await signIn(page, await signUp(request))
  const made = await makeInvoice(page)
  await page.goto(`/invoices/${randomUUID()}`)
  await expect(page.getByRole('heading', { name: 'Invoice Not Found' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Invoices' }).click()
  await expect(page).toHaveURL(/\/invoices$/)
  await page.route(`**/api/v1/invoices/${made.id}`, (route) => route.fulfill({ status: 500 }))
  await page.goto(`/invoices/${made.id}`)
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await page.unroute(`**/api/v1/invoices/${made.id}`)
  await again.click()
  await expect(page.getByRole('heading', { level: 1, name: `Invoice ${made.number}` })).toBeVisible()
})

test('in the dark it reads as well', async ({ page, request, context }) => {
  await context.addCookies([{ name: 'theme', value: 'dark', url: productUrl }])
  await openForm(page, request)
  await createButton(page).click()
  await expect(field(page, 'Client Company Name')).toBeFocused()
  await expectAccessible(page)
})
