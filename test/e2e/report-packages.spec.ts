import { type Page, expect } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { readFile } from 'node:fs/promises'
import { expectToLookWell, signIn, signUp, tabTo, test } from '../support/e2e/browser.ts'
import { makeInvoice } from '../support/e2e/invoices.ts'
import { setPlan } from '../support/e2e/plan.ts'

const packages = (page: Page) => page.getByRole('list', { name: 'Packages' }).getByRole('listitem')
const download = (page: Page) => page.getByRole('link', { name: /^Download the package/ })

test('an owner numbers the accounts, makes a package by keyboard, downloads it and deletes it', async ({
  page,
}) => {
  await signIn(page, await signUp(page.request))
  await setPlan(page, 'pro')
  await makeInvoice(page, { client: 'Corner Bakery' })

  await page.goto('/reports/accounts')
  const rent = page.getByRole('textbox', { name: 'Number of Rent' })
  await expect(rent).toBeVisible()
  await expectToLookWell(page)
  await page.getByRole('button', { name: 'SKR04' }).click()
  await expect(rent).toHaveValue('6310')
  await rent.fill('63 10')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(rent).toBeFocused()
  await expect(page.getByText('Please use only letters, digits, dots and hyphens.')).toBeVisible()
  await rent.fill('6311')
  await page.getByRole('textbox', { name: 'Name of Rent' }).fill('Miete')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Accounts Saved')).toBeVisible()
  await page.reload()
  await expect(rent).toHaveValue('6311')
  await expect(page.getByRole('textbox', { name: 'Name of Rent' })).toHaveValue('Miete')

  await page.goto('/reports/packages')
  await expect(page.getByText('No packages yet')).toBeVisible()
  await expectToLookWell(page)
  await page.getByLabel('Period').selectOption('days')
  await page.getByLabel('First day').fill('')
  await page.getByRole('button', { name: 'Make the package' }).click()
  await expect(page.getByText('Please choose the first day.')).toBeVisible()
  await page.getByLabel('Period').selectOption('this-year')
  await page.getByLabel('Income counts').selectOption('cash')
  await tabTo(page, page.getByRole('button', { name: 'Make the package' }))
  await page.keyboard.press('Enter')
  await expect(download(page)).toBeVisible()
  await expect(packages(page)).toContainText('Income when paid')
  await expectToLookWell(page)

  const ledgerArrives = page.waitForEvent('download')
  await tabTo(page, page.getByRole('button', { name: 'General ledger' }))
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'CSV' }).press('Enter')
  const ledger = await ledgerArrives
  expect(ledger.suggestedFilename()).toMatch(/^general-ledger-\d{4}-01-01-to-\d{4}-12-31\.csv$/)
  expect(await readFile(await ledger.path(), 'utf8')).toMatch(/^\u{feff}Date,Account,/u)

  const arrives = page.waitForEvent('download')
  await tabTo(page, download(page))
  await page.keyboard.press('Enter')
  const file = await arrives
  expect(file.suggestedFilename()).toMatch(/^for-accountant-\d{4}-01-01-to-\d{4}-12-31\.zip$/)
  const files = unzipSync(new Uint8Array(await readFile(await file.path())))
  expect(strFromU8(files['README.txt']!)).toContain('income when it was paid (cash)')
  expect(Object.keys(files)).toContain('ledger/general-ledger.csv')

  await page.getByRole('button', { name: /^Delete the package/ }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Your records stay as they are')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No packages yet')).toBeVisible()
})

test('on the Free plan both pages say that reports are part of Pro', async ({ page }) => {
  await signIn(page, await signUp(page.request))
  for (const address of ['/reports/packages', '/reports/accounts']) {
    await page.goto(address)
    await expect(page.getByRole('link', { name: 'See the plans' })).toBeVisible()
  }
})
