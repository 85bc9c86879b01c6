import { type Locator, type Page, expect } from '@playwright/test'
import { daysBetween, formatDate } from '../../src/shared/dates.ts'
import { formatMoney } from '../../src/shared/money.ts'
import {
  expectAccessible,
  expectToLookWell,
  screens,
  signIn,
  signUp,
  test,
  toast,
} from '../support/e2e/browser.ts'
import { addButton, daysFromToday, field, listExpenses, makeExpense } from '../support/e2e/expenses.ts'
import { setPlan } from '../support/e2e/plan.ts'
import { corpus, renderSampleReceipt, sampleTruth } from '../support/receipts/corpus.ts'

const [wide, small] = screens
const list = '/transactions/receipts'
const truth = sampleTruth() as { merchant: string; date: string; total: string }
const sampleMinor = Math.round(Number(truth.total) * 100)
const asFile = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer })
const value = (page: Page, label: string) => page.getByRole('form').getByLabel(label, { exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const cards = (page: Page) => page.getByRole('list', { name: 'Receipts', exact: true }).getByRole('listitem')
const more = (page: Page, name: string) =>
  page
    .getByRole('button', { name: 'More' })
    .click()
    .then(() => page.getByRole('menuitem', { name }).click())

async function startOnPro(page: Page) {
  await signIn(page, await signUp(page.request))
  await setPlan(page, 'pro')
}

/** An expense of the sample's amount and date, which says nothing of its merchant. */
function makeSampleExpense(page: Page, notes: string) {
  return makeExpense(page, {
    minor: sampleMinor,
    category: 'Travel',
    inDays: daysBetween(daysFromToday(0), truth.date),
    notes,
  })
}

async function choose(page: Page, button: string, files: Parameters<Page['setInputFiles']>[1]) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).first().click()
  await (await chooser).setFiles(files)
}

test('on a phone, a photo becomes an expense in three presses', async ({ page }) => {
  await startOnPro(page)
  await page.setViewportSize(small)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(list)
  await expect(page.getByText('No receipts yet')).toBeVisible()
  await expect(page.locator('input[capture="environment"]').first()).toHaveAttribute('accept', 'image/*')
  await expectAccessible(page)

  // The first press opens the camera, the second takes the picture.
  await choose(page, 'Take a photo', asFile('photo.jpg', await renderSampleReceipt()))
  await expect(page).toHaveURL(/\/transactions\/receipts\/[0-9a-f-]{36}$/)
  await expect(value(page, 'Total')).toHaveValue(truth.total)
  await expect(value(page, 'Date')).toHaveValue(formatDate(truth.date))
  await expect(heading(page, truth.merchant)).toBeVisible()
  await expectToLookWell(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Add expense' }).click()
  await expect(toast(page, 'Expense Added')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Filed under' })).toBeVisible()
  expect(await listExpenses(page)).toMatchObject([
    { amountMinor: sampleMinor, currency: 'USD', date: truth.date, vendor: truth.merchant },
  ])
  await expectAccessible(page)

  await toast(page, 'Expense Added').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Add expense' })).toBeVisible()
  expect(await listExpenses(page)).toEqual([])
})

test('several files are added, found, compared with the picture, filed and taken back', async ({ page }) => {
  await startOnPro(page)
  await makeSampleExpense(page, 'Breakfast')
  const other = corpus().find(({ name }) => name === 'us-fuel')!
  await page.setViewportSize(wide)
  await page.goto(list)

  await choose(page, 'Add receipts', [
    asFile('coffee.jpg', await renderSampleReceipt()),
    asFile('other.jpg', await other.render()),
    asFile('broken.jpg', Buffer.from('no picture')),
    asFile('huge.jpg', Buffer.alloc(15 * 1024 * 1024 + 1)),
  ])
  const files = page.getByRole('region', { name: 'Files that you added' })
  const file = (name: string) => files.getByRole('listitem').filter({ hasText: name })
  await expect(file('broken.jpg')).toContainText('Please choose a picture')
  await expect(file('huge.jpg')).toContainText('This file is larger than 15 MB.')
  await expect(files.getByRole('button', { name: /^Try again/ })).toHaveCount(0)
  await expect(file('coffee.jpg')).toContainText(/Uploading…|Reading…|Done/)
  await expectAccessible(page)

  // Whoever leaves and comes back finds what is being read.
  await page.reload()
  await expect(cards(page)).toHaveCount(2)
  await expect(cards(page).getByText('Reading…')).toHaveCount(0)
  await expect(cards(page).filter({ hasText: truth.merchant })).toContainText(
    formatMoney(sampleMinor, { currency: 'USD' }),
  )
  await expect(page.getByText(/^2 receipts · 2 to check · \d+ KB$/)).toBeVisible()
  await expectToLookWell(page)
  await page.setViewportSize(wide)

  // Search in what was read, the filters and the view are in the address.
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await page.getByLabel('Search receipts').fill(truth.merchant.split(' ')[0]!)
  await expect(page).toHaveURL(/view=list/)
  await expect(page.getByRole('row').filter({ has: page.getByRole('cell') })).toHaveCount(1)
  await expectToLookWell(page)
  await page.setViewportSize(wide)
  await page.getByRole('button', { name: 'Filed', exact: true }).click()
  await expect(page.getByText('No receipts found.')).toBeVisible()
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await page.getByRole('button', { name: 'To check', exact: true }).click()

  // The picture: a field and its outline belong together.
  await cards(page).getByRole('link').first().click()
  await expect(page).toHaveURL(/filter=to-check/)
  const [before, after] = ['Previous receipt', 'Next receipt'].map((name) =>
    page.getByRole('button', { name }),
  ) as [Locator, Locator]
  // Each key waits for the receipt that the one before has opened.
  for (const [next, back] of [
    ['j', 'k'],
    ['ArrowRight', 'ArrowLeft'],
  ] as const) {
    await expect(after).toBeEnabled()
    await page.keyboard.press(next)
    await expect(after).toBeDisabled()
    await page.keyboard.press(back)
    await expect(before).toBeDisabled()
  }
  await expect(after).toBeEnabled()
  if (!(await heading(page, truth.merchant).isVisible())) await page.keyboard.press('j')
  await expect(heading(page, truth.merchant)).toBeVisible()
  const outline = page.locator('[data-outline=total]')
  await expect(outline).not.toHaveAttribute('data-active')
  await value(page, 'Total').focus()
  await expect(outline).toHaveAttribute('data-active')
  await page.locator('[data-outline=date]').click()
  await expect(value(page, 'Date')).toBeFocused()
  const picture = page.getByAltText(`Receipt from ${truth.merchant}`)
  const fitting = (await picture.boundingBox())!.width
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(async () => (await picture.boundingBox())!.width).toBeGreaterThan(fitting * 1.4)
  await page.getByLabel(/^Picture of the receipt/).press('0')
  await expect.poll(async () => (await picture.boundingBox())!.width).toBeCloseTo(fitting, 0)
  await expectToLookWell(page)
  await page.setViewportSize(wide)

  // One press attaches what it looks like. The next receipt follows, and Undo returns.
  await expect(page.getByRole('heading', { name: 'Looks like this expense' })).toBeVisible()
  await page.getByRole('button', { name: 'Attach', exact: true }).click()
  await expect(toast(page, 'Receipt Attached', 'Travel')).toBeVisible()
  await expect(heading(page, truth.merchant)).toBeHidden()
  await toast(page, 'Receipt Attached').getByRole('button', { name: 'Undo' }).click()
  await expect(heading(page, truth.merchant)).toBeVisible()
  await page.getByRole('button', { name: 'Choose', exact: false }).click()
  const dialog = page.getByRole('dialog', { name: 'Attach to an expense or transaction' })
  await dialog.getByLabel('Search expenses and transactions').fill('Breakfast')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /Breakfast/ }).click()
  await expect(toast(page, 'Receipt Attached')).toBeVisible()

  // The rest is confirmed together, then all is deleted.
  await page.goto(list)
  await page.getByRole('button', { name: 'Select several' }).click()
  await page.getByRole('button', { name: 'Select all on this page' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(toast(page, 'Receipts Confirmed')).toBeVisible()
  await cards(page).getByRole('link').filter({ hasText: truth.merchant }).click()
  await expect(page.getByRole('link', { name: 'Travel' })).toBeVisible()
  await page.getByRole('button', { name: 'Detach' }).click()
  await expect(page.getByRole('button', { name: 'Detach' })).toBeHidden()
  await more(page, 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Receipt Deleted')).toBeVisible()
  await expect(cards(page)).toHaveCount(1)
})

test('a new expense is filled in from its receipt, and expenses without one are listed', async ({ page }) => {
  await startOnPro(page)
  await page.setViewportSize(wide)
  await page.goto('/expenses/new')
  await field(page, 'Notes').fill('Mine')
  await choose(page, 'Choose a file', asFile('coffee.jpg', await renderSampleReceipt()))
  await expect(page).toHaveURL(/receipt=/)
  await expect(field(page, 'Amount')).toHaveValue(truth.total)
  await expect(field(page, 'Date')).toHaveValue(formatDate(truth.date))
  await expect(field(page, 'Notes')).toHaveValue('Mine')
  await expect(field(page, 'Category')).toHaveAccessibleDescription(/Please check/)
  await expectToLookWell(page)
  await field(page, 'Category').selectOption('Supplies')
  await addButton(page).click()
  await expect(toast(page, 'Expense Added')).toBeVisible()
  const [first] = await listExpenses(page)
  expect(first).toMatchObject({ amountMinor: sampleMinor, notes: 'Mine' })
  await page.setViewportSize(wide)
  await page.goto(`${list}?filter=filed`)
  await cards(page).getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Filed under' })).toBeVisible()

  await makeExpense(page, { minor: 9900, category: 'Rent', notes: 'Garage' })
  await page.goto(list)
  await page.getByRole('button', { name: 'Receipt settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Receipt settings' })
  await dialog.getByLabel('Expenses from this amount need a receipt').fill('50')
  await dialog.getByLabel('Keep place and time of photos').click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Settings Saved')).toBeVisible()
  await expect(page.getByText('1 expense of $50.00 or more has no receipt.')).toBeVisible()
  await page.getByRole('link', { name: 'Show them' }).click()
  await expectToLookWell(page)
  await choose(page, 'Add receipt for Rent, $99.00', asFile('garage.jpg', await renderSampleReceipt()))
  await expect(toast(page, 'Receipt Added', 'It is filed under Rent, $99.00.')).toBeVisible()
  await expect(page.getByText('Nothing is missing')).toBeVisible()
})

test('on the Free plan, receipts are announced, and those that are there can be seen', async ({ page }) => {
  await startOnPro(page)
  await page.setViewportSize(wide)
  await page.goto('/transactions')
  await page.getByRole('tab', { name: 'Receipts' }).click()
  await expect(heading(page, 'Receipts')).toBeVisible()
  await choose(page, 'Add receipts', asFile('coffee.jpg', await renderSampleReceipt()))
  await expect(cards(page)).toHaveCount(1)

  await setPlan(page, 'free')
  await page.goto(list)
  await expect(page.getByText('Receipts are part of the Pro plan')).toBeVisible()
  await expect(page.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/pricing')
  await expect(page.getByRole('button', { name: 'Add receipts' })).toBeHidden()
  await expectToLookWell(page)
  await page.setViewportSize(wide)
  await cards(page).getByRole('link').click()
  await expect(value(page, 'Total')).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Add expense' })).toBeHidden()
  const original = page.waitForEvent('download')
  await more(page, 'Download original')
  expect((await original).suggestedFilename()).toBe('coffee.jpg')
  await page.goto('/expenses/new')
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeDisabled()
  await expect(page.getByText('PRO', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/transactions')
  await expect(page.getByRole('tab', { name: /Receipts/ })).toBeDisabled()
  await expect(page.getByRole('tab', { name: /Reports/ })).toBeDisabled()
})
