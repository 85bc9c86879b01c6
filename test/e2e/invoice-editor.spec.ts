import { expect } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { expectAccessible, screens, signIn, signUp, test, toast } from '../support/e2e/browser.ts'
import {
  createButton,
  field,
  fillClient,
  invoiceCreated,
  listInvoices,
  makeFirstInvoice,
  openForm,
} from '../support/e2e/invoice-form.ts'

test.describe('on a phone', () => {
  test.use({ viewport: screens[1] })

  test('a new user makes the first invoice', async ({ page, request }) => {
    const { email } = await openForm(page, request)
    await expect(page).toHaveTitle('Create New Invoice · Millrace')
    await expect(field(page, 'Company Name')).toHaveValue('Test Business')
    await expect(field(page, 'Company Email')).toHaveValue(email)
    await expect(page.getByRole('radio', { name: 'Email now' })).toBeChecked()
    await expect(
      page.getByRole('checkbox', { name: 'Send a reminder 3 days before the due date' }),
    ).not.toBeChecked()
    // A new owner has no clients to choose from.
    await expect(page.getByRole('combobox', { name: 'Existing Client' })).toBeHidden()
    await expectAccessible(page)
    await fillClient(page, 'First Client')
    await field(page, 'Amount').fill('150')
    await page.getByRole('button', { name: 'Preview' }).click()
    const dialog = page.getByRole('dialog', { name: 'Preview' })
    await expect(dialog.getByText('First Client')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    // On a wide screen it is beside the form.
    await page.setViewportSize(screens[0])
    await expect(page.getByRole('complementary', { name: 'Preview' })).toContainText('First Client')
    await page.setViewportSize(screens[1])
    await createButton(page).click()
    await expect(toast(page, 'Invoice Created', invoiceCreated)).toBeVisible()
    await expect(page).toHaveURL(/\/invoices$/)
    await expect(page.getByRole('main').getByText('First Client').first()).toBeVisible()
    expect(await listInvoices(page)).toMatchObject([{ clientName: 'First Client', totalMinor: 15_000 }])
  })

  test('what is missing is said at its field, and the first one gets the focus', async ({
    page,
    request,
  }) => {
    await openForm(page, request)
    // It is one line, which unfolds because of the error.
    await expect(field(page, 'Company Phone')).toBeHidden()
    await field(page, 'Company Email').fill('nobody')
    await createButton(page).click()
    await expect(field(page, 'Company Email')).toBeFocused()
    await expect(field(page, 'Company Phone')).toBeVisible()
    const form = page.getByRole('form')
    await expect(form.getByText('Please enter a valid email address.')).toBeVisible()
    await expect(form.getByText('Please enter the client’s company name.')).toBeVisible()
    await expect(form.getByText('Please enter the client’s email address.')).toBeVisible()
    await expect(form.getByText('Please enter an amount, such as 150.00.')).toBeVisible()
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, { isAnotherLook: true })
    await fillClient(page, 'First Client')
    await expect(form.getByText('Please enter the client’s company name.')).toBeHidden()
    await field(page, 'Company Email').fill('owner@example.com')
    await field(page, 'Amount').fill('0')
    await field(page, 'Due Date').fill('')
    await field(page, 'Due Date').press('ControlOrMeta+Enter')
    await expect(field(page, 'Due Date')).toBeFocused()
    await expect(form.getByText('Please choose a due date.')).toBeVisible()
    // A plain Enter does not send a mail.
    await field(page, 'Due Date').fill('12/31/2030')
    await field(page, 'Due Date').press('Enter')
    await expect(page).toHaveURL(/\/invoices\/new$/)
    await field(page, 'Due Date').press('ControlOrMeta+Enter')
    await expect(toast(page, 'Invoice Created')).toBeVisible()
  })
})

test('what is known about one’s own company is one line, which unfolds', async ({ page, request }) => {
  await openForm(page, request)
  const edit = page.getByRole('button', { name: 'Your company' })
  const phone = field(page, 'Company Phone')
  await expect(field(page, 'Client Company Name')).toBeFocused()
  await expect(edit).toHaveAttribute('aria-expanded', 'false')
  await expect(phone).toBeHidden()
  await edit.click()
  await expect(edit).toHaveAttribute('aria-expanded', 'true')
  await expect(field(page, 'Company Name')).toBeFocused()
  await phone.fill('555 0100')
  await expectAccessible(page)
  await edit.click()
  await expect(phone).toBeHidden()
  await expect(edit).toBeFocused()
  // Unfolds by itself where something required is missing, and stays so.
  await field(page, 'Company Name').fill('')
  await expect(phone).toHaveValue('555 0100')
  await expect(phone).toBeVisible()
  await field(page, 'Company Name').fill('Mill & Works')
  await expect(phone).toBeVisible()
  await edit.click()
  // An answer of the server about a folded field unfolds it too.
  await page.route('**/api/v1/invoices', (route) =>
    route.fulfill({
      status: 400,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        code: 'VALIDATION_FAILED',
        title: 'Please check the fields',
        status: 400,
        message: 'Please check the fields.',
        fields: { 'company.phone': 'This is too long.' },
        requestId: randomUUID(),
      }),
    }),
  )
  await fillClient(page, 'First Client')
  await field(page, 'Amount').fill('10')
  await createButton(page).click()
  await expect(phone).toBeFocused()
  await expect(page.getByRole('form').getByText('This is too long.')).toBeVisible()
})

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
  const made = await makeFirstInvoice(page)
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
  // On an existing invoice, no client was chosen just now.
  await page.goto(`/invoices/${made.id}`)
  await expect(chooser).toHaveValue('First Client')
  await expect(note).toBeHidden()
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

test('the limit of the plan is explained, with the way to the plans', async ({ page, request }) => {
  await openForm(page, request)
  for (let made = 0; made < 10; made++) await makeFirstInvoice(page)
  await fillClient(page, 'First Client')
  await field(page, 'Amount').fill('10')
  await createButton(page).click()
  const words = 'You’ve created 10 invoices this month, which is the limit of the Free plan.'
  await expect(toast(page, 'Error creating invoice', words)).toBeVisible()
  await expect(page.getByRole('form').getByText(words)).toBeVisible()
  await expect(page.getByRole('form').getByText('You’ve reached your plan’s limit')).toBeVisible()
  await expect(page.getByRole('form').getByRole('link', { name: 'See plans' })).toHaveAttribute(
    'href',
    '/pricing',
  )
  await expectAccessible(page)
  await expect(field(page, 'Client Company Name')).toHaveValue('First Client')
})

test('an unknown invoice is not found, and one that cannot be loaded is tried again', async ({
  page,
  request,
}) => {
  await signIn(page, await signUp(request))
  const made = await makeFirstInvoice(page)
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
