import { type Page, expect } from '@playwright/test'
import {
  expectAccessible,
  expectToLookWell,
  signIn,
  signUp,
  tabTo,
  test,
  toast,
} from '../support/e2e/browser.ts'
import { addButton, field, listExpenses, makeExpense, row } from '../support/e2e/expenses.ts'
import { productUrl } from '../support/e2e/settings.ts'

const category = (page: Page) => page.getByRole('combobox', { name: 'Category' })
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save Changes' })
const addTax = (page: Page) => page.getByRole('button', { name: 'Add tax', exact: true })
const tax = (page: Page, number: number) => page.getByRole('group', { name: `Tax ${number}` })
const mileage = (page: Page) => page.getByRole('switch', { name: 'Mileage' })
const taxesIn = async (page: Page) => (await listExpenses(page))[0]?.taxes

async function saveRate(page: Page, rate: { name: string; rate: number; isDefault?: boolean }) {
  const answer = await page.request.post('/api/v1/tax-rates', { headers: { origin: productUrl }, data: rate })
  expect(answer.status()).toBe(200)
}

test('taxes are added, worked out, typed over and removed', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  await saveRate(page, { name: 'Reduced', rate: 7000 })
  await saveRate(page, { name: 'VAT', rate: 19_000, isDefault: true })
  await page.goto('/expenses/new')
  await field(page, 'Amount').fill('119')
  await category(page).selectOption('Supplies')
  await expect(page.getByText('Tax you can reclaim')).toHaveCount(0)
  await tabTo(page, addTax(page))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Part of the amount. Used in your tax report.')).toBeVisible()
  const choice = tax(page, 1).getByLabel('Tax', { exact: true })
  await expect(choice).toBeFocused()
  await expect(choice.getByRole('option')).toHaveText(['Reduced (7%)', 'VAT (19%)', 'Another tax'])
  await expect(tax(page, 1).getByLabel('Tax amount')).toHaveValue('19.00')
  await field(page, 'Amount').fill('107')
  await choice.selectOption('Reduced (7%)')
  await expect(tax(page, 1).getByLabel('Tax amount')).toHaveValue('7.00')

  await page.getByRole('button', { name: 'Add another tax' }).click()
  await tax(page, 2).getByLabel('Tax', { exact: true }).selectOption('Another tax')
  await addButton(page).click()
  await expect(page.getByText('Please enter a name, such as VAT.')).toBeVisible()
  await expect(page.getByText('Please enter the amount of this tax.')).toBeVisible()
  await expectToLookWell(page)
  await tax(page, 2).getByLabel('Tax name').fill('Levy')
  await tax(page, 2).getByLabel('Tax amount').fill('200')
  await expect(
    page.getByText('Taxes are part of the amount, so they can’t come to more than it.'),
  ).toBeVisible()
  await tax(page, 2).getByLabel('Tax amount').fill('1.5')
  await addButton(page).click()
  await expect(toast(page, 'Expense Added', 'Your expense has been recorded successfully.')).toBeVisible()
  expect(await taxesIn(page)).toEqual([
    { name: 'Reduced', rate: 7000, amountMinor: 700 },
    { name: 'Levy', rate: null, amountMinor: 150 },
  ])

  await row(page, 'Supplies').getByRole('link', { name: 'Edit' }).click()
  const amount = tax(page, 1).getByLabel('Tax amount')
  await expect(amount).toHaveValue('7.00')
  await amount.fill('6.99')
  await field(page, 'Amount').fill('214')
  await expect(amount).toHaveValue('6.99')
  // Emptied, it is worked out again.
  await amount.fill('')
  await expect(amount).toHaveValue('')
  await page.keyboard.press('Tab')
  await expect(amount).toHaveValue('14.00')
  await page.getByRole('button', { name: 'Remove tax 2' }).click()
  await expect(tax(page, 1).getByLabel('Tax', { exact: true })).toBeFocused()
  await saveButton(page).click()
  await expect(toast(page, 'Expense Saved', 'Your changes have been saved.')).toBeVisible()
  expect(await taxesIn(page)).toEqual([{ name: 'Reduced', rate: 7000, amountMinor: 1400 }])

  await page.goto('/expenses/new')
  await page.getByRole('button', { name: /^Repeat last/ }).click()
  await expect(tax(page, 1).getByLabel('Tax amount')).toHaveValue('14.00')
  await page.getByRole('button', { name: 'Remove tax 1' }).click()
  await expect(addTax(page)).toBeFocused()
  await addButton(page).click()
  await expect(page).toHaveURL('/expenses')
  const counts = (await listExpenses(page)).map(({ taxes }) => taxes.length)
  expect(counts.toSorted()).toEqual([0, 1])
})

test('a recurring expense has taxes, and the form shows them again', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  const { seriesId } = await makeExpense(page, {
    minor: 10_000,
    category: 'Rent',
    repeat: { frequency: 'monthly', end: { kind: 'never' } },
  })
  await page.goto(`/expenses/recurring/${seriesId}`)
  await addTax(page).click()
  await expect(tax(page, 1).getByLabel('Tax name')).toBeFocused()
  await page.keyboard.type('VAT')
  await tax(page, 1).getByLabel('Percentage').fill('20')
  await expect(tax(page, 1).getByLabel('Tax amount')).toHaveValue('16.67')
  await expect(mileage(page)).toHaveCount(0)
  await expectAccessible(page)
  await saveButton(page).click()
  await expect(saveButton(page)).toBeEnabled()
  await expect
    .poll(async () =>
      (await listExpenses(page)).map(({ taxes }) => taxes.map(({ amountMinor }) => amountMinor)),
    )
    .toEqual([[1667], []])
})

test('a drive is a distance at a rate, which the next one begins with', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  await page.goto('/expenses/new')
  await tabTo(page, mileage(page))
  await page.keyboard.press('Space')
  await expect(category(page)).toHaveValue('Travel')
  await expect(field(page, 'Amount')).toHaveAttribute('readonly')
  await expect(page.getByLabel('Unit')).toHaveValue('mi')
  await tabTo(page, page.getByLabel('Distance'))
  await page.keyboard.type('12.5')
  await addButton(page).click()
  await expect(page.getByText('Please enter a rate above 0.')).toBeVisible()
  await page.getByLabel('Rate per mile').fill('0.655')
  await expect(field(page, 'Amount')).toHaveValue('8.19')
  await expectToLookWell(page)
  // A draft keeps it.
  await page.reload()
  await expect(field(page, 'Amount')).toHaveValue('8.19')
  await addButton(page).click()
  await expect(page).toHaveURL('/expenses')
  await expect(row(page, 'Travel')).toContainText('$8.19')
  await expect(row(page, 'Travel')).toContainText('12.5 mi')

  await row(page, 'Travel').getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Distance').fill('20')
  await expect(field(page, 'Amount')).toHaveValue('13.10')
  await page.getByLabel('Unit').selectOption('Kilometers')
  await page.getByLabel('Rate per kilometer').fill('0.5')
  await saveButton(page).click()
  await expect(row(page, 'Travel')).toContainText('20 km')

  await page.goto('/expenses/new')
  await mileage(page).click()
  await expect(page.getByLabel('Unit')).toHaveValue('km')
  await expect(page.getByLabel('Rate per kilometer')).toHaveValue('0.5')
  await page.getByLabel('Distance').fill('3')
  await expect(field(page, 'Amount')).toHaveValue('1.50')
  await page.getByLabel('Repeats').selectOption('Monthly')
  await expect(mileage(page)).toHaveCount(0)
  await expect(field(page, 'Amount')).not.toHaveAttribute('readonly')
  await page.getByLabel('Repeats').selectOption('Does not repeat')
  await mileage(page).click()
  await expect(field(page, 'Amount')).toHaveValue('')
})
