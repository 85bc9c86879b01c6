import { type Page, expect } from '@playwright/test'
import { formatDate } from '../../src/shared/dates.ts'
import { expectToLookWell, signIn, signUp, test, toast } from '../support/e2e/browser.ts'
import { part } from '../support/e2e/dashboard.ts'
import { daysFromToday, makeExpense, row } from '../support/e2e/expenses.ts'
import { markPaid, postInvoice } from '../support/e2e/invoices.ts'
import { productUrl } from '../support/e2e/settings.ts'

const combobox = (page: Page, name: string) => page.getByRole('combobox', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test.describe('in a German browser', () => {
  test.use({ locale: 'de-DE' })

  test('the first steps ask for the currency, and pages and settings follow it', async ({
    page,
    request,
  }) => {
    await signIn(page, await signUp(request))
    await page.goto('/dashboard')
    const steps = part(page, 'First steps')
    await expect(steps).toContainText('Amounts are in USD now.')
    await expect(combobox(page, 'Use another currency')).toHaveValue('EUR · Euro')
    await expect(steps).toContainText('It can be changed until your first invoice or expense.')
    await expectToLookWell(page)
    // Nothing is saved before the owner says so.
    await page.goto('/settings')
    await expect(combobox(page, 'Home Currency')).toHaveValue('USD · US Dollar')
    await page.goto('/dashboard')
    await steps.getByRole('button', { name: 'Use EUR' }).click()
    await expect(toast(page, 'Currency Saved', 'Sums are shown in EUR.')).toBeVisible()
    await expect(steps).toContainText('Amounts are in EUR now.')
    await expect(combobox(page, 'Use another currency')).toHaveValue('')
    await expect(combobox(page, 'Use another currency')).toBeFocused()
    await expect(steps.getByRole('button', { name: 'Use EUR' })).toHaveCount(0)

    await postInvoice(page.request, { currency: 'EUR' })
    await page.reload()
    await expect(page.getByText('1.250,00 €').first()).toBeVisible()
    await expect(combobox(page, 'Use another currency')).toHaveCount(0)

    await page.goto('/settings')
    await expect(combobox(page, 'Home Currency')).toBeDisabled()
    await expect(combobox(page, 'Home Currency')).toHaveValue('EUR · Euro')
    await expect(combobox(page, 'Home Currency')).toHaveAccessibleDescription(
      'Amounts are stored in EUR already, so the home currency can’t be changed anymore.',
    )
    await expect(combobox(page, 'Number Format')).toHaveValue(/^Germany · 1\.234,56\s€$/)
    await combobox(page, 'Number Format').fill('ireland')
    await page.keyboard.press('Enter')
    await button(page, 'Save Changes').click()
    await expect(toast(page, 'Profile Updated')).toBeVisible()
    await page.goto('/dashboard')
    await expect(page.getByText('€1,250.00').first()).toBeVisible()
  })
})

test('a currency that was fixed meanwhile is refused at its field, and goes back', async ({
  page,
  request,
}) => {
  await signIn(page, await signUp(request))
  await page.goto('/settings')
  await combobox(page, 'Home Currency').fill('swiss')
  await page.keyboard.press('Enter')
  await expect(combobox(page, 'Home Currency')).toHaveValue('CHF · Swiss Franc')
  await postInvoice(page.request)
  await button(page, 'Save Changes').click()
  const reason = 'Amounts are stored in USD already, so the home currency can’t be changed anymore.'
  await expect(toast(page, 'Update Failed', reason)).toBeVisible()
  await expect(combobox(page, 'Home Currency')).toHaveAccessibleDescription(reason)
})

test('rates are entered, changed and removed, and the card says where each comes from', async ({
  page,
  request,
}) => {
  await signIn(page, await signUp(request))
  await page.goto('/settings')
  const card = page.getByRole('region', { name: 'Exchange rates' })
  await expect(card).toContainText('You use no other currency yet.')
  await postInvoice(page.request, { currency: 'EUR' })
  await page.reload()
  await expect(card.getByRole('listitem')).toHaveText([/^EUR · Euro.*No rate yet$/])

  await card.getByRole('button', { name: 'Add a rate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a rate' })
  await dialog.getByRole('button', { name: 'Save Rate' }).click()
  await expect(dialog).toContainText('Please choose a currency.')
  await expect(dialog).toContainText('Please enter a number such as 1.0843.')
  await expectToLookWell(page)
  await dialog.getByRole('combobox', { name: 'Currency' }).selectOption('EUR')
  const rate = dialog.getByRole('textbox', { name: 'Rate' })
  await rate.fill('0')
  await dialog.getByRole('button', { name: 'Save Rate' }).click()
  await expect(dialog).toContainText('The rate must be more than 0.')
  await rate.fill('1.0843')
  await expect(rate).toHaveAccessibleDescription('1 EUR = 1.0843 USD')
  await dialog.getByRole('button', { name: 'Save Rate' }).click()
  await expect(dialog).toBeHidden()
  const today = formatDate(daysFromToday(0))
  await expect(card.getByRole('listitem').first()).toHaveText(
    `EUR · EuroYour rate since ${today}1 EUR = 1.0843 USD`,
  )
  await expectToLookWell(page)

  await card.getByRole('button', { name: `Change EUR from ${today}` }).click()
  const change = page.getByRole('dialog', { name: 'Change rate' })
  await expect(change.getByRole('textbox', { name: 'Rate' })).toHaveValue('1.0843')
  await change.getByRole('textbox', { name: 'Rate' }).fill('1.1')
  await change.getByRole('button', { name: 'Save Rate' }).click()
  await expect(card.getByRole('listitem').first()).toContainText('1 EUR = 1.1 USD')

  await card.getByRole('button', { name: `Remove EUR from ${today}` }).click()
  const asked = page.getByRole('alertdialog', { name: `Remove EUR from ${today}?` })
  await asked.getByRole('button', { name: 'Remove rate' }).click()
  await expect(card.getByRole('listitem')).toHaveText([/^EUR · Euro.*No rate yet$/])
  await expect(card.getByRole('heading', { name: 'Exchange rates' })).toBeFocused()
})

test('what has no rate stands beside the sums, which lead to where one is added', async ({
  page,
  request,
}) => {
  await signIn(page, await signUp(request))
  await makeExpense(page, { minor: 60_000, category: 'Rent' })
  await makeExpense(page, { minor: 90_000, currency: 'SEK', category: 'Travel' })
  await page.goto('/expenses')
  const sum = (label: string) =>
    page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: label, exact: true }) })
      .last()
  await expect(sum('Total Monthly Expenses')).toContainText(/plus SEK\s900\.00, not converted/)
  await expect(sum('Average per Day')).toContainText('$20.00')
  await expect(sum('Average per Day')).toContainText(/plus SEK\s30\.00, not converted/)
  await expect(sum('Largest Expense Category')).toContainText('Rent')
  await expect(sum('Largest Expense Category')).toContainText(
    'Expenses in SEK were not compared, as they have no exchange rate.',
  )
  await expectToLookWell(page)

  await page.setViewportSize({ width: 390, height: 844 })
  const [amount, note] = await Promise.all(
    [/^SEK/, 'Not converted yet'].map((text) => row(page, 'Travel').getByText(text).boundingBox()),
  )
  expect(note!.y).toBeGreaterThanOrEqual(amount!.y + amount!.height - 2)
  expect(note!.x + note!.width).toBeCloseTo(amount!.x + amount!.width, 0)

  await page.getByRole('button', { name: /^Why this number\? Largest Expense/ }).click()
  await expect(page.getByRole('dialog')).toContainText('Expenses in SEK were not compared')
  await expect(page.getByRole('dialog')).not.toContainText('not converted')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Why this number\? Average per Day/ }).click()
  const line = page.getByRole('dialog').getByText(/^plus SEK\s30\.00, not converted: no exchange rate$/)
  await expect(line).toBeVisible()
  expect(await line.evaluate((element) => getComputedStyle(element, '::first-letter').textTransform)).toBe(
    'uppercase',
  )
  await expectToLookWell(page)
  await page.getByRole('link', { name: 'Add an exchange rate' }).click()
  await expect(page).toHaveURL('/settings#exchange-rates')
  await expect(page.getByRole('heading', { name: 'Exchange rates' })).toBeInViewport()
})

test('what was gained with rates says since when it counts', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  const issueDate = daysFromToday(-40)
  for (const [day, rate] of [
    [issueDate, '1'],
    [daysFromToday(-1), '1.2'],
  ]) {
    const data = { currency: 'EUR', day, rate }
    const response = await page.request.put('/api/v1/rates', { headers: { origin: productUrl }, data })
    expect(response.status()).toBe(200)
  }
  const { id } = await postInvoice(page.request, { currency: 'EUR', issueDate })
  await markPaid(id)
  await page.goto('/dashboard')
  await expect(page.getByText('Since you started: payments in other currencies')).toBeVisible()
  await page.getByRole('button', { name: 'Why this number? Exchange gains, $250.00' }).click()
  await expect(page.getByRole('dialog')).toContainText('Payments and refunds since you started.')
})
