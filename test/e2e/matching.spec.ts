import { type Page, expect } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { expectToLookWell, screens, signIn, signUp, test, toast } from '../support/e2e/browser.ts'
import { daysFromToday, makeExpense } from '../support/e2e/expenses.ts'
import { makeInvoice } from '../support/e2e/invoices.ts'
import { setPlan } from '../support/e2e/plan.ts'
import { productUrl } from '../support/e2e/settings.ts'

const [wide, small] = screens
const headers = { origin: productUrl }

/** Imports a bank file without a page. */
async function importRows(page: Page, rows: readonly (readonly [text: string, amount: string])[]) {
  const day = daysFromToday(0)
  const lines = ['Date,Description,Amount', ...rows.map(([text, amount]) => `${day},${text},${amount}`)]
  const upload = await page.request.post(`/api/v1/bank-imports?fileName=bank.csv&requestId=${randomUUID()}`, {
    headers: { ...headers, 'content-type': 'text/csv' },
    data: Buffer.from(`${lines.join('\n')}\n`),
  })
  expect(upload.status()).toBe(200)
  const preview = await upload.json()
  expect(preview.questions).toEqual([])
  const confirmed = await page.request.post(`/api/v1/bank-imports/${preview.import.id}/confirm`, {
    headers,
    data: { choices: {}, targets: [{ accountId: null, bankName: 'Harbor Bank', currency: 'USD' }] },
  })
  expect(confirmed.status()).toBe(200)
}

const matches = async (page: Page, state: 'suggested' | 'accepted') =>
  (await (await page.request.get(`/api/v1/matches?state=${state}`)).json()).matches.length
const statusOf = async (page: Page, id: string) =>
  (await (await page.request.get(`/api/v1/invoices/${id}`)).json()).status

const queue = (page: Page) => page.getByRole('region', { name: 'Matches to review' })
const card = (page: Page, text: string) => queue(page).getByRole('article', { name: text })

test('matches are reviewed by keyboard, undone, and those that are certain need no review', async ({
  page,
}) => {
  await signIn(page, await signUp(page.request))
  await setPlan(page, 'pro')
  const certain = await makeInvoice(page, { client: 'Aster Design', minor: 120_000 })
  const probable = await makeInvoice(page, { client: 'Birch Media', minor: 45_600 })
  await makeExpense(page, { notes: 'Paper and ink', minor: 2755, inDays: -1 })
  await importRows(page, [
    [`Transfer ${certain.number} Aster Design`, '1200.00'],
    ['Credit transfer', '456.00'],
    ['Stationer 0812', '-27.55'],
  ])
  await expect.poll(() => matches(page, 'accepted')).toBe(1)
  await expect.poll(() => matches(page, 'suggested')).toBe(2)
  expect(await statusOf(page, certain.id)).toBe('paid')

  await page.setViewportSize(wide)
  await page.goto('/transactions')
  await expect(page.getByRole('button', { name: /^Matched: Transfer/ })).toBeVisible()
  await page.getByRole('link', { name: 'Review 2' }).click()
  await expect(page.getByRole('heading', { name: 'Review matches' })).toBeVisible()
  await expect(page.getByText('2 matches to review')).toBeVisible()
  await expect(card(page, 'Stationer 0812')).toBeFocused()
  await expect(card(page, 'Credit transfer')).toContainText(`Invoice ${probable.number}`)
  await expectToLookWell(page)

  // By keyboard: the keys work while the focus is in the list.
  await page.setViewportSize(small)
  await card(page, 'Credit transfer').getByRole('button', { name: 'Find another' }).focus()
  await page.keyboard.press('a')
  await expect(toast(page, 'Payment Recorded')).toBeVisible()
  await expect(card(page, 'Credit transfer')).toHaveCount(0)
  await expect(card(page, 'Stationer 0812')).toBeFocused()
  expect(await statusOf(page, probable.id)).toBe('paid')
  await page.keyboard.press('u')
  await expect(toast(page, 'Match Undone')).toBeVisible()
  await expect(card(page, 'Credit transfer')).toBeFocused()
  expect(await statusOf(page, probable.id)).toBe('pending')
  await page.keyboard.press('k')
  await expect(card(page, 'Stationer 0812')).toBeFocused()
  await page.keyboard.press('j')
  await expect(card(page, 'Credit transfer')).toBeFocused()
  await page.keyboard.press('k')
  await expect(card(page, 'Stationer 0812')).toBeFocused()
  // The next key comes as soon as the next card has the focus. The browser handles keys before timers.
  await card(page, 'Credit transfer').evaluate((element) => {
    const accept = () => element.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))
    const press = () => void scheduler.postTask(accept, { priority: 'user-blocking' })
    element.addEventListener('focus', press, { once: true })
  })
  await page.keyboard.press('x')
  await expect(toast(page, 'Not a Match')).toBeVisible()
  await expect(card(page, 'Stationer 0812')).toHaveCount(0)
  await expect(page.getByText('Nothing to review').first()).toBeVisible()
  expect(await statusOf(page, probable.id)).toBe('paid')
  await expectToLookWell(page)
  await expect(queue(page)).toBeFocused()
  await page.keyboard.press('u')
  await expect(card(page, 'Credit transfer')).toBeFocused()
  await page.keyboard.press('a')
  await expect(page.getByText('Nothing to review').first()).toBeVisible()

  // The invoice names the transaction that paid it.
  await page.goto(`/invoices/${certain.id}`)
  await expect(page.getByRole('link', { name: `Transfer ${certain.number} Aster Design` })).toBeVisible()
  await page.goto('/transactions/review')

  // What was matched without asking says why, and can be undone.
  const matched = page.getByRole('listitem').filter({ hasText: 'Without asking' })
  await expect(matched).toContainText('and the text names it')
  await matched.getByRole('button', { name: /^Undo the match/ }).click()
  await expect(toast(page, 'Match Undone')).toBeVisible()
  await expect.poll(() => statusOf(page, certain.id)).toBe('pending')
})

test('a transaction is matched by hand, made an expense, and its match undone', async ({ page }) => {
  await signIn(page, await signUp(page.request))
  await setPlan(page, 'pro')
  const first = await makeInvoice(page, { client: 'Cedar Works', minor: 30_000 })
  const second = await makeInvoice(page, { client: 'Dune Travel', minor: 20_000 })
  await importRows(page, [
    ['Deposit at the counter', '512.00'],
    ['Bakery', '-9.80'],
  ])
  await expect
    .poll(async () => (await (await page.request.get('/api/v1/transactions')).json()).transactions.length)
    .toBe(2)

  await page.setViewportSize(wide)
  await page.goto('/transactions')
  await page.getByRole('button', { name: 'Not matched: Deposit at the counter' }).click()
  const dialog = page.getByRole('dialog', { name: 'What it belongs to' })
  await dialog.getByRole('checkbox', { name: `Select Invoice ${first.number}` }).check()
  await dialog.getByRole('checkbox', { name: `Select Invoice ${second.number}` }).check()
  await expectToLookWell(page)
  await dialog.getByRole('button', { name: 'Record payment for 2 invoices' }).click()
  await expect(dialog).toHaveCount(0)
  expect([await statusOf(page, first.id), await statusOf(page, second.id)]).toEqual(['paid', 'paid'])

  await page.getByRole('button', { name: 'Not matched: Bakery' }).click()
  await dialog.getByLabel('Or add it as an expense').selectOption('Supplies')
  await dialog.getByRole('button', { name: 'Add expense' }).click()
  await expect(toast(page, 'Expense Matched')).toBeVisible()
  const { expenses } = await (await page.request.get('/api/v1/expenses')).json()
  expect(expenses).toMatchObject([{ amountMinor: 980, category: 'Supplies', vendor: 'Bakery' }])

  await page.getByRole('button', { name: 'Matched: Deposit at the counter' }).click()
  await dialog.getByRole('button', { name: 'Undo this match' }).click()
  await expect(toast(page, 'Match Undone')).toBeVisible()
  expect([await statusOf(page, first.id), await statusOf(page, second.id)]).toEqual(['pending', 'pending'])
})
