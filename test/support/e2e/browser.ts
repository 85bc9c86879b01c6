import { type APIRequestContext, type Locator, type Page, expect, test as base } from '@playwright/test'
import type axe from 'axe-core'
import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import type { Email } from 'postal-mime'
import { keepToasts } from './keep-toasts.ts'
import { isNewLook } from './new-look.ts'
import { mailFolder, productUrl } from './settings.ts'

// The minified version, which a page parses in half the time.
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export const password = 'correct horse battery staple'

/** Every browser test fails if the page throws, logs an error or violates the Content-Security-Policy. */
export const test = base.extend<{ allowedErrors: RegExp[] }>({
  // Every context of a test is created here, including those that the test opens itself.
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser)
      browser.newContext = async (options) => {
        const context = await newContext(options)
        await context.addInitScript(keepToasts)
        return context
      }
      await use(browser)
      browser.newContext = newContext
    },
    { scope: 'worker' },
  ],
  // Each test has its own IP address, so that rate limits by address do not apply to all tests together.
  extraHTTPHeaders: async ({ extraHTTPHeaders }, use) => {
    await use({ ...extraHTTPHeaders, 'x-forwarded-for': newAddress() })
  },
  allowedErrors: [[], { option: true }],
  page: async ({ page, allowedErrors }, use) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      // A refused request is expected where a test provokes it, and the page shows it.
      if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
        errors.push(message.text())
    })
    await use(page)
    expect(errors.filter((error) => !allowedErrors.some((allowed) => allowed.test(error)))).toEqual([])
  },
})

export const screens = [
  { name: 'wide', width: 1280, height: 900 },
  { name: 'small', width: 390, height: 844 },
] as const

/** Both widths and both themes. They are independent, so two combinations are enough. */
export const looks = [
  { ...screens[0], colorScheme: 'light' },
  { ...screens[1], colorScheme: 'dark' },
] as const

/** Rules that depend on width or colours. */
const lookRules = [
  'aria-hidden-focus',
  'button-name',
  'color-contrast',
  'label',
  'link-name',
  'scrollable-region-focusable',
]

/**
 * Rows and list items are alike. Checking more than these would find nothing new and take most of the time.
 */
const repeatedElements = [
  ['tbody > tr:nth-child(n + 9)'],
  ['li:nth-child(n + 13)'],
  ['section:nth-of-type(n + 13)'],
]

/** Rules that the text of an article can break. Everything else is the same for all articles. */
const proseRules = [
  'document-title',
  'duplicate-id-aria',
  'empty-heading',
  'heading-order',
  'image-alt',
  'link-name',
  'list',
  'listitem',
  'page-has-heading-one',
  'scrollable-region-focusable',
  'td-headers-attr',
  'th-has-data-cells',
]

/**
 * Checks the page with axe. `isAnotherLook`: the page was just checked in another width and theme.
 * `isOneOfMany`: another article, which the same page shows, was already checked.
 */
export async function expectAccessible(
  page: Page,
  { isAnotherLook = false, isOneOfMany = false } = {},
): Promise<void> {
  // Elements that appear or disappear have other colours during their animation. Infinite animations are not
  // waited for.
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.all(passing.map((animation) => animation.finished.catch(() => null)))
  })
  if (!(await isNewLook(page, isOneOfMany ? 'prose' : 'all'))) return
  // Loaded once per page, because parsing half a megabyte of script takes longer than the check.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  const axeOptions = {
    // Passed rules need no details, which would take longer than the check itself.
    resultTypes: ['violations' as const],
    ...(isAnotherLook ? { runOnly: lookRules } : isOneOfMany ? { runOnly: proseRules } : {}),
  }
  const violations = await page.evaluate(
    async ({ options, exclude }) => {
      const { axe: inPage } = globalThis as unknown as { axe: typeof axe }
      const found = await inPage.run({ exclude }, options)
      return found.violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.html) }))
    },
    { options: axeOptions, exclude: repeatedElements },
  )
  expect(violations).toEqual([])
}

/** Runs the work in each width and theme, on the same page. The last one stays. */
export async function inEachLook<T>(page: Page, work: () => Promise<T>): Promise<T[]> {
  const found: T[] = []
  for (const { width, height, colorScheme } of looks) {
    await page.setViewportSize({ width, height })
    // Without animations, so that no colour is measured in transition.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Even the shortest transition takes a frame.
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
    found.push(await work())
  }
  return found
}

/** Expects the page to be accessible and without horizontal overflow, in each width and theme. */
export async function expectToLookWell(page: Page): Promise<void> {
  let looked = 0
  const tooWide = await inEachLook(page, async () => {
    await expectAccessible(page, { isAnotherLook: looked++ > 0 })
    return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))
  })
  expect(tooWide).toEqual(looks.map(() => 0))
}

/** Makes a pre-rendered page load the app, as the first move of a mouse does, and waits until it is ready. */
export async function loadApp(page: Page): Promise<void> {
  let moved = 0
  await expect(async () => {
    await page.mouse.move(1 + (moved++ % 2), 1)
    const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    expect(loaded.some((name) => name.includes('/assets/main-'))).toBe(true)
  }).toPass()
}

/** Holds requests to a URL back. Returns a function that releases them. */
export async function holdRequests(page: Page, url: string): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await released
    await route.continue()
  })
  return async () => {
    release()
    await page.unrouteAll({ behavior: 'wait' })
  }
}

/**
 * Blocks the event stream, which would report within twenty seconds that the session ended elsewhere, so that
 * the page has to find out itself.
 */
export async function blockLiveUpdates(page: Page): Promise<void> {
  await page.route(/\/api\/v1\/live\?/, () => undefined)
}

/** After `page.clock.install()`: stops the page's clock, so that no timer fires. */
export async function stopClock(page: Page): Promise<void> {
  const hour = 3_600_000
  await page.clock.pauseAt(Date.now() + hour)
}

export function toast(page: Page, title: string, description?: string): Locator {
  const found = page.getByRole('alert').filter({ hasText: title })
  return description === undefined ? found : found.filter({ hasText: description })
}

/** Returns an address of a private network. */
function newAddress(): string {
  return ['10', ...randomBytes(3)].join('.')
}

export const newEmail = () => `${randomUUID()}@example.com`

/** Creates an account without the page. */
export async function signUp(request: APIRequestContext, email = newEmail(), chosen = password) {
  const response = await request.post('/api/v1/auth/sign-up', {
    headers: { origin: productUrl },
    data: { name: 'Test Owner', email, password: chosen, businessName: 'Test Business', timeZone: 'UTC' },
  })
  expect(response.status()).toBe(200)
  return { email, password: chosen }
}

/** Signs the browser in without the page, which shares the cookie. */
export async function signIn(page: Page, credentials: { email: string; password: string }): Promise<void> {
  const { email, password: typed } = credentials
  const response = await page.request.post('/api/v1/auth/sign-in', {
    headers: { origin: productUrl },
    data: { email, password: typed },
  })
  expect(response.status()).toBe(200)
}

/** Signs in on the page, once it is rendered: the URL changes before the page does. */
export async function signInOnThePage(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** Waits for the newest mail to this address with this subject. */
export async function mailTo(to: string, subject: string, text = ''): Promise<Email> {
  let found: Email | undefined
  await expect(async () => {
    const names = (await readdir(mailFolder))
      .filter((name) => name.endsWith('.eml'))
      .toSorted()
      .toReversed()
    for (const name of names) {
      const content = await readFile(join(mailFolder, name))
      if (!content.includes(to)) continue
      const mail = await PostalMime.parse(content)
      const isMeant = mail.subject?.includes(subject) && mail.text?.includes(text)
      if (isMeant && mail.to?.[0]?.address === to) {
        found = mail
        break
      }
    }
    expect(found).toBeDefined()
  }).toPass()
  return found!
}

export async function linkInMail(to: string, subject: string): Promise<string> {
  const { text } = await mailTo(to, subject)
  return /https?:\/\/\S+/.exec(text ?? '')![0]
}

/** Returns the first bytes of a mail's PDF attachment. */
export function pdfHeadOf({ attachments }: Email): string {
  const pdf = attachments.find(({ mimeType }) => mimeType === 'application/pdf')
  return Buffer.from(pdf?.content as ArrayBuffer)
    .subarray(0, 5)
    .toString()
}

/** Moves the focus with the Tab key until it is on the target. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('the Tab key does not lead there')
}
