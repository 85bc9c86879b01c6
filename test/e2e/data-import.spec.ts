import { type Page, expect } from '@playwright/test'
import { expectAccessible, looks, screens, signIn, signUp, tabTo, test } from '../support/e2e/browser.ts'
import { setPlan } from '../support/e2e/plan.ts'

const [wide, small] = screens
const file = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${lines.join('\n')}\n`),
})

const clients = [
  'Organization,First Name,Last Name,Email,Phone',
  'Harbor Studio,Ana,Reyes,ana@harbor.example,555-0101',
  'Oak Cafe,Lee,Oak,lee@oak.example,',
  'No Address Ltd,,,,',
]
const invoices = [
  'Invoice number,Client,Issue date,Due date,Total,Status,Paid on',
  'H-1,Harbor Studio,2026-01-05,2026-02-04,250.00,paid,2026-02-01',
  'H-2,Harbor Studio,2026-01-06,2026-02-05,80.00,sent,',
  'H-3,Harbor Studio,2026-01-07,2026-02-31,90.00,sent,',
  'H-4,Harbor Studio,2026-01-08,2026-02-07,10.00,void,',
]

async function startOnPro(page: Page) {
  await signIn(page, await signUp(page.request))
  await setPlan(page, 'pro')
}

async function choose(page: Page, chosen: ReturnType<typeof file>) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).click()
  await (await chooser).setFiles(chosen)
}

const importButton = (page: Page) => page.getByRole('button', { name: /^Import \d/ })

/** At both widths, each in other colours. */
async function expectToBeAccessible(page: Page) {
  for (const { width, height, colorScheme } of looks) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    expect(await page.evaluate(() => document.scrollingElement!.scrollWidth - innerWidth)).toBe(0)
    await expectAccessible(page)
  }
  await page.setViewportSize(wide)
  await page.emulateMedia({ colorScheme: 'light' })
}

test('clients and then their invoices are imported, errors are shown first, and an import is undone', async ({
  page,
}) => {
  await startOnPro(page)
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Import your data' }).click()
  await expect(page).toHaveURL('/import')
  await expectToBeAccessible(page)

  await choose(page, file('clients.csv', clients))
  await expect(page.getByText('FreshBooks, clients – 3 rows: 2 good, 1 with errors')).toBeVisible()
  await expect(
    page.getByText(
      'Row 4, Email: A client needs an email address. You can add it in the file with the errors.',
    ),
  ).toBeVisible()
  await expectToBeAccessible(page)
  // By keyboard.
  await tabTo(page, importButton(page))
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 clients were imported.')).toBeVisible()
  await expectToBeAccessible(page)

  await page.setViewportSize(small)
  await page.getByRole('button', { name: 'Import another file' }).click()
  await choose(page, file('invoices.csv', invoices))
  await expect(
    page.getByText('Millrace template, invoices – 4 rows: 2 good, 1 with errors, 1 left out'),
  ).toBeVisible()
  const rows = page.getByRole('region', { name: 'Rows of the file' }).getByRole('row')
  await expect(rows.nth(1)).toContainText('Row 4, Due date: “2026-02-31” is not a date.')
  await expect(rows.nth(1).getByRole('cell').nth(1)).toHaveText('Row 4')
  await page.getByRole('button', { name: 'Left out or already here' }).click()
  await expect(rows.nth(1)).toContainText('Row 5, Status: This invoice is “void”, so it isn’t imported.')
  await page.getByRole('button', { name: 'Errors', exact: true }).click()
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Import row 3, H-2' }).uncheck()
  await expect(importButton(page)).toHaveText('Import 1 invoice')
  await page.getByRole('checkbox', { name: 'Import row 3, H-2' }).check()
  await importButton(page).click()
  await expect(page.getByText('2 invoices were imported.')).toBeVisible()
  await page.setViewportSize(wide)

  await page.getByRole('link', { name: 'View invoices' }).click()
  await expect(page.getByText('$250.00').first()).toBeVisible()
  await page.goto('/import')
  await page.getByRole('button', { name: 'Undo invoices.csv' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByRole('row', { name: /invoices\.csv/ })).toContainText('Undone')
  await expectToBeAccessible(page)
  const { invoices: left } = await (await page.request.get('/api/v1/invoices')).json()
  expect(left).toEqual([])
})

test('rows with errors are downloaded, corrected and sent again', async ({ page }) => {
  await startOnPro(page)
  await page.goto('/import')
  await choose(page, file('clients.csv', clients))
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download them' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe('clients-errors.csv')
  await importButton(page).click()
  await expect(page.getByRole('link', { name: 'Rows with errors', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Import another file' }).click()
  await choose(page, file('mended.csv', [clients[0]!, 'No Address Ltd,,,no@address.example,']))
  await expect(page.getByText('FreshBooks, clients – 1 row: 1 good')).toBeVisible()
})

test('a file of another program asks for its columns and for the order of its dates', async ({ page }) => {
  await startOnPro(page)
  await page.goto('/import')
  await choose(page, file('costs.csv', ['When,How much,What', '03/04/2026,5.00,Tea', '05/06/2026,7.50,Milk']))
  await expect(page.getByText('Which column has what?')).toBeVisible()
  await expectToBeAccessible(page)
  await page.getByRole('button', { name: 'Choose the columns' }).click()
  await page.getByLabel('The rows are').selectOption('Expenses')
  await page.getByLabel('Date', { exact: false }).first().selectOption({ index: 1 })
  await page.getByLabel('Amount').selectOption({ index: 2 })
  await page.getByLabel('Notes').selectOption({ index: 3 })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use these columns' }).click()
  await expect(page.getByText('How are the dates written?')).toBeVisible()
  await expectToBeAccessible(page)
  await page.getByRole('radio', { name: /day first/ }).check()
  await page.getByRole('button', { name: 'Use this one' }).click()
  await expect(page.getByText('Apr 3, 2026')).toBeVisible()
  await importButton(page).click()
  await expect(page.getByText('2 expenses were imported.')).toBeVisible()
})

test('on the Free plan the page says that importing is part of Pro', async ({ page }) => {
  await signIn(page, await signUp(page.request))
  await page.goto('/import')
  await expect(page.getByText('Importing data is part of the Pro plan')).toBeVisible()
  await expectToBeAccessible(page)
})

test('two invoices with one number are errors, and that no client has an address is said once', async ({
  page,
}) => {
  await startOnPro(page)
  await page.goto('/import')
  await choose(
    page,
    file('twice.csv', [
      'Invoice number,Client,Client email,Issue date,Description,Price',
      'T-1,Harbor Studio,ana@harbor.example,2026-01-05,Logo,200.00',
      'T-1,Harbor Studio,ana@harbor.example,2026-01-05,Cards,50.00',
      'T-2,Harbor Studio,ana@harbor.example,2026-01-05,Logo,200.00',
      'T-2,Oak Cafe,lee@oak.example,2026-01-05,Menu,50.00',
    ]),
  )
  await expect(
    page.getByText('Millrace template, invoices – 4 rows: 2 good (1 invoice), 2 with errors'),
  ).toBeVisible()
  await expect(page.getByText('Row 5 has the same number but another client.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await choose(page, file('bare.csv', [clients[0]!, 'Oak Cafe,,,,', 'Harbor Studio,,,,']))
  await expect(page.getByText(/^No client in this file has an email address/)).toBeVisible()
  await expectToBeAccessible(page)
})

test('a bank statement is refused with the way to where it belongs', async ({ page }) => {
  await startOnPro(page)
  await page.goto('/import')
  await choose(
    page,
    file('statement.csv', [
      'Date,Details,Paid out,Paid in',
      '2026-01-05,Paper,18.20,',
      '2026-01-07,Elm,,500.00',
    ]),
  )
  const notice = page.getByRole('alert').filter({ hasText: 'statement.csv was not read' })
  await expect(notice).toContainText('This looks like a bank statement. Import it under Transactions.')
  await expectToBeAccessible(page)
  await notice.getByRole('link', { name: 'Import a bank file' }).click()
  await expect(page).toHaveURL('/transactions/import')
})

test('a file that is no table is refused with a sentence', async ({ page }) => {
  await startOnPro(page)
  await page.goto('/import')
  await choose(page, {
    name: 'letter.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7 hello'),
  })
  await expect(page.getByText('This is a PDF. Please export a CSV or Excel file instead.')).toBeVisible()
  await expectToBeAccessible(page)
})
