import { type Page, expect } from '@playwright/test'
import {
  blockLiveUpdates,
  expectAccessible,
  expectToLookWell,
  holdRequests,
  signIn,
  signInOnThePage,
  signUp,
  tabTo,
  test,
  toast,
} from '../support/e2e/browser.ts'
import {
  addButton,
  formatDay,
  daysFromToday,
  field,
  listExpenses,
  makeExpense,
  row,
  rows,
  title,
} from '../support/e2e/expenses.ts'
import { productUrl } from '../support/e2e/settings.ts'

const emptyListText = 'No expenses found. Try adjusting your filters or add a new expense.'
const card = (page: Page, label: string) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: label, exact: true }) })
    .last()
const category = (page: Page) => page.getByRole('combobox', { name: 'Category' })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search notes' })
const added = (page: Page) => toast(page, 'Expense Added', 'Your expense has been recorded successfully.')

test('without expenses and with them: what the month comes to, and each one in its row', async ({
  page,
  request,
}) => {
  await signIn(page, await signUp(request))
  const release = await holdRequests(page, '**/api/v1/expenses')
  await page.goto('/expenses')
  await expect(page.getByText('Loading expenses...')).toBeAttached()
  await release()
  await expect(page).toHaveTitle('Expenses · Millrace')
  await expect(page.getByText(emptyListText, { exact: true })).toBeVisible()
  await expect(card(page, 'Largest Expense Category')).toContainText('None')
  await expect(page.getByRole('link', { name: 'Add your first expense' })).toHaveAttribute(
    'href',
    '/expenses/new',
  )
  await expectToLookWell(page)

  // Forty days ago is always in another month.
  await makeExpense(page, { minor: 60_000, category: 'Rent', inDays: -40, notes: 'Old workshop' })
  const laptop = await makeExpense(page, { minor: 123_450, category: 'Supplies', notes: 'Laptop' })
  await makeExpense(page, { minor: 9999, category: 'Travel', notes: 'Thequickbrownfox'.repeat(20) })
  await makeExpense(page, { minor: 8000, category: 'Utilities', inDays: 40 })
  await page.reload()
  await expect(rows(page)).toHaveCount(4)
  await expect(card(page, 'Total Monthly Expenses')).toContainText('$1,334.49')
  await expect(card(page, 'Total Monthly Expenses')).toContainText('2 expenses')
  await expect(card(page, 'Average per Day')).toContainText('$44.48')
  await expect(card(page, 'Largest Expense Category')).toContainText('Supplies')
  await expect(page.getByText('Upcoming: $80.00 in 1 expense dated after today.')).toBeVisible()
  await expectToLookWell(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect(page.getByRole('columnheader')).toHaveText(['Date', 'Category', 'Amount', 'Notes', 'Actions'])
  await expect(rows(page).first()).toContainText(`${formatDay(40)}Upcoming`)
  await expect(rows(page).last()).toContainText(formatDay(-40))
  await expect(row(page, 'Upcoming')).toHaveCount(1)
  await expect(
    row(page, 'Laptop').getByRole('link', { name: `Edit Supplies, $1,234.50, ${formatDay(0)}` }),
  ).toHaveAttribute('href', `/expenses/${laptop.id}/edit`)
})

test('search and category go by the address, Back undoes them, and pages are turned over', async ({
  page,
  request,
}) => {
  await signIn(page, await signUp(request))
  // More than a page: one per week for a year.
  await makeExpense(page, {
    category: 'Salaries',
    inDays: -364,
    notes: 'Weekly wages',
    repeat: { frequency: 'weekly', end: { kind: 'date', date: daysFromToday(0) } },
  })
  await makeExpense(page, { category: 'Rent', notes: 'Workshop 100%' })
  await makeExpense(page, { category: 'Travel', notes: 'To the workshop', inDays: -400 })
  await page.goto('/expenses')
  await expect(page.getByText('50 expenses on this page')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('5 expenses on this page')).toBeVisible()
  await expect(page).toHaveURL(/\?after=/)
  await page.reload()
  await expect(rows(page).last()).toContainText('To the workshop')
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(rows(page)).toHaveCount(50)

  await category(page).selectOption('Travel')
  await search(page).pressSequentially('WORK')
  await expect(page).toHaveURL('/expenses?category=Travel&search=WORK')
  await search(page).fill('WORKS')
  await expect(page).toHaveURL('/expenses?category=Travel&search=WORKS')
  await page.goBack()
  await expect(page).toHaveURL('/expenses?category=Travel')
  await category(page).selectOption('All')
  await expect(search(page)).toHaveValue('')
  await search(page).pressSequentially('WORKSHOP')
  await expect(page).toHaveURL('/expenses?search=WORKSHOP')
  await expect(rows(page)).toHaveCount(2)
  await expect(search(page)).toBeFocused()
  await category(page).selectOption('Rent')
  await expect(page).toHaveURL('/expenses?search=WORKSHOP&category=Rent')
  await expect(rows(page)).toHaveCount(1)
  await page.reload()
  await expect(row(page, 'Workshop 100%')).toBeVisible()
  await category(page).selectOption('Software')
  await expect(page.getByText(emptyListText, { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.goBack()
  await expect(category(page)).toHaveValue('Rent')
  await row(page, 'Workshop 100%').getByRole('link', { name: 'Edit' }).click()
  await expect(title(page, 'Edit Expense')).toBeVisible()
  // The back link of an expense leads to the list with its filters.
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/expenses?search=WORKSHOP&category=Rent')
  await category(page).selectOption('All')
  await expect(rows(page)).toHaveCount(2)
  await search(page).fill('100%')
  await expect(rows(page)).toHaveCount(1)
  await search(page).fill('nothing like it')
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(page.getByText('50 expenses on this page')).toBeVisible()
  await page.goto('/expenses?category=All&after=nonsense')
  await expect(rows(page)).toHaveCount(50)
  await expect(page).toHaveURL('/expenses')
})

test('an expense is added with the keyboard alone, its amount as people type it', async ({
  page,
  request,
}) => {
  await signIn(page, await signUp(request))
  await page.goto('/expenses')
  const link = page.getByRole('link', { name: 'Add Expense' })
  await expect(link).toBeVisible()
  await tabTo(page, link)
  await page.keyboard.press('Enter')
  await expect(title(page, 'Add Expense')).toBeVisible()
  await expect(field(page, 'Date')).toHaveValue(formatDay(0))
  await expect(category(page).getByRole('option')).toHaveText([
    'Rent',
    'Utilities',
    'Supplies',
    'Marketing',
    'Salaries',
    'Software',
    'Travel',
    'Other',
  ])
  await tabTo(page, addButton(page))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please enter an amount from 0.00 to 999,999,999.99.')).toBeVisible()
  await expect(page.getByText('Please choose a category.')).toBeVisible()
  await expect(field(page, 'Amount')).toBeFocused()
  await expectToLookWell(page)
  await page.keyboard.type('12.3456')
  await expect(page.getByText('Please use at most two decimals.')).toBeVisible()
  await field(page, 'Amount').press('ControlOrMeta+a')
  await page.keyboard.type('1.234')
  await expect(
    page.getByText('“1.234” could mean 1,234.00 or 1.23. Please write the one you mean.'),
  ).toBeVisible()
  await field(page, 'Amount').press('ControlOrMeta+a')
  await page.keyboard.type('1,234.50')
  await page.keyboard.press('Tab')
  await expect(field(page, 'Currency')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(field(page, 'Category')).toBeFocused()
  // Not by its first letters, which a browser forgets after a second.
  for (let presses = 0; presses < 6; presses += 1) await page.keyboard.press('ArrowDown')
  await expect(field(page, 'Category')).toHaveValue('Software')
  await tabTo(page, field(page, 'Notes'))
  await page.keyboard.type('Accounts package')
  const release = await holdRequests(page, '**/api/v1/expenses')
  await tabTo(page, addButton(page))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Adding...' })).toBeFocused()
  await page.keyboard.press('Enter')
  await release()
  await expect(added(page)).toBeVisible()
  await expect(page).toHaveURL('/expenses')
  await expect(row(page, 'Accounts package')).toContainText('$1,234.50')
  await expect(rows(page)).toHaveCount(1)

  await page.goto('/expenses/new')
  await field(page, 'Amount').fill('$12')
  await field(page, 'Category').selectOption('Travel')
  await field(page, 'Amount').press('Enter')
  await expect(added(page)).toBeVisible()
  await expect(row(page, 'Travel')).toContainText('$12.00')
})

test('the currency is chosen beside the amount, whose number stays', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  await page.goto('/expenses/new')
  await expect(field(page, 'Currency')).toHaveValue('USD')
  await field(page, 'Amount').fill('12.50')
  await field(page, 'Currency').selectOption('JPY')
  // The closed field has no room for the name.
  await expect(field(page, 'Currency').locator('option:checked')).toHaveText('JPY')
  await expect(page.getByText('Amounts in JPY have no decimals.')).toBeVisible()
  await expect(field(page, 'Amount')).toHaveValue('12.50')
  await expectToLookWell(page)
  await field(page, 'Currency').selectOption('EUR')
  await expect(page.getByText('Amounts in JPY have no decimals.')).toBeHidden()
  await expect(field(page, 'Amount')).toHaveValue('12.50')
  await field(page, 'Category').selectOption('Travel')
  await addButton(page).click()
  await expect(added(page)).toBeVisible()
  await expect(row(page, 'Travel')).toContainText('€12.50')
  await expectToLookWell(page)

  await page.goto('/expenses/new')
  await field(page, 'Amount').fill('7')
  await page.getByRole('button', { name: 'Repeat last' }).click()
  await expect(field(page, 'Currency')).toHaveValue('EUR')
  await expect(field(page, 'Amount')).toHaveValue('12.50')
})

test('history fills the form when asked, and never by itself', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  await makeExpense(page, { category: 'Software', notes: `Design ${'Thequickbrownfox'.repeat(20)}` })
  await makeExpense(page, { minor: 5499, category: 'Software', notes: 'Design suite' })
  await makeExpense(page, { minor: 120_000, category: 'Rent', notes: 'Workshop rent' })
  await page.goto('/expenses/new')
  await field(page, 'Notes').fill('DESIGN')
  const offer = page.getByRole('button', { name: 'Software? You used it for this before' })
  await expect(offer).toBeVisible()
  const earlier = page.getByRole('button', { name: 'Fill in Design suite Software · $54.99' })
  await expect(earlier).toBeVisible()
  await expect(field(page, 'Category')).toHaveValue('')
  await expectToLookWell(page)
  await field(page, 'Category').selectOption('Marketing')
  await field(page, 'Amount').fill('60')
  await expect(offer).toBeVisible()
  await expect(field(page, 'Category')).toHaveValue('Marketing')
  await offer.click()
  await expect(field(page, 'Category')).toHaveValue('Software')
  await expect(offer).toBeHidden()
  await expect(field(page, 'Notes')).toBeFocused()
  await page.getByRole('button', { name: 'Fill in Design suite Software', exact: true }).click()
  await expect(field(page, 'Notes')).toHaveValue('Design suite')
  // The input stays.
  await expect(field(page, 'Amount')).toHaveValue('60.00')

  await page.getByRole('button', { name: 'Repeat last $1,200.00 · Rent · Workshop rent' }).click()
  await expect(field(page, 'Amount')).toBeFocused()
  await expect(field(page, 'Amount')).toHaveValue('1,200.00')
  await expect(field(page, 'Category')).toHaveValue('Rent')
  await expect(field(page, 'Notes')).toHaveValue('Workshop rent')
  await addButton(page).click()
  await expect(added(page)).toBeVisible()
  await expect(row(page, 'Workshop rent')).toHaveCount(2)
})

test('an expense is changed and deleted, here and elsewhere', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  const { id, version } = await makeExpense(page, { notes: 'Paper', category: 'Supplies' })
  await page.goto('/expenses')
  await row(page, 'Paper').getByRole('link', { name: 'Edit' }).click()
  await expect(field(page, 'Notes')).toHaveValue('Paper')
  await expectToLookWell(page)
  await field(page, 'Amount').fill('20')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep Editing' }).click()
  const elsewhere = { amountMinor: 700, category: 'Other', date: daysFromToday(0), notes: 'Card', version }
  await page.request.put(`/api/v1/expenses/${id}`, { headers: { origin: productUrl }, data: elsewhere })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('This expense was changed elsewhere', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Load the Newer Version' }).click()
  await expect(field(page, 'Notes')).toHaveValue('Card')
  await field(page, 'Amount').fill('21.5')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Expense Saved', 'Your changes have been saved.')).toBeVisible()
  await expect(row(page, 'Card')).toContainText('$21.50')

  await row(page, 'Card').getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete this expense?' })
  await expect(question).toContainText(`$21.50 for Other on ${formatDay(0)} will be permanently deleted.`)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Expense Deleted')).toBeVisible()
  await expect(page.getByText(emptyListText)).toBeVisible()

  const gone = await makeExpense(page, { notes: 'Ink', category: 'Supplies' })
  await page.goto(`/expenses/${gone.id}/edit`)
  await field(page, 'Notes').fill('Green ink')
  await page.request.delete(`/api/v1/expenses/${gone.id}`, { headers: { origin: productUrl } })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Your changes are still here. Add it as a new expense?')).toBeVisible()
  await expect(field(page, 'Notes')).toHaveValue('Green ink')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add as a New One' }).click()
  await expect(added(page)).toBeVisible()
  await expect(row(page, 'Green ink')).toBeVisible()
  await page.goto(`/expenses/${id}/edit`)
  await expect(title(page, 'Expense Not Found')).toBeVisible()
  await expectAccessible(page)

  for (const notes of ['Nails', 'Screws']) await makeExpense(page, { notes, minor: 1050 })
  await page.getByRole('link', { name: 'Back to Expenses' }).click()
  await page.getByRole('button', { name: 'Select several' }).click()
  const bar = page.getByRole('region', { name: 'Selected expenses' })
  await expect(bar.getByRole('button', { name: 'Delete' })).toBeDisabled()
  for (const notes of ['Nails', 'Screws']) await row(page, notes).getByRole('checkbox').check()
  await expect(bar).toContainText('2 expenses selected, $21.00')
  await expectAccessible(page)
  await bar.getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('alertdialog', { name: 'Delete 2 expenses?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(toast(page, 'Expenses Deleted', '2 expenses, $21.00 in total.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'List of expenses' })).toBeFocused()
  await expect(rows(page)).toHaveCount(1)
})

test('failures are said, nothing typed is lost, and nothing is added twice', async ({ page, request }) => {
  const person = await signUp(request)
  await signIn(page, person)
  let broken = true
  await page.route(/\/api\/v1\/expenses$/, (route) =>
    broken ? route.fulfill({ status: 500, body: 'no' }) : route.continue(),
  )
  await page.goto('/expenses')
  const failure = 'Failed to load expenses. Please try again.'
  await expect(page.getByRole('main').getByText(failure)).toBeVisible()
  await expect(page.getByLabel('Notifications').getByRole('alert')).toContainText(failure)
  await expectAccessible(page)
  broken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(emptyListText)).toBeVisible()

  // The response to the first attempt is lost, and the form changes before the second.
  await page.unrouteAll()
  await blockLiveUpdates(page)
  await page.goto('/expenses/new')
  await field(page, 'Amount').fill('10')
  await field(page, 'Category').selectOption('Other')
  await page.route('**/api/v1/expenses', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await addButton(page).click()
  await expect(toast(page, 'Error', 'can’t be reached')).toBeVisible()
  await page.unroute('**/api/v1/expenses')
  await field(page, 'Amount').fill('11')

  // Signing out on any device ends every session.
  const headers = { origin: productUrl }
  await request.post('/api/v1/auth/sign-in', { headers, data: person })
  expect((await request.post('/api/v1/auth/sign-out', { headers })).ok()).toBe(true)
  await addButton(page).click()
  await expect(toast(page, 'Authentication Error', 'You must be logged in to add expenses.')).toBeVisible()
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await signInOnThePage(page, person.email)
  await expect(page.getByText('Unsaved changes were restored')).toBeVisible()
  await expect(field(page, 'Amount')).toHaveValue('11.00')
  await addButton(page).click()
  await expect(added(page)).toBeVisible()
  expect(await listExpenses(page)).toMatchObject([{ amountMinor: 1100, category: 'Other' }])
})
