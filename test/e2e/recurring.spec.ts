import { type Page, expect } from '@playwright/test'
import { occurrence } from '../../src/features/schedules/rules.ts'
import { formatDate } from '../../src/shared/dates.ts'
import {
  expectAccessible,
  expectToLookWell,
  screens,
  signIn,
  signUp,
  test,
  toast,
} from '../support/e2e/browser.ts'
import { createButton, field, fillClient, invoiceCreated, listInvoices } from '../support/e2e/invoice-form.ts'
import { makeInvoice } from '../support/e2e/invoices.ts'
import { setPlan } from '../support/e2e/plan.ts'
import { aPast31st, listSeries, startInThePast } from '../support/e2e/recurring.ts'
import { productUrl } from '../support/e2e/settings.ts'

async function startAs(page: Page, plan: 'free' | 'pro') {
  await signIn(page, await signUp(page.request))
  await setPlan(page, plan)
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

async function choose(page: Page, item: string) {
  await page.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a monthly series from the 31st is made, caught up with, skipped and paused', async ({ page }) => {
  await startAs(page, 'pro')
  await page.goto('/invoices/recurring')
  await page.getByRole('link', { name: 'Set up your first one' }).click()
  await expect(title(page, 'New Recurring Invoice')).toBeVisible()
  await page.getByRole('button', { name: 'Create Recurring Invoice' }).click()
  await expect(field(page, 'Client Company Name')).toBeFocused()
  await fillClient(page, 'Corner Bakery')
  await field(page, 'Amount').fill('1250')
  await field(page, 'Start Date').fill('Jan 31, 2098')
  await expect(
    page.getByText('Every month on the 31st, on the last day when a month is shorter'),
  ).toBeVisible()
  await expect(
    page.getByText('Next: Jan 31, 2098 · Feb 28, 2098 · Mar 31, 2098 · Apr 30, 2098 · May 31, 2098 …'),
  ).toBeVisible()
  await field(page, 'Ends').selectOption('After a number of invoices')
  await field(page, 'Number of invoices').fill('')
  await expect(page.getByText('Fill in the fields above to see the next dates.')).toBeVisible()
  await field(page, 'Number of invoices').fill('2')
  await expect(page.getByText('Next: Jan 31, 2098 · Feb 28, 2098', { exact: true })).toBeVisible()
  await field(page, 'Ends').selectOption('Never')
  await field(page, 'Payment Terms').selectOption('Custom')
  await field(page, 'Days until due').fill('10')
  await page.getByRole('radio', { name: 'Create a draft for me to check' }).check()
  await expectToLookWell(page)
  await page.getByRole('button', { name: 'Create Recurring Invoice' }).click()
  await expect(toast(page, 'Recurring Invoice Created', 'created on Jan 31, 2098')).toBeVisible()
  await expect(row(page, 'Corner Bakery')).toContainText('Every month on the 31st, until you stop it')
  const [made] = await listSeries(page.request)
  const { startDate, days } = aPast31st()
  await startInThePast(made!, startDate)

  await page.setViewportSize(screens[0])
  await expect.poll(async () => (await listInvoices(page)).length).toBe(days.length)
  await page.goto('/invoices')
  await expect(row(page, 'Recurring')).toHaveCount(days.length)
  // After an outage the missed invoices are created with their intended dates, newest first.
  for (const [index, day] of days.toReversed().entries()) {
    await expect(row(page, 'Recurring').nth(index)).toContainText(`Issued ${formatDate(day)}`)
  }
  await page.getByRole('navigation', { name: 'Kinds of invoices' }).getByText('Recurring').click()
  await expect(title(page, 'Recurring Invoices')).toBeVisible()
  await expect(row(page, 'Corner Bakery')).toContainText(`${days.length} invoices created`)
  const [running] = await listSeries(page.request)
  await choose(page, 'Skip next')
  const next = formatDate(running!.next!.onDate)
  await expect(page.getByRole('alertdialog', { name: `Skip ${next}?` })).toBeVisible()
  await page.getByRole('button', { name: 'Skip it' }).click()
  await expect(toast(page, 'Skipped')).toBeVisible()
  await expect(row(page, 'Corner Bakery')).not.toContainText(next)
  await choose(page, 'Pause')
  await expect(row(page, 'Corner Bakery')).toContainText('You paused it.')
  await expectToLookWell(page)
  await page.getByRole('link', { name: 'Corner Bakery' }).click()
  await expect(field(page, 'Frequency')).toBeDisabled()
  await expect(
    page.getByText('Invoices have already been created. End this one and start another.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(toast(page, 'Recurring Invoice Resumed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeFocused()
  const madeList = page.getByRole('region', { name: 'Invoices created' })
  await expect(madeList.getByRole('listitem')).toHaveCount(days.length)
  await madeList.getByRole('link').first().click()
  await page.getByRole('link', { name: 'Created by a recurring invoice' }).click()

  await field(page, 'Ends').selectOption('After a number of invoices')
  await field(page, 'Number of invoices').fill('1')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByRole('alertdialog', { name: 'End it with this change?' }).getByText('Save and End').click()
  await expect(toast(page, 'Recurring Invoice Saved', 'It has ended')).toBeVisible()
  await expect(page.getByText('Ended', { exact: true })).toBeVisible()
  await choose(page, 'End for good')
  await page.getByRole('alertdialog').getByRole('button', { name: 'End for good' }).click()
  await expect(page.getByText('No recurring invoices yet')).toBeVisible()
})

test('the Free plan shows what Pro opens, and the server holds to it', async ({ page }) => {
  await startAs(page, 'pro')
  const invoice = await makeInvoice(page, { client: 'Corner Bakery' })
  await page.goto(`/invoices/recurring/new?from=${invoice.id}`)
  await expect(field(page, 'Client Company Name')).toHaveValue('Corner Bakery')
  // The series does not bill what the invoice already bills.
  const { issueDate } = invoice
  await expect(
    page.getByText(`The next one is created on ${formatDate(occurrence('monthly', issueDate, 1))}.`),
  ).toBeVisible()
  await field(page, 'Frequency').selectOption('Weekly')
  await expect(field(page, 'Start Date')).toHaveValue(formatDate(occurrence('weekly', issueDate, 1)))
  await field(page, 'Start Date').fill('Jan 31, 2098')
  await setPlan(page, 'free')
  await page.getByRole('button', { name: 'Create Recurring Invoice' }).click()
  // The page did not know yet, but the server did.
  await expect(page.getByRole('form').getByText('Your plan doesn’t include this')).toBeVisible()
  await expectAccessible(page)
  expect(await listSeries(page.request)).toEqual([])

  const refused = await page.request.put('/api/v1/invoice-templates/style', {
    headers: { origin: productUrl },
    data: { look: 'modern', accentColour: '#b91c1c', logoPosition: 'left' },
  })
  expect(refused.status()).toBe(403)
  expect(await refused.json()).toMatchObject({ code: 'PLAN_REQUIRED' })

  await page.evaluate(() => sessionStorage.clear())
  await page.goto('/invoices')
  const tabs = page.getByRole('navigation', { name: 'Kinds of invoices' })
  await expect(tabs.getByRole('link')).toHaveText([
    'Invoices',
    'Estimates',
    'Recurring PRO',
    'Templates PRO',
    'Clients',
  ])
  await page.getByRole('button', { name: /^More actions/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Make recurring PRO' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Save as template PRO' })).toBeVisible()
  await page.keyboard.press('Escape')
  for (const tab of ['Recurring', 'Templates']) {
    await tabs.getByRole('link', { name: tab }).click()
    await expect(tabs.getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('link', { name: 'Upgrade to Pro' })).toHaveAttribute(
      'href',
      '/settings?tab=subscription',
    )
    await expectToLookWell(page)
  }
})

test('an invoice becomes a template that others begin with', async ({ page }) => {
  await startAs(page, 'pro')
  await makeInvoice(page, { client: 'Corner Bakery', minor: 125_000, dueInDays: 10 })
  await page.goto('/invoices')
  await choose(page, 'Save as template')
  const dialog = page.getByRole('dialog', { name: 'Save as template' })
  await dialog.getByRole('button', { name: 'Save Template' }).click()
  await expect(dialog.getByText('Please enter a name.')).toBeVisible()
  await dialog.getByLabel('Template Name').fill('Weekly bread')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Template Saved')).toBeVisible()
  await choose(page, 'Save as template')
  await dialog.getByLabel('Template Name').fill('weekly BREAD')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('You already have a template with this name.')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Kinds of invoices' }).getByText('Templates').click()
  await expect(row(page, 'Weekly bread')).toContainText('$1,250.00')
  await expectToLookWell(page)
  await page.setViewportSize(screens[0])

  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Template Name').fill('')
  await page.getByRole('button', { name: 'Save Template' }).click()
  await expect(page.getByText('Please enter a name.')).toBeVisible()
  await expect(page.getByLabel('Template Name')).toBeFocused()
  await page.getByLabel('Template Name').fill('Monthly bread')
  await field(page, 'Amount').fill('99')
  await page.getByRole('button', { name: 'Save Template' }).click()
  await row(page, 'Monthly bread').getByRole('link', { name: 'Use' }).click()
  await expect(page.getByText('Started from the template Monthly bread.')).toBeVisible()
  await expect(field(page, 'Client Company Name')).toHaveValue('Corner Bakery')
  await expect(field(page, 'Amount')).toHaveValue('99.00')
  await createButton(page).click()
  await expect(toast(page, 'Invoice Created', invoiceCreated)).toBeVisible()

  await page.goto('/invoices/templates')
  const used = await row(page, 'Monthly bread').getByRole('link', { name: 'Use' }).getAttribute('href')
  await page.getByRole('button', { name: 'Delete Monthly bread' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No templates yet')).toBeVisible()
  await page.goto(used!)
  await expect(page.getByText('That template could not be opened')).toBeVisible()
  await expect(field(page, 'Company Name')).toHaveValue('Test Business')
})
