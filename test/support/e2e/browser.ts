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

// The short one: a page reads it in half the time.
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export const password = 'correct horse battery staple'

/** Every browser test fails when the page throws, logs an error or runs into the security policy. */
export const test = base.extend<{ allowedErrors: RegExp[] }>({
  // Every context of a test is made here, also one that the test asks for itself.
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
  // An address on the network for each test: what is limited for one address is not limited for all tests together.
  extraHTTPHeaders: async ({ extraHTTPHeaders }, use) => {
    await use({ ...extraHTTPHeaders, 'x-forwarded-for': newAddress() })
  },
  allowedErrors: [[], { option: true }],
  page: async ({ page, allowedErrors }, use) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      // A refused request is expected where a test provokes it, and is seen in what the page shows.
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

/** Both widths and both colours; neither depends on the other, so not every pair of them. */
export const looks = [
  { ...screens[0], colorScheme: 'light' },
  { ...screens[1], colorScheme: 'dark' },
] as const

/** What another width or other colours can change. */
const ofTheLook = [
  'aria-hidden-focus',
  'button-name',
  'color-contrast',
  'label',
  'link-name',
  'scrollable-region-focusable',
]

/** Rows and points of a list are alike: after so many there is nothing new to find, and it would take most of the time. */
const alike = [['tbody > tr:nth-child(n + 9)'], ['li:nth-child(n + 13)'], ['section:nth-of-type(n + 13)']]

/** What the text of an article can break; all else is drawn by the one page that shows them. */
const ofProse = [
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
 * `isAnotherLook`: all else was looked at a moment ago, at another width and in other colours. `isOneOfMany`: another
 * article was looked at, which the same page shows.
 */
export async function expectAccessible(
  page: Page,
  { isAnotherLook = false, isOneOfMany = false } = {},
): Promise<void> {
  // What is about to appear or go has other colours on its way; what turns for ever is not waited for.
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.all(passing.map((animation) => animation.finished.catch(() => null)))
  })
  if (!(await isNewLook(page, isOneOfMany ? 'prose' : 'all'))) return
  // Once a page: to read half a megabyte of script takes longer than to go through what is shown.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  const wanted = {
    // What is fine need not be described, which takes longer than finding out.
    resultTypes: ['violations' as const],
    ...(isAnotherLook ? { runOnly: ofTheLook } : isOneOfMany ? { runOnly: ofProse } : {}),
  }
  const violations = await page.evaluate(
    async ({ options, exclude }) => {
      const { axe: inPage } = globalThis as unknown as { axe: typeof axe }
      const found = await inPage.run({ exclude }, options)
      return found.violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.html) }))
    },
    { options: wanted, exclude: alike },
  )
  expect(violations).toEqual([])
}

/** Does this in each look, without going through the page once more. The last one stays. */
export async function inEachLook<T>(page: Page, work: () => Promise<T>): Promise<T[]> {
  const found: T[] = []
  for (const { width, height, colorScheme } of looks) {
    await page.setViewportSize({ width, height })
    // Without motion, or a colour would be measured on its way to the other.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Even the shortest way takes a frame.
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
    found.push(await work())
  }
  return found
}

/** In each look accessible, with nothing beyond the side of the screen. */
export async function expectToLookWell(page: Page): Promise<void> {
  let looked = 0
  const tooWide = await inEachLook(page, async () => {
    await expectAccessible(page, { isAnotherLook: looked++ > 0 })
    return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))
  })
  expect(tooWide).toEqual(looks.map(() => 0))
}

/** Lets a page that was rendered ahead fetch the app, as the first move of a mouse does, and waits until it is there. */
export async function wake(page: Page): Promise<void> {
  let moved = 0
  await expect(async () => {
    await page.mouse.move(1 + (moved++ % 2), 1)
    const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    expect(loaded.some((name) => name.includes('/assets/main-'))).toBe(true)
  }).toPass()
}

/** Holds the requests to an address back until told to let them go. */
export async function hold(page: Page, url: string): Promise<() => Promise<void>> {
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

/** Nobody tells the page that its session was ended elsewhere, which happens within twenty seconds: it has to find out. */
export async function stayUntold(page: Page): Promise<void> {
  await page.route('**/api/v1/live', () => undefined)
}

/** After `page.clock.install()`: from here on nothing of the page happens by the clock. */
export async function stopClock(page: Page): Promise<void> {
  const hour = 3_600_000
  await page.clock.pauseAt(Date.now() + hour)
}

export function toast(page: Page, title: string, description?: string): Locator {
  const found = page.getByRole('alert').filter({ hasText: title })
  return description === undefined ? found : found.filter({ hasText: description })
}

/** One of those that are for private networks. */
function newAddress(): string {
  return ['10', ...randomBytes(3)].join('.')
}

export const newEmail = () => `${randomUUID()}@example.com`

/** An account, made without the page. */
export async function signUp(request: APIRequestContext, email = newEmail(), chosen = password) {
  const response = await request.post('/api/v1/auth/sign-up', {
    headers: { origin: productUrl },
    data: { name: 'Test Owner', email, password: chosen, businessName: 'Test Business', timeZone: 'UTC' },
  })
  expect(response.status()).toBe(200)
  return { email, password: chosen }
}

/** Signs the browser in without the page: the cookie is shared with it. */
export async function signIn(page: Page, credentials: { email: string; password: string }): Promise<void> {
  const { email, password: typed } = credentials
  const response = await page.request.post('/api/v1/auth/sign-in', {
    headers: { origin: productUrl },
    data: { email, password: typed },
  })
  expect(response.status()).toBe(200)
}

/** Signs in as a person would, once the page is there: the address changes before the page does. */
export async function signInOnThePage(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** The newest mail to this address with this in its subject, once it has come. */
export async function mailTo(to: string, subject: string): Promise<Email> {
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
      if (mail.subject?.includes(subject) && mail.to?.[0]?.address === to) {
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

/** The first bytes of the PDF that a mail carries. */
export function pdfHeadOf({ attachments }: Email): string {
  const pdf = attachments.find(({ mimeType }) => mimeType === 'application/pdf')
  return Buffer.from(pdf?.content as ArrayBuffer)
    .subarray(0, 5)
    .toString()
}

/** Moves the focus with the Tab key alone until it is there. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('the Tab key does not lead there')
}
