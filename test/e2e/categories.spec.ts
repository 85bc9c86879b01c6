import { type Page, expect } from '@playwright/test'
import { connectBank } from '../support/e2e/banking.ts'
import {
  expectAccessible,
  expectToLookWell,
  holdRequests,
  screens,
  signIn,
  signUp,
  tabTo,
  test,
  toast,
} from '../support/e2e/browser.ts'
import { listExpenses, makeExpense, row, title } from '../support/e2e/expenses.ts'
import { setPlan } from '../support/e2e/plan.ts'

const address = '/expenses/categories'
const list = (page: Page, name = 'In use') => page.getByRole('region', { name, exact: true })
const item = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Actions for ${name}` }) })
const actionsFor = (page: Page, name: string) =>
  page.getByRole('button', { name: `Actions for ${name}`, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

/** The names in the order of the page. */
async function namesIn(page: Page): Promise<(string | null)[]> {
  const buttons = await list(page).getByRole('button').all()
  return Promise.all(
    buttons.map(async (each) => (await each.getAttribute('aria-label'))?.replace('Actions for ', '') ?? null),
  )
}

async function choose(page: Page, name: string, action: string): Promise<void> {
  await actionsFor(page, name).click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function start(page: Page): Promise<void> {
  await signIn(page, await signUp(page.request))
  await setPlan(page, 'enterprise')
}

test('on a plan without them nothing is new, and the page says what they are', async ({ page }) => {
  await signIn(page, await signUp(page.request))
  await setPlan(page, 'pro')
  await page.goto('/expenses')
  await expect(page.getByRole('combobox', { name: 'Category' }).getByRole('option')).toHaveText([
    'All',
    'Rent',
    'Utilities',
    'Supplies',
    'Marketing',
    'Salaries',
    'Software',
    'Travel',
    'Other',
  ])
  await expect(page.getByRole('link', { name: 'Categories', exact: true })).toHaveCount(0)
  await page.goto(address)
  await expect(page.getByText('Your own categories')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Upgrade to Enterprise' })).toBeVisible()
  await expect(list(page)).toContainText('Supplies')
  await expect(page.getByRole('button', { name: /Add category|Actions for/ })).toHaveCount(0)
  await expectToLookWell(page)
})

test('a category is added, used, renamed, merged, and each step can be undone', async ({ page }) => {
  await start(page)
  await makeExpense(page, { category: 'Travel', notes: 'Train to Basel' })
  await page.goto('/expenses')
  await page.getByRole('link', { name: 'Categories', exact: true }).click()
  await expect(title(page, 'Categories')).toBeVisible()
  await expectToLookWell(page)

  await page.getByRole('button', { name: 'Add category' }).click()
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog(page).getByText('Please enter a name.')).toBeVisible()
  await dialog(page).getByLabel('Name').fill('travel')
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click()
  // The name is taken, which only the server knows.
  await expect(dialog(page).getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
  await dialog(page).getByLabel('Name').fill('Meals')
  await dialog(page).getByLabel('Part of').selectOption('Travel')
  await dialog(page).getByRole('radio', { name: 'Half' }).check()
  await dialog(page).getByRole('radio', { name: 'Violet' }).check()
  await expectToLookWell(page)
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click()
  await expect(toast(page, 'Meals added')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Parts of Travel' })).toContainText('Half counts for tax')
  await expect(page.getByRole('button', { name: 'Add category' })).toBeFocused()

  await page.goto('/expenses/new')
  await expect(page.getByLabel('Category').getByRole('option', { name: 'Travel › Meals' })).toBeAttached()
  await page.getByLabel('Amount').fill('20')
  await page.getByLabel('Category').selectOption('Meals')
  await page.getByRole('button', { name: 'Add Expense' }).click()
  await expect(row(page, 'Meals')).toBeVisible()

  await page.goto(address)
  await choose(page, 'Meals', 'Edit')
  await dialog(page).getByLabel('Name').fill('Meals with clients')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  const renamed = toast(page, '“Meals” is now “Meals with clients”', '1 entry moved.')
  await expect(renamed).toBeVisible()
  expect((await listExpenses(page)).map(({ category }) => category).toSorted()).toEqual([
    'Meals with clients',
    'Travel',
  ])
  await expect(actionsFor(page, 'Meals with clients')).toBeFocused()

  await choose(page, 'Meals with clients', 'Merge into…')
  await dialog(page).getByRole('button', { name: 'Merge' }).click()
  await expect(dialog(page).getByText('Please choose a category.')).toBeVisible()
  await dialog(page).getByLabel('Into').selectOption('Other')
  await expectToLookWell(page)
  await dialog(page).getByRole('button', { name: 'Merge' }).click()
  await expect(toast(page, '“Meals with clients” was merged into “Other”')).toBeVisible()
  await expect(actionsFor(page, 'Meals with clients')).toHaveCount(0)
  expect((await listExpenses(page)).map(({ category }) => category)).toContain('Other')
  await expectToLookWell(page)

  await list(page, 'Recent changes')
    .getByRole('button', { name: 'Undo: “Meals with clients” was merged into “Other”' })
    .click()
  await expect(toast(page, 'Undone')).toBeVisible()
  await expect(actionsFor(page, 'Meals with clients')).toBeVisible()
  expect((await listExpenses(page)).map(({ category }) => category)).toContain('Meals with clients')
})

test('an archived category is not offered any more, but what has it keeps it', async ({ page }) => {
  await start(page)
  const { id } = await makeExpense(page, { category: 'Marketing', notes: 'Flyers' })
  await page.goto(address)
  await choose(page, 'Marketing', 'Archive')
  await expect(list(page, 'Archived')).toContainText('Marketing')
  await expect(list(page)).not.toContainText('Marketing')
  await expectToLookWell(page)

  await page.goto('/expenses/new')
  await expect(page.getByLabel('Category').getByRole('option', { name: 'Software' })).toBeAttached()
  await expect(page.getByLabel('Category').getByRole('option', { name: 'Marketing' })).toHaveCount(0)
  await page.goto(`/expenses/${id}/edit`)
  await expect(page.getByLabel('Category')).toHaveValue('Marketing')
  await page.getByLabel('Notes').fill('Flyers and posters')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(row(page, 'Flyers and posters')).toContainText('Marketing')
  await page.getByRole('combobox', { name: 'Category' }).selectOption({ label: 'Marketing (archived)' })
  await expect(page).toHaveURL(/category=Marketing/)
  await expect(row(page, 'Flyers and posters')).toBeVisible()

  await page.goto(address)
  await choose(page, 'Marketing', 'Use again')
  await expect(list(page)).toContainText('Marketing')
  await expect(list(page, 'Archived')).toHaveCount(0)
})

test('with the keyboard alone, on a phone, a category is edited and moved', async ({ page }) => {
  await start(page)
  await page.setViewportSize(screens[1])
  await page.goto(address)
  await expect(list(page)).toContainText('Rent')
  expect((await namesIn(page)).slice(0, 3)).toEqual(['Rent', 'Utilities', 'Supplies'])
  await tabTo(page, actionsFor(page, 'Rent'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused()
  await expect(page.getByRole('menuitem', { name: 'Move up' })).toBeDisabled()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => namesIn(page)).toEqual(expect.arrayContaining(['Rent', 'Utilities']))
  await expect.poll(async () => (await namesIn(page)).slice(0, 3)).toEqual(['Utilities', 'Rent', 'Supplies'])
  await expect(actionsFor(page, 'Rent')).toBeFocused()

  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByLabel('Name')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Office')
  await page.keyboard.press('Enter')
  await expect(toast(page, '“Rent” is now “Office”')).toBeVisible()
  await expect(item(page, 'Office')).toBeVisible()
  await page.reload()
  await expect
    .poll(async () => (await namesIn(page)).slice(0, 3))
    .toEqual(['Utilities', 'Office', 'Supplies'])
})

test('transactions have categories of their own, with their color', async ({ page }) => {
  await start(page)
  await connectBank(page, 'wells')
  await page.goto('/transactions')
  await page.getByRole('link', { name: 'Categories', exact: true }).click()
  await expect(title(page, 'Categories')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Transactions' })).toHaveAttribute('aria-selected', 'true')
  await choose(page, 'Food', 'Edit')
  await dialog(page).getByLabel('Name').fill('Eating at home')
  await dialog(page).getByRole('radio', { name: 'Green' }).check()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, '“Food” is now “Eating at home”')).toBeVisible()
  await page.getByRole('link', { name: 'Transactions', exact: true }).first().click()
  const filter = page.getByRole('combobox', { name: 'Category', exact: true })
  await filter.selectOption('Eating at home')
  const chosen = page.getByRole('combobox', { name: /^Category of/ })
  await expect(chosen.first()).toHaveValue('Eating at home')
  await expectToLookWell(page)
})

test('while it loads, and when it fails, the page says so and tries again', async ({ page }) => {
  await start(page)
  const release = await holdRequests(page, '**/api/v1/categories/expense')
  await page.goto(address)
  await expect(page.getByText('Loading...')).toBeAttached()
  await release()
  await expect(list(page)).toContainText('Rent')
  await page.route('**/api/v1/categories/transaction', (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('tab', { name: 'Transactions' }).click()
  await expect(page.getByText('The categories could not be loaded')).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(list(page)).toContainText('Groceries')
})
