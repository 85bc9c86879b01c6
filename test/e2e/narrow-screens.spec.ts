import { type Page, expect } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { reportNames } from '../../src/features/reports/rules.ts'
import { signInAdmin } from '../support/e2e/admin.ts'
import { test } from '../support/e2e/browser.ts'
import { fillAdminPages, longWord, signInWithLongTexts } from '../support/e2e/long-texts.ts'

/** Every page of the product, as the build lists them. */
const { pages } = JSON.parse(readFileSync('dist/web/routes.json', 'utf8')) as {
  pages: { pattern: string }[]
}
const patterns = pages.map(({ pattern }) => pattern)
const forMembers =
  /^\/(dashboard|invoices|estimates|clients|expenses|bank-connections|transactions|reports|payouts|integrations|settings)/
const isReport = (pattern: string) => pattern.startsWith('/reports')
const forAdmins = /^\/admin(?!\/login)/

test.use({ viewport: { width: 360, height: 780 } })

/** How far each screen scrolls sideways; those that do not are left out. */
async function findOverflow(
  page: Page,
  paths: readonly string[],
  open: (page: Page, path: string) => Promise<void>,
) {
  const found: Record<string, number> = {}
  for (const path of paths) {
    await open(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(/^Loading/)).toHaveCount(0)
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    const beyond = await page.evaluate(() => document.scrollingElement!.scrollWidth - innerWidth)
    if (beyond > 0) found[path.replaceAll(longWord(), '…')] = beyond
  }
  return found
}

async function load(page: Page, path: string): Promise<void> {
  // A change of the fragment alone would not load the page again.
  await page.goto('about:blank')
  await page.goto(path)
}

/** Opens a screen within the app, which takes a third of the time. */
async function switchTo(page: Page, path: string): Promise<void> {
  const navigate = (to: string) => page.evaluate((url) => history.pushState(null, '', url), to)
  const nowhere = page.getByRole('heading', { level: 1, name: '404' })
  if (page.url() === 'about:blank') await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Another screen in between, so that the heading is not that of the one before.
  await navigate('/nowhere')
  await expect(nowhere).toBeVisible()
  await navigate(path)
  await expect(nowhere).toBeHidden()
}

test('for a visitor, no screen scrolls sideways', async ({ page }) => {
  const open = patterns.filter((pattern) => !forMembers.test(pattern) && !forAdmins.test(pattern))
  expect(open.length).toBeGreaterThan(30)
  const failed = `error=access_denied&error_description=${longWord()}`
  const paths = [
    ...open,
    `/reset-password#${failed}`,
    `/login?error=${longWord()}`,
    `/faq?search=${longWord()}`,
    `/help?search=${longWord()}`,
    `/${longWord()}`,
    '/api/docs',
  ]
  expect(await findOverflow(page, paths, load)).toEqual({})
})

test('with long words in everything an owner has, no screen scrolls sideways', async ({ page }) => {
  const ids = await signInWithLongTexts(page)
  const idOf: Record<string, readonly (string | null)[]> = {
    '/invoices/:id': Object.values(ids.invoices),
    '/invoices/:id/edit': Object.values(ids.invoices),
    '/invoices/:id/view': Object.values(ids.invoices),
    '/invoices/recurring/:id': [ids.series],
    '/invoices/templates/:id': [ids.template],
    '/estimates/:id': Object.values(ids.estimates),
    '/estimates/:id/edit': Object.values(ids.estimates),
    '/estimates/:id/view': Object.values(ids.estimates),
    '/clients/:id': [ids.client],
    '/clients/:id/statement': [ids.client],
    '/expenses/:id/edit': [ids.expense],
    '/expenses/recurring/:id': [ids.recurringExpense],
    '/transactions/receipts/:id': [ids.receipt],
    '/payouts/:id': [ids.payout],
  }
  const screens = patterns
    .filter((pattern) => forMembers.test(pattern) && !isReport(pattern))
    .flatMap((pattern) => {
      if (!pattern.includes(':')) return [pattern]
      // A new address has to be added above.
      expect(idOf).toHaveProperty([pattern])
      return idOf[pattern]!.map((id) => pattern.replace(/:\w+/, String(id)))
    })
  expect(
    await findOverflow(
      page,
      [
        ...screens,
        `/invoices/new?template=${ids.template}`,
        `/invoices/recurring/new?from=${ids.invoices.pending}`,
        `/invoices/${ids.invoices.pending}/view?paid=said`,
        `/payment-success?invoice_id=${ids.invoices.paid}`,
        `/payment-success?invoice_id=${ids.invoices.pending}`,
        ...['/invoices', '/estimates', '/expenses', '/transactions'].map(
          (path) => `${path}?search=${longWord()}`,
        ),
        ...['?view=list', '?filter=missing', `?search=${longWord()}`].map(
          (query) => `/transactions/receipts${query}`,
        ),
        ...['reminders', 'subscription'].map((tab) => `/settings?tab=${tab}`),
        ...['email', 'banking', 'settings'].map((tab) => `/integrations?tab=${tab}`),
        ...['invoices', 'expenses'].map((tab) => `/dashboard?tab=${tab}`),
      ],
      switchTo,
    ),
  ).toEqual({})
})

test('with long words in what is reported, no report scrolls sideways', async ({ page }) => {
  await signInWithLongTexts(page)
  expect(
    await findOverflow(
      page,
      [
        ...patterns.filter((pattern) => isReport(pattern) && !pattern.includes(':')),
        ...reportNames.flatMap((name) => [
          `/reports/${name}`,
          `/reports/${name}?by=month&category=${longWord()}`,
        ]),
      ],
      switchTo,
    ),
  ).toEqual({})
})

test('with long words in what people wrote, no screen of an admin scrolls sideways', async ({
  page,
  request,
}) => {
  await signInWithLongTexts(page)
  await fillAdminPages(page)
  await signInAdmin(page, request)
  expect(
    await findOverflow(
      page,
      [
        ...patterns.filter((pattern) => forAdmins.test(pattern)),
        '/admin?tab=email',
        `/admin?search=${longWord()}`,
        `/admin/audit-log?person=${longWord()}`,
      ],
      switchTo,
    ),
  ).toEqual({})
})
