import { type Download, type Page, expect } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { connectBank } from '../support/e2e/banking.ts'
import { expectToLookWell, holdRequests, signIn, signUp, tabTo, test, toast } from '../support/e2e/browser.ts'
import { makeExpense } from '../support/e2e/expenses.ts'
import { makeInvoice } from '../support/e2e/invoices.ts'
import { setPlan } from '../support/e2e/plan.ts'
import { parseCsv } from '../support/exports/parse-csv.ts'
import { readWorkbook, valuesOf } from '../support/exports/read-workbook.ts'

const button = (page: Page) => page.getByRole('button', { name: /^Export/ })
const format = (page: Page, name: string) => page.getByRole('menuitem', { name })

async function save(page: Page, name: string): Promise<Download> {
  await button(page).click()
  const arrives = page.waitForEvent('download')
  await format(page, name).click()
  return arrives
}

/** Opens a workbook: its columns, and its rows by the first of them. */
async function openWorkbook(download: Download) {
  const [sheet] = readWorkbook(await readFile(await download.path()))
  const [header, ...rows] = valuesOf(sheet!)
  return { header, rows }
}

test('each list is saved as it is filtered, as CSV and for Excel', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  await setPlan(page, 'pro')
  await makeInvoice(page, { client: 'Corner Bakery' })
  await makeInvoice(page, { client: '=Mill Ltd' })
  await makeExpense(page, { notes: 'Flour' })
  await connectBank(page, 'wells')

  await page.goto('/invoices?search=mill')
  await expect(page.getByRole('row')).toHaveCount(2)
  const workbook = await save(page, 'Excel')
  expect(workbook.suggestedFilename()).toMatch(/^invoices-\d{4}-\d\d-\d\d\.xlsx$/)
  await expect(toast(page, 'List Exported', workbook.suggestedFilename())).toBeVisible()
  const { header, rows } = await openWorkbook(workbook)
  expect(header?.slice(0, 2)).toEqual(['Number', 'Client'])
  expect(rows.map((row) => row[1])).toEqual(['=Mill Ltd'])
  expect(rows[0]).toContain(1250)
  const csv = await save(page, 'CSV')
  expect(csv.suggestedFilename()).toMatch(/^invoices-.*\.csv$/)
  expect(parseCsv((await readFile(await csv.path())).toString())).toMatchObject([
    { Client: "'=Mill Ltd", Total: '1250.00' },
  ])

  for (const [address, name, count] of [
    ['/clients', 'clients', 1],
    ['/expenses', 'expenses', 1],
    ['/transactions', 'transactions', 40],
  ] as const) {
    await page.goto(address)
    const download = await save(page, 'Excel')
    expect(download.suggestedFilename()).toMatch(new RegExp(`^${name}-.*\\.xlsx$`))
    expect((await openWorkbook(download)).rows).toHaveLength(count)
  }
  await page.goto('/transactions?type=income')
  const income = await openWorkbook(await save(page, 'Excel'))
  expect(income.rows.length).toBeGreaterThan(0)
  expect(income.rows.length).toBeLessThan(40)
})

test('by keyboard, in each look, and when it fails', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  await setPlan(page, 'pro')
  await makeInvoice(page, { client: 'Corner Bakery' })
  await page.goto('/invoices')
  const answer = await holdRequests(page, '**/invoices/export?**')
  await tabTo(page, button(page))
  await page.keyboard.press('Enter')
  await expect(format(page, 'CSV')).toBeFocused()
  await expectToLookWell(page)
  await page.keyboard.press('ArrowDown')
  await expect(format(page, 'Excel')).toBeFocused()
  const arrives = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  await expect(button(page)).toHaveText('Exporting...')
  await expect(button(page)).toBeFocused()
  await answer()
  await arrives
  await expect(button(page)).toHaveText('Export')

  await page.route('**/invoices/export?**', (route) => route.abort())
  await button(page).click()
  await format(page, 'CSV').click()
  await expect(toast(page, 'Export Failed', 'can’t be reached')).toBeVisible()
  expect(page.url()).toMatch(/\/invoices$/)
  await page.unroute('**/invoices/export?**')

  // The plan ended meanwhile.
  await setPlan(page, 'free')
  await button(page).click()
  await format(page, 'CSV').click()
  await expect(toast(page, 'Export Failed', 'Exporting lists is part of the Pro plan.')).toBeVisible()
})

test('on Free the button is there, and disabled', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  for (const address of ['/invoices', '/clients', '/expenses', '/transactions']) {
    await page.goto(address)
    await expect(button(page)).toHaveText('Export PRO')
    await expect(button(page)).toBeDisabled()
  }
})
