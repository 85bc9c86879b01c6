import { type Page, expect } from '@playwright/test'
import type { Transaction } from '../../src/features/transactions/contract.ts'
import { getBanking } from '../support/e2e/banking.ts'
import {
  expectAccessible,
  looks,
  screens,
  signIn,
  signUp,
  tabTo,
  test,
  toast,
} from '../support/e2e/browser.ts'
import { longWord } from '../support/e2e/long-texts.ts'
import { setPlan } from '../support/e2e/plan.ts'

const [wide, small] = screens
const path = '/transactions/import'
const file = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${lines.join('\n')}\n`),
})

const statement = [
  'Date,Description,Amount,Balance',
  '2026-01-05,Opening fee,-5.00,995.00',
  '2026-01-12,Invoice 2026-014 Northwind,1200.00,2195.00',
  '2026-01-20,Office rent January,-800.00,1395.00',
  '2026-01-28,Card terminal,-19.90,1375.10',
]
/** Overlaps with the one above. */
const nextStatement = [
  ...statement.slice(0, 1),
  ...statement.slice(3),
  '2026-02-20,Office rent February,-800.00,575.10',
]
const unclear = [
  'Date,Description,Amount',
  '03/04/2026,Office supplies,-30.50',
  '05/06/2026,Payment of invoice 12,120.00',
  '07/08/2026,Internet and telephone,-45.00',
]

async function startOnPro(page: Page) {
  await signIn(page, await signUp(page.request))
  await setPlan(page, 'pro')
}

async function choose(page: Page, ...files: ReturnType<typeof file>[]) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).click()
  await (await chooser).setFiles(files)
}

async function drop(page: Page, ...files: ReturnType<typeof file>[]) {
  const texts = files.map(({ name, buffer }) => ({ name, text: buffer.toString() }))
  const data = await page.evaluateHandle((dropped) => {
    const transfer = new DataTransfer()
    for (const { name, text } of dropped) transfer.items.add(new File([text], name))
    return transfer
  }, texts)
  await page.dispatchEvent('main', 'drop', { dataTransfer: data })
}

async function listTransactions(page: Page): Promise<Transaction[]> {
  const response = await page.request.get('/api/v1/transactions')
  return (await response.json()).transactions
}

const flow = (page: Page) => page.getByRole('region', { name: 'Import', exact: true })
const importButton = (page: Page) => page.getByRole('button', { name: /^Import \d|^Import anyway/ })

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

test('a CSV file becomes an account, the same file again adds nothing, and each import is undone', async ({
  page,
}) => {
  await startOnPro(page)
  await page.goto('/transactions')
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await expect(page).toHaveURL(path)
  await expect(page.getByText('CSV, Excel, OFX, QFX, QIF, MT940 and CAMT, also zipped.')).toBeVisible()
  await expectToBeAccessible(page)

  // By keyboard, on a phone.
  await page.setViewportSize(small)
  await choose(page, file('january.csv', statement))
  await expect(
    page.getByText(
      '4 transactions, Jan 5 – Jan 28, 2026 · in $1,200.00 · out $824.90 · closing balance agrees',
    ),
  ).toBeVisible()
  await expect(flow(page)).toBeFocused()
  await tabTo(page, importButton(page))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Bank name')).toBeFocused()
  await expect(page.getByText('Please enter the name of your bank.')).toBeVisible()
  await expectToBeAccessible(page)
  await page.getByLabel('Bank name').fill('Riverside Credit Union')
  await page.getByLabel('Account name').fill('Everyday account')
  await importButton(page).click()
  await expect(
    page.getByText('4 transactions were added to Riverside Credit Union - Checking.'),
  ).toBeVisible()
  await expectToBeAccessible(page)

  // It is in the list, the balance and the cash.
  await page.getByRole('link', { name: 'View transactions' }).click()
  await expect(page.getByText('4 transactions', { exact: true })).toBeVisible()
  await expect(page.getByText('Office rent January')).toBeVisible()
  await page.goto('/bank-connections')
  await expect(page.getByText('Cash: $1,375.10 in 1 account.')).toBeVisible()
  await expect(page.getByText('Everyday account')).toBeVisible()
  await expect(page.getByText('From files')).toBeVisible()
  await expect(page.getByText(/^Last file /)).toBeVisible()
  await expectToBeAccessible(page)

  // The same file goes to the same account, and adds nothing.
  await page.getByRole('link', { name: 'Import a file for Riverside Credit Union' }).click()
  await expect(page).toHaveURL(/\/transactions\/import\?account=/)
  await choose(page, file('january again.csv', statement))
  await expect(page.getByText('All of them are already here.')).toBeVisible()
  await importButton(page).click()
  await expect(page.getByText(/^Nothing was added to Riverside/)).toBeVisible()
  expect(await listTransactions(page)).toHaveLength(4)

  // One that overlaps adds the rest.
  await page.getByRole('button', { name: 'Import another file' }).click()
  await choose(page, file('february.csv', nextStatement))
  await expect(page.getByText('2 of them are already here.')).toBeVisible()
  await importButton(page).click()
  await expect(page.getByText(/^1 transaction was added to .* 2 were already here\.$/)).toBeVisible()

  // Undo says what it does.
  await flow(page).getByRole('button', { name: 'Undo' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Undo this import?' })
  await expect(dialog).toContainText('Removes 1 transaction that only this file contains.')
  await expect(dialog).toContainText('2 transactions stay because another file or your bank has them too.')
  await expectToBeAccessible(page)
  await dialog.getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('The import was undone')).toBeVisible()
  await expect(toast(page, 'Import Undone', 'february.csv')).toBeVisible()
  expect(await listTransactions(page)).toHaveLength(4)

  for (const name of ['january again.csv', 'january.csv']) {
    await page.getByRole('button', { name: `Undo ${name}`, exact: true }).click()
    if (name === 'january.csv')
      await expect(dialog).toContainText(
        'Riverside Credit Union - Checking will be empty, so this account is removed too.',
      )
    await dialog.getByRole('button', { name: 'Undo import' }).click()
    await expect(page.getByRole('row', { name }).first()).toContainText('Undone')
    await expect(toast(page, 'Import Undone', name)).toBeVisible()
  }
  expect(await listTransactions(page)).toEqual([])
  expect((await getBanking(page)).accounts).toEqual([])
  await expectToBeAccessible(page)
})

test('a file that can be read in two ways asks, and each answer is imported', async ({ page }) => {
  for (const [answer, dates] of [
    [/month first/, ['2026-07-08', '2026-05-06', '2026-03-04']],
    [/day first/, ['2026-08-07', '2026-06-05', '2026-04-03']],
  ] as const) {
    await startOnPro(page)
    await page.setViewportSize(wide)
    await page.goto(path)
    await choose(page, file('unclear.csv', unclear))
    const question = page.getByRole('radiogroup', { name: 'Which dates are right?' })
    await expect(question.getByRole('radio')).toHaveCount(2)
    // The home currency is the dollar.
    await expect(question.getByRole('radio', { checked: true, name: /month first/ })).toHaveCount(1)
    await expect(importButton(page)).toBeHidden()
    await expectToBeAccessible(page)
    await question.getByRole('radio', { name: answer }).check()
    await page.getByRole('button', { name: 'Use this one' }).click()
    await page.getByLabel('Bank name').fill('Riverside Credit Union')
    await page.getByLabel('Balance after the last transaction').fill('500')
    await importButton(page).click()
    await expect(page.getByText(/^3 transactions were added/)).toBeVisible()
    expect((await listTransactions(page)).map(({ date }) => date)).toEqual(dates)
    expect((await getBanking(page)).accounts).toMatchObject([{ balanceMinor: 50_000, currency: 'USD' }])
  }
})

test('the owner can choose the columns of a table', async ({ page }) => {
  await startOnPro(page)
  await page.setViewportSize(wide)
  await page.goto(path)
  await choose(page, file('january.csv', statement))
  await page.getByRole('button', { name: 'Choose the columns myself' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose the columns' })
  const select = (name: string) => dialog.getByRole('combobox', { name })
  // It begins with the columns that were found.
  await expect(select('Date')).toHaveValue('0')
  await expect(select('Amount')).toHaveValue('2')
  await expect(select('Balance')).toHaveValue('3')
  await expect(dialog.getByRole('checkbox', { name: 'Description' })).toBeChecked()
  for (const name of ['Date', 'Amount']) await select(name).selectOption('Choose a column')
  await dialog.getByRole('button', { name: 'Use these columns' }).click()
  await expect(dialog.getByText('Please choose a column.')).toHaveCount(2)
  await expect(select('Date')).toBeFocused()
  await expectToBeAccessible(page)
  for (const name of ['Date', 'Amount']) await select(name).selectOption(name)
  await select('Balance').selectOption('No column')
  await dialog.getByRole('button', { name: 'Use these columns' }).click()
  await expect(dialog).toBeHidden()
  // Without the column of balances, there is none to compare.
  await expect(
    page.getByText('4 transactions, Jan 5 – Jan 28, 2026 · in $1,200.00 · out $824.90'),
  ).toBeVisible()
  await expect(page.getByText('closing balance agrees')).toBeHidden()
})

test('balances that do not agree are said, and the file is imported all the same', async ({ page }) => {
  await startOnPro(page)
  await page.setViewportSize(wide)
  await page.goto(path)
  const coffees = Array.from(
    { length: 12 },
    (_, n) => `2026-02-${10 + n},Coffee,-1.00,${(1374.1 - n).toFixed(2)}`,
  )
  await choose(page, file('gap.csv', [...statement, ...coffees.slice(0, 3), ...coffees.slice(4)]))
  await expect(page.getByText(/^The balances don’t agree: /)).toBeVisible()
  await expect(page.getByRole('radiogroup')).toHaveCount(0)
  // Between the first five and the last five.
  await expect(page.getByRole('row').nth(6)).toHaveText('… 5 more …')
  await expectToBeAccessible(page)
  await page.getByLabel('Bank name').fill('Riverside Credit Union')
  await importButton(page).click()
  await expect(page.getByText(/^15 transactions were added/)).toBeVisible()
})

test('a file that is dropped on the list of transactions is read, and several come one after the other', async ({
  page,
}) => {
  await startOnPro(page)
  await page.setViewportSize(wide)
  await page.goto('/transactions')
  await expect(page.getByRole('link', { name: 'Import', exact: true })).toBeVisible()
  const long = [...statement, `2026-01-29,${longWord()},-1.00,1374.10`]
  await drop(page, file('letter.pdf', ['%PDF-1.7']), file(`${longWord(100)}.csv`, long))
  await expect(page).toHaveURL(path)
  const refusal = page.getByRole('alert').filter({ hasText: 'letter.pdf was not imported (1 of 2)' })
  await expect(refusal).toContainText('This is a PDF.')
  await expectToBeAccessible(page)
  await refusal.getByRole('button', { name: 'Next file' }).click()
  await expect(page.getByText('2 of 2')).toBeVisible()
  await expect(importButton(page)).toBeVisible()
  await expectToBeAccessible(page)
  await flow(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Choose a file from your bank, or drop it here')).toBeVisible()
  expect(await listTransactions(page)).toEqual([])
})

test('the Free plan shows what files do, and takes none', async ({ page }) => {
  await signIn(page, await signUp(page.request))
  await page.setViewportSize(wide)
  await page.goto('/transactions')
  await expect(page.getByRole('button', { name: 'Import PRO' })).toBeDisabled()
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Bank files are part of the Pro plan' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeHidden()
  await expectToBeAccessible(page)
  await page.goto('/bank-connections')
  await expect(page.getByText('No bank accounts connected')).toBeVisible()
  await expect(page.getByText('No connection for your bank?')).toBeHidden()
  await setPlan(page, 'pro')
  await page.reload()
  await page.getByRole('link', { name: 'Import a file' }).click()
  await expect(page).toHaveURL(path)
})
