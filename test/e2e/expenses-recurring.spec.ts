import { expect } from '@playwright/test'
import { expectAccessible, expectToLookWell, signIn, signUp, test, toast } from '../support/e2e/browser.ts'
import { addButton, formatDay, field, listExpenses, row, rows, title } from '../support/e2e/expenses.ts'

test('a weekly expense is caught up with, shown ahead, changed, paused and ended', async ({
  page,
  request,
}) => {
  await signIn(page, await signUp(request))
  await page.goto('/expenses')
  await page.getByRole('navigation', { name: 'Kinds of expenses' }).getByText('Recurring').click()
  await expect(page.getByRole('heading', { name: 'No recurring expenses yet' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Add one that repeats' }).click()
  await field(page, 'Amount').fill('1200')
  await field(page, 'Category').selectOption('Rent')
  await field(page, 'Notes').fill('Workshop')
  await field(page, 'Repeats').selectOption('Weekly')
  await field(page, 'Date').fill(formatDay(-400))
  await addButton(page).click()
  await expect(page.getByText('A recurring expense can start at most a year ago.')).toBeVisible()
  await field(page, 'Date').fill(formatDay(-14))
  await expect(page.getByText('Adds an expense every week on', { exact: false })).toContainText(
    'until you stop it.',
  )
  await expect(page.getByText('7 are added now, 3 up to today and 4 upcoming.')).toContainText(
    `Next: ${formatDay(7)} · ${formatDay(14)} · ${formatDay(21)} …`,
  )
  await field(page, 'Ends').selectOption('After a number of expenses')
  await field(page, 'Number of expenses').fill('5')
  await expectToLookWell(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await addButton(page).click()
  await expect(toast(page, 'Expense Added')).toBeVisible()
  await expect(row(page, 'Recurring')).toHaveCount(5)
  await expect(row(page, 'Upcoming')).toHaveCount(2)
  await expect(page.getByText('Upcoming: $2,400.00 in 2 expenses dated after today.')).toBeVisible()

  await rows(page).first().getByRole('link', { name: 'Edit' }).click()
  await expect(
    page.getByText('Changes here apply to this one only. The others stay as they are.'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'See the Recurring Expense' }).click()
  await expect(title(page, 'Workshop')).toBeVisible()
  await expect(page.getByText(`Next on ${formatDay(7)}.`)).toBeVisible()
  await expectToLookWell(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await field(page, 'Amount').fill('1300')
  await field(page, 'Ends').selectOption('Never')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Recurring Expense Saved', 'from tomorrow on')).toBeVisible()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(toast(page, 'Recurring Expense Paused')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Resume' })).toBeFocused()
  await page.getByRole('link', { name: 'Recurring expenses', exact: true }).click()
  await expect(row(page, 'Workshop')).toContainText('Paused')
  await expect(row(page, 'Workshop')).toContainText('$1,300.00')
  await expectToLookWell(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'More actions for Workshop' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Resume')
  await expect(toast(page, 'Recurring Expense Resumed', `The next one is on ${formatDay(7)}.`)).toBeVisible()
  await expect(row(page, 'Workshop')).toContainText('Running')
  const amounts = (await listExpenses(page)).map(({ amountMinor }) => amountMinor)
  expect(amounts).toEqual([...Array(4).fill(130_000), ...Array(3).fill(120_000)])
  await choose('End for good')
  await page.getByRole('alertdialog').getByRole('button', { name: 'End for good' }).click()
  await expect(toast(page, 'Recurring Expense Ended', 'No more will be added for Workshop.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No recurring expenses yet' })).toBeVisible()
  expect(await listExpenses(page)).toHaveLength(3)
})
