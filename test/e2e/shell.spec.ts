import { type Page, expect } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import {
  expectAccessible,
  expectToLookWell,
  loadApp,
  screens,
  signIn,
  signInOnThePage,
  signUp,
  test,
  toast,
} from '../support/e2e/browser.ts'

/** Every page of the product, as the build lists them. */
const { pages } = JSON.parse(readFileSync('dist/web/routes.json', 'utf8')) as {
  pages: { pattern: string; file: string | null; title: string }[]
}
const isRenderedAhead = (pattern: string) => pages.some((page) => page.pattern === pattern && page.file)
const pathOf = (pattern: string) => pattern.replaceAll(/:\w+/g, '8f14e45f-ceea-467f-8f3a-7a5b3c2d1e0f')
const paths = pages.map(({ pattern }) => pathOf(pattern))
const open = (path: string) =>
  !/^\/(activity|dashboard|invoices|estimates|clients|expenses|bank-connections|transactions|reports|payouts|import|integrations|settings|admin)/.test(
    path,
  ) || /\/view$|^\/admin\/login$/.test(path)

async function openPage(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Loading...')).toHaveCount(0)
}

/** One page of each kind is also checked in the other theme and width. */
const inBothLooks = new Set([
  '/',
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/admin/login',
  '/features',
  '/pricing',
  '/roadmap',
  '/terms',
  '/help/first-invoice',
])

/** Expects no horizontal overflow at any of these widths. */
async function expectToFit(page: Page, widths: readonly number[]) {
  const beyond: Record<number, number> = {}
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    beyond[width] = await page.evaluate(() =>
      Math.max(0, document.documentElement.scrollWidth - window.innerWidth),
    )
  }
  expect(beyond).toEqual(Object.fromEntries(widths.map((width) => [width, 0])))
}

async function expectFine(page: Page, path: string) {
  await openPage(page, path)
  if (inBothLooks.has(path)) {
    await expectToLookWell(page)
    await page.emulateMedia({ colorScheme: null, reducedMotion: null })
    await expectToFit(page, [768, screens[0].width])
  } else {
    // All articles are rendered by one page.
    const isOneOfMany = path.startsWith('/help/')
    await expectAccessible(page, { isOneOfMany })
    await expectToFit(page, isOneOfMany ? [390] : [390, 768, screens[0].width])
  }
}

/** Returns the compressed size of the scripts that a page has loaded without interaction. */
async function scriptBytes(page: Page): Promise<number> {
  const loaded = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((name) => name.endsWith('.js')),
  )
  expect(loaded).not.toEqual([])
  return loaded.reduce((sum, name) => sum + gzipSync(readFileSync(`dist/web${name}`), { level: 9 }).length, 0)
}

/**
 * Measuring scrolls and resizes the page, which is not an interaction. These events are hidden from its
 * scripts.
 */
async function blockApp(page: Page) {
  await page.addInitScript(() => {
    for (const sign of ['pointermove', 'wheel', 'scroll', 'focusin']) {
      addEventListener(sign, (event) => 'mayWake' in globalThis || event.stopImmediatePropagation(), true)
    }
  })
}

async function allowApp(page: Page) {
  await page.evaluate(() => Object.assign(globalThis, { mayWake: true }))
  await loadApp(page)
}

const isArticle = ({ pattern }: { pattern: string }) => pattern.startsWith('/help/')

const titleWhenMissing: Record<string, string> = {
  '/invoices/:id/view': 'Invoice not found',
  '/payment-success': 'Invoice not found',
  '/credit-notes/:id/view': 'Credit note not found',
  '/estimates/:id/view': 'Estimate not found',
  '/portal/:token': 'Link no longer valid · Millrace',
}

/** In two parts, so that they run in parallel. */
for (const [part, which] of [
  ['every page', (page: { pattern: string }) => !isArticle(page)],
  ['every article', isArticle],
] as const) {
  test(`for a visitor, ${part} names itself in the title, and axe finds nothing`, async ({ page }) => {
    const looked = pages.filter((each) => which(each) && open(each.pattern))
    expect(looked.length).toBeGreaterThan(15)
    await blockApp(page)
    for (const { pattern, title } of looked.filter((each) => !lookedAtElsewhere.has(each.pattern))) {
      expect(title).toMatch(/^.+ · Millrace$/)
      await expectFine(page, pathOf(pattern))
      // The title of a client's document is set once it is known which one it is, or that it does not exist.
      await expect(page).toHaveTitle(titleWhenMissing[pattern] ?? title)
      if (!isRenderedAhead(pattern)) continue
      expect(await scriptBytes(page), pattern).toBeLessThan(120_000)
      // The app hydrates the page without errors.
      if (inBothLooks.has(pattern)) await allowApp(page)
    }
  })
}

/** Their own tests check these pages, empty and filled, at both widths and in both themes. */
const lookedAtElsewhere = new Set([
  '/admin',
  '/admin/audit-log',
  '/admin/messages',
  '/admin/system',
  '/dashboard',
  '/invoices',
  '/invoices/new',
  '/expenses',
  '/expenses/new',
  '/expenses/recurring',
  '/bank-connections',
  '/transactions',
  '/integrations',
  '/settings',
  '/contact',
  '/help',
  '/faq',
])

test('axe finds nothing on any other page for a member, nor where there is nothing', async ({
  page,
  request,
}) => {
  await signIn(page, await signUp(request))
  for (const path of paths.filter((each) => !open(each) && !lookedAtElsewhere.has(each))) {
    await expectFine(page, path)
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  }
})

test('signed out, pages for members lead to /login and back to where one was going', async ({
  page,
  request,
}) => {
  const person = await signUp(request)
  // The redirect is the same for all of them, so one page of each part of the product is enough.
  const parts = new Set(['/dashboard', '/invoices/new', '/expenses', '/transactions', '/integrations'])
  for (const path of paths.filter((each) => parts.has(each))) {
    await page.goto(path)
    await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(path)}`)
  }
  await page.goto('/expenses/new?from=menu')
  await signInOnThePage(page, person.email)
  await expect(page).toHaveURL('/expenses/new?from=menu')
  // For signed-in users, these pages redirect to the dashboard.
  for (const path of ['/login', '/signup']) {
    await page.goto(path)
    await expect(page).toHaveURL('/dashboard')
  }
})

test('nobody is sent to another site after signing in', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  for (const evil of ['//evil.example/x', 'https://evil.example', '/\\evil.example']) {
    await page.goto(`/login?redirect=${encodeURIComponent(evil)}`)
    await expect(page).toHaveURL('/dashboard')
  }
})

test('signed out, /settings says Please Sign In', async ({ page }) => {
  await page.goto('/settings')
  await expect(page.getByRole('heading', { name: 'Please Sign In' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/login/)
})

test('a session that ended elsewhere sends to /login instead of failing', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Welcome, ' })).toBeVisible()
  await page.context().clearCookies()
  // The event when a user returns to the tab.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(page).toHaveURL(/\/login/)
  await expect(toast(page, 'Signed Out')).toBeVisible()
})

test('the header has the specified links for visitors and for members', async ({ page, request }) => {
  const links = () => page.getByRole('banner').getByRole('navigation').getByRole('link').allInnerTexts()
  await page.goto('/')
  expect(await links()).toEqual(['Features', 'Pricing', 'Log In', 'Sign Up'])
  const columns = page.getByRole('contentinfo').getByRole('heading')
  expect(await columns.allInnerTexts()).toEqual(['Product', 'Support', 'Legal'])
  await signIn(page, await signUp(request))
  await openPage(page, '/invoices')
  expect(await links()).toEqual([
    'Dashboard',
    'Invoices',
    'Expenses',
    'Transactions',
    'Integrations',
    'Settings',
  ])
  await expect(page.getByRole('banner').getByRole('link', { name: 'Invoices' })).toHaveAttribute(
    'aria-current',
    'page',
  )
})

test('an unknown path shows the not-found page with status 404', async ({ page }) => {
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible()
  await expect(page.getByText('Page Not Found')).toBeVisible()
  await expect(page.getByText("The page you are looking for doesn't exist or has been moved.")).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL('/')
})

test('the theme chosen holds across pages and reloads, without a flash', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  await page.getByRole('button', { name: /theme/i }).first().click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const response = await page.goto('/pricing')
  expect(await response?.text()).toContain('data-theme="dark"')
})

test('the small-screen menu opens, closes with Escape and gives the focus back', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const toggle = page.getByRole('button', { name: /menu/i })
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await toggle.click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Pricing' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Pricing' })).toBeHidden()
  await expect(toggle).toBeFocused()
  await toggle.click()
  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click()
  await expect(page).toHaveURL('/pricing')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Features' })).toBeHidden()
})

test('whoever begins to read stays there when the app takes the page over', async ({ page }) => {
  await page.goto('/terms')
  await page.mouse.wheel(0, 900)
  const isThere = () =>
    page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/main-')))
  await expect.poll(isThere).toBe(true)
  // The menu works once the app is ready.
  await page.getByRole('button', { name: 'Theme' }).click()
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('the public pages can be read', async ({ page }) => {
    for (const path of ['/', '/login', '/features', '/help', '/help/first-invoice', '/contact']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
  })
})

test.describe('nobody answers', () => {
  // React's message about a page that it could not render.
  test.use({ allowedErrors: [/PageNotLoaded/] })

  test('without a connection, the page says so at once and what to do', async ({ page }) => {
    await page.goto('/login')
    await loadApp(page)
    await page.getByLabel('Email', { exact: true }).fill('owner@example.com')
    await page.getByLabel('Password', { exact: true }).fill('some password')
    // The app handles this click, which shows that all of it has been loaded.
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Login Failed' })).toContainText('You are offline')
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue('owner@example.com')

    // A page that was not loaded yet says the same, and appears once there is a connection.
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be loaded')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be loaded')
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot Password')
  })
})

test('the API’s page is readable', async ({ page }) => {
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { level: 1, name: 'Millrace API' })).toBeVisible()
  await expectAccessible(page)
})
