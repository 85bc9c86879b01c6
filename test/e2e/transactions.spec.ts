import { type Page, expect } from '@playwright/test'
import { formatDate } from '../../src/shared/dates.ts'
import { connectBank } from '../support/e2e/banking.ts'
import {
  expectAccessible,
  expectToLookWell,
  holdRequests,
  screens,
  signIn,
  signUp,
  test,
  toast,
} from '../support/e2e/browser.ts'

const list = '**/api/v1/transactions'
const rows = (page: Page) => page.getByRole('table', { name: 'Transactions' }).getByRole('row')
const bodyRows = (page: Page) => rows(page).filter({ has: page.getByRole('cell') })

async function startWithBank(page: Page) {
  await signIn(page, await signUp(page.request))
  return connectBank(page, 'wells')
}

test('transactions are listed and filtered, and the address says how', async ({ page }) => {
  const { accounts } = await startWithBank(page)
  await page.setViewportSize(screens[0])
  await page.goto('/transactions')
  await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible()
  await expect(rows(page).first().getByRole('columnheader')).toHaveText([
    'Date',
    'Description',
    'Account',
    'Category',
    'Amount',
    'Status',
  ])
  await expect(page.getByText('40 transactions')).toBeVisible()
  for (const name of ['Import', 'Export']) await expect(page.getByRole('button', { name })).toBeDisabled()
  for (const name of [/Receipts/, /Reports/]) {
    await expect(page.getByRole('tab', { name })).toBeDisabled()
    await expect(page.getByRole('tab', { name })).toContainText('Coming Soon')
  }
  await expect(page.getByText('Receipt management coming soon')).toBeVisible()
  await expect(page.getByText('Generate custom reports and analytics')).toBeVisible()
  await expect(bodyRows(page).first().getByText('Pending')).toBeVisible()
  await expect(bodyRows(page).last().getByText('Posted')).toBeVisible()
  // A long description is truncated visually, but complete for screen readers.
  const cut = await rows(page)
    .locator('[title]')
    .evaluateAll((cells) =>
      cells
        .filter((cell) => cell.scrollWidth > cell.clientWidth)
        .map((cell) => ({
          fits: cell.clientWidth <= 200,
          isWhole: cell.getAttribute('title') === cell.textContent,
        })),
    )
  expect(cut.length).toBeGreaterThan(0)
  expect(cut).toEqual(cut.map(() => ({ fits: true, isWhole: true })))
  await expectToLookWell(page)
  // On a phone the filters are collapsed.
  await expect(page.getByPlaceholder('Search transactions...')).toBeHidden()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByPlaceholder('Search transactions...')).toBeVisible()
  await page.setViewportSize(screens[0])

  const account = page.getByLabel('Account', { exact: true })
  await expect(account.getByRole('option')).toHaveText([
    'All Accounts',
    'Wells Fargo - Checking',
    'Wells Fargo - Credit',
    'Wells Fargo - Loan',
    'Wells Fargo - 401k',
    'Wells Fargo - Savings',
  ])
  await account.selectOption('Wells Fargo - Checking')
  await expect(page.getByText('20 transactions')).toBeVisible()
  await page.getByRole('button', { name: 'Income' }).click()
  await expect(page).toHaveURL(new RegExp(`account=${accounts[0]!.id}&type=income$`))
  await expect(page.getByText('6 transactions')).toBeVisible()
  await expect(page.getByText('Income').first()).toBeAttached()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(page).toHaveURL(/\/transactions$/)
  await expect(page.getByText('40 transactions')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('6 transactions')).toBeVisible()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()

  // A transaction is found by its date, its category and its amount.
  const last = bodyRows(page).last()
  const amount = (await last.getByText('$').innerText()).replace(/[^\d.,]/g, '')
  const day = await last.getByRole('time').getAttribute('datetime')
  await page.getByPlaceholder('Pick a date').fill(formatDate(day!))
  await expect(page).toHaveURL(new RegExp(`date=${day}$`))
  await expect(bodyRows(page).filter({ hasText: amount })).toHaveCount(1)
  await page.getByRole('button', { name: 'Clear Date' }).click()
  await expect(page).toHaveURL(/\/transactions$/)
  await page.getByPlaceholder('Search transactions...').fill(amount)
  await expect(page).toHaveURL(/search=/)
  await expect(bodyRows(page)).toHaveCount(1)
  await page.getByPlaceholder('Search transactions...').fill('no such thing')
  await expect(page.getByText('No transactions found.')).toBeVisible()
  await expect(
    page.getByText('Try adjusting your filters or connect a bank account to import transactions.'),
  ).toBeVisible()
  await expectAccessible(page)
})

test('a category is chosen, taken back when it fails, made a rule and undone', async ({ page }) => {
  await startWithBank(page)
  await page.setViewportSize(screens[0])
  await page.goto('/transactions')
  const select = bodyRows(page).first().getByRole('combobox')
  const before = await select.inputValue()
  const second = bodyRows(page).nth(1).getByRole('combobox')
  const { promise: failed, resolve: fail } = Promise.withResolvers<void>()
  await page.route(
    '**/category',
    async (route) => {
      await failed
      await route.abort()
    },
    { times: 1 },
  )
  await select.selectOption('Gifts')
  await expect(select).toHaveValue('Gifts')
  // A change that is saved meanwhile stays when the first is undone.
  await second.selectOption('Charity')
  await expect(toast(page, 'Transaction categorized as Charity')).toBeVisible()
  fail()
  await expect(toast(page, 'Error', 'Failed to update category. Please try again.')).toBeVisible()
  await expect(select).toHaveValue(before)
  await expect(second).toHaveValue('Charity')
  await select.selectOption('Gifts')
  await expect(toast(page, 'Transaction categorized as Gifts')).toBeVisible()
  await expect(select).toHaveValue('Gifts')

  const offer = page.getByRole('button', { name: /^Always for / })
  await expectAccessible(page)
  await offer.click()
  await expect(toast(page, 'Rule Saved', 'is always Gifts from now on.')).toBeVisible()
  await expect(offer).toBeHidden()
  await page.getByRole('button', { name: 'Rules' }).click()
  const dialog = page.getByRole('dialog', { name: 'Category rules' })
  await expect(dialog).toContainText('Always Gifts')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Undo the rule for/ }).click()
  await expect(toast(page, 'Rule Undone')).toBeVisible()
  await expect(dialog).toContainText('No rules yet')
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(select).toHaveValue('Gifts')

  await page.getByRole('button', { name: 'Select several' }).click()
  await page.getByRole('checkbox').nth(1).check()
  await page.getByRole('checkbox').nth(2).check()
  await expect(page.getByText('2 transactions selected')).toBeVisible()
  await page.getByLabel('Category for all of them').selectOption('Taxes')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(toast(page, '2 transactions categorized as Taxes')).toBeVisible()
  await page.getByLabel('Category', { exact: true }).selectOption('Taxes')
  await expect(page.getByText('2 transactions', { exact: true })).toBeVisible()
})

test('on a phone a transaction is two lines with a category that a thumb can hit', async ({ page }) => {
  await startWithBank(page)
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/transactions')
  await expect(bodyRows(page)).toHaveCount(40)
  const heights = await bodyRows(page).evaluateAll((found) =>
    found.map((row) => row.getBoundingClientRect().height),
  )
  expect(Math.max(...heights)).toBeLessThanOrEqual(88)
  const select = bodyRows(page).last().getByRole('combobox')
  const target = await select.boundingBox()
  expect(target!.height).toBeGreaterThanOrEqual(44)
  expect(target!.width).toBeGreaterThanOrEqual(44)
  // Posted is the rule, so only screen readers get it. Pending is shown.
  expect((await bodyRows(page).last().getByText('Posted').boundingBox())!.width).toBe(1)
  expect((await bodyRows(page).first().getByText('Pending').boundingBox())!.width).toBeGreaterThan(40)
  // The account has all the room beside the category, whatever the first line needs.
  const pending = bodyRows(page).first()
  const account = await pending.getByRole('cell').nth(2).boundingBox()
  const category = await pending.getByRole('combobox').boundingBox()
  expect(category!.x - (account!.x + account!.width)).toBeLessThanOrEqual(8)
  await select.selectOption('Gifts')
  await expect(toast(page, 'Transaction categorized as Gifts')).toBeVisible()
  await expect(bodyRows(page).last().locator('[aria-hidden]', { hasText: 'Gifts' })).toBeVisible()
  await expectAccessible(page)
})

test('choosing a category moves no column, and every × stands in the same place', async ({ page }) => {
  await startWithBank(page)
  await page.setViewportSize(screens[0])
  await page.goto('/transactions')
  const columns = () =>
    rows(page)
      .first()
      .getByRole('columnheader')
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().left))
  await expect(bodyRows(page)).toHaveCount(40)
  const before = await columns()
  const row = bodyRows(page).filter({ hasText: 'Posted' }).first()
  await row.getByRole('combobox').selectOption('Entertainment')
  const dismiss = row.getByRole('button', { name: 'No rule' })
  await expect(dismiss).toBeVisible()
  expect(await columns()).toEqual(before)
  // The × of the offer is below the arrow of the select.
  const [button, select] = [await dismiss.boundingBox(), await row.getByRole('combobox').boundingBox()]
  expect(button!.x + button!.width).toBeCloseTo(select!.x + select!.width, 0)

  const search = page.getByPlaceholder('Search transactions...')
  const date = page.getByPlaceholder('Pick a date')
  await search.fill('zzz')
  await date.fill('Nov 15, 2026')
  const insets = []
  for (const [field, name] of [
    [search, 'Clear search'],
    [date, 'Clear Date'],
  ] as const) {
    const [clear, box] = [await page.getByRole('button', { name }).boundingBox(), await field.boundingBox()]
    insets.push({ right: box!.x + box!.width - clear!.x, top: clear!.y - box!.y, size: clear!.width })
  }
  expect(insets[0]).toEqual(insets[1])
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(search).toHaveValue('')
  await expect(search).toBeFocused()
  await page.getByRole('button', { name: 'Clear Date' }).click()
  await expect(date).toHaveValue('')
  await expect(page).toHaveURL(/\/transactions$/)
  await expectAccessible(page)
})

test('loading, refreshing and failing are said', async ({ page }) => {
  await signIn(page, await signUp(page.request))
  const letGo = await holdRequests(page, list)
  await page.goto('/transactions')
  await expect(page.getByText('Loading transactions...')).toBeVisible()
  await letGo()
  await expect(page.getByText('No transactions found.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Connect Account' })).toHaveAttribute(
    'href',
    '/bank-connections',
  )
  await expectToLookWell(page)

  await connectBank(page, 'citi')
  const letSync = await holdRequests(page, '**/api/v1/banking/sync')
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Refreshing...' })).toBeVisible()
  await letSync()
  await expect(toast(page, 'Transactions Updated')).toBeVisible()
  await expect(page.getByText('40 transactions')).toBeVisible()

  await page.route('**/api/v1/banking/sync', (route) => route.abort())
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(
    toast(page, 'Error Refreshing Data', 'There was a problem fetching your transactions. Please try again.'),
  ).toBeVisible()
})
