import { type Page, expect } from '@playwright/test'
import type { Role } from '../../src/shared/roles.ts'
import { expectToLookWell, screens, signIn, signUp, test } from '../support/e2e/browser.ts'
import { asDatabaseOwner } from '../support/e2e/database.ts'
import { signInWithLongTexts } from '../support/e2e/long-texts.ts'

const sessionOf = async (page: Page) => (await (await page.request.get('/api/v1/session')).json()).session

/** Fills a business, and signs the page in as another member of it. Returns the ids of the records. */
async function signInAs(page: Page, role: Role) {
  const ids = await signInWithLongTexts(page)
  const { business } = await sessionOf(page)
  await signIn(page, await signUp(page.request))
  const { user } = await sessionOf(page)
  await asDatabaseOwner(`insert into members (business_id, user_id, role) values ($1, $2, $3)`, [
    business.id,
    user.id,
    role,
  ])
  await asDatabaseOwner('update auth.sessions set business_id = $1 where user_id = $2', [
    business.id,
    user.id,
  ])
  expect((await sessionOf(page)).memberRole).toBe(role)
  return ids
}

type Ids = Awaited<ReturnType<typeof signInAs>>

const salesPages = ({ invoices, series, estimates, client }: Ids) => [
  '/invoices',
  `/invoices/${invoices.pending}`,
  `/invoices/${invoices.paid}`,
  '/invoices/recurring',
  `/invoices/recurring/${series}`,
  '/invoices/templates',
  '/estimates',
  `/estimates/${estimates.open}`,
  `/estimates/${estimates.accepted}`,
  '/clients',
  `/clients/${client}`,
  `/clients/${client}/statement`,
]
const salesForms = ({ invoices, estimates, template }: Ids) => [
  '/invoices/new',
  `/invoices/${invoices.pending}/edit`,
  `/invoices/templates/${template}`,
  `/estimates/${estimates.open}/edit`,
]
const moneyPages = ({ expense, recurringExpense, receipt, payout }: Ids) => [
  '/dashboard',
  '/dashboard?tab=invoices',
  '/dashboard?tab=expenses',
  '/expenses',
  `/expenses/${expense}/edit`,
  '/expenses/recurring',
  `/expenses/recurring/${recurringExpense}`,
  '/bank-connections',
  '/transactions',
  '/transactions/review',
  '/transactions/receipts',
  `/transactions/receipts/${receipt}`,
  '/transactions/receipts?filter=missing',
  '/payouts',
  `/payouts/${payout}`,
  '/reports',
  '/reports/profit-and-loss',
  '/reports/packages',
]

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Not Part of Your Role' })).toBeHidden()
}

/** The requests of the page that were refused. They would also make it load the session again. */
function watchRefused(page: Page): string[] {
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(`${response.request().method()} ${response.url()}`)
  })
  return refused
}

/** The controls of the page with such a name, and its links to such an address. */
async function findOffers(page: Page, name: RegExp, address: RegExp): Promise<string[]> {
  const offers: string[] = []
  for (const role of ['button', 'link', 'menuitem', 'switch', 'tab'] as const) {
    for (const control of await page.getByRole('main').getByRole(role, { name }).all()) {
      if (await control.isVisible()) offers.push(`${role} ${(await control.textContent())?.slice(0, 60)}`)
    }
  }
  for (const link of await page.getByRole('main').getByRole('link').all()) {
    const href = (await link.getAttribute('href')) ?? ''
    if (address.test(href)) offers.push(`link to ${href}`)
  }
  return offers
}

test('a viewer sees every page, and nothing that changes anything', async ({ page }) => {
  const ids = await signInAs(page, 'viewer')
  const refused = watchRefused(page)
  const changes =
    /^(accept|add|archive|clear category|connect|create|decline|delete|duplicate|edit|email|import|invoice the|mark|make invoice|new|not a match|open it again|pause|receipt settings|reconnect|record|refresh|refund|remind|remove|rename|renew|resume|save|select several|send|set|skip|start|stop|undo|unarchive|upgrade|upload|use)\b/i
  const elsewhere =
    /\/new\b|\/import\b|^\/(integrations|settings|pricing)|^\/reports\/(settings|accounts)|^\/invoices\/.*\/edit|^\/estimates\/.*\/edit/
  for (const path of [...salesPages(ids), ...moneyPages(ids)]) {
    await test.step(path, async () => {
      await open(page, path)
      // First, so that everything has been loaded.
      await expectToLookWell(page)
      expect(await findOffers(page, changes, elsewhere)).toEqual([])
      await page.setViewportSize(screens[0])
      expect(await findOffers(page, changes, elsewhere)).toEqual([])
      // Comments are the one thing that a viewer writes.
      const main = page.getByRole('main')
      const comments = await main.getByLabel('New comment').count()
      await expect(main.locator('textarea:not([disabled])')).toHaveCount(comments)
    })
  }
  expect(refused).toEqual([])
})

test('a viewer comments on an expense, and finds plans but none to choose', async ({ page }) => {
  const { expense } = await signInAs(page, 'viewer')
  await open(page, `/expenses/${expense}/edit`)
  await page.getByLabel('New comment').fill('Is there a receipt?')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  const comments = page.getByRole('region', { name: 'Comments' })
  await expect(comments.getByRole('listitem')).toContainText('Is there a receipt?')
  await open(page, '/pricing')
  await expect(page.getByText('The owner of the business can change the plan.')).toBeVisible()
  await expect(page.getByText('Your Plan', { exact: true })).toBeVisible()
  expect(await findOffers(page, /^(choose|try|switch to|start)\b/i, /^\/(signup|settings)/)).toEqual([])
  await expectToLookWell(page)
})

test('the menus of a viewer have what can be read', async ({ page }) => {
  const ids = await signInAs(page, 'viewer')
  for (const path of [`/invoices/${ids.invoices.pending}`, `/estimates/${ids.estimates.open}`]) {
    await open(page, path)
    await page.getByRole('button', { name: /^More actions/ }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Download PDF', 'Print', 'View as client'])
  }
})

test('a member in sales sees invoices, estimates and clients, and nothing about money elsewhere', async ({
  page,
}) => {
  const ids = await signInAs(page, 'sales')
  const refused = watchRefused(page)
  const changes =
    /^(mark as paid|record|refund|undo|add tax rate|manage tax rates|upload logo|why this number|upgrade)/i
  const elsewhere =
    /^\/(dashboard|expenses|transactions|bank-connections|payouts|reports|integrations|settings|pricing|import)/
  for (const path of [...salesPages(ids), ...salesForms(ids)]) {
    await test.step(path, async () => {
      await open(page, path)
      await expectToLookWell(page)
      expect(await findOffers(page, changes, elsewhere)).toEqual([])
      await page.setViewportSize(screens[0])
      expect(await findOffers(page, changes, elsewhere)).toEqual([])
    })
  }
  await open(page, `/invoices/${ids.invoices.pending}`)
  await expect(page.getByRole('link', { name: 'Edit', exact: true }).first()).toBeVisible()
  expect(await findOffers(page, /^edit/i, /\/edit$/)).toContain('link Edit')
  await page
    .getByRole('button', { name: /^More actions/ })
    .first()
    .click()
  await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Mark as paid' })).toBeHidden()
  expect(refused).toEqual([])
})
