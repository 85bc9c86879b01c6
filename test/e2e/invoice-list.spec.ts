import { type Page, expect } from '@playwright/test'
import {
  expectAccessible,
  expectToLookWell,
  inEachLook,
  looks,
  signIn,
  signUp,
  tabTo,
  test,
} from '../support/e2e/browser.ts'
import { addInvoices, makeInvoice, makeOneOfEach } from '../support/e2e/invoices.ts'

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })
const row = (page: Page, client: string) => rows(page).filter({ hasText: client })
const card = (page: Page, label: string) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: label, exact: true }) })
    .last()
const status = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Status' }).getByRole('button', { name })

test('filters and search go by the address, Back undoes them, and the sums count everything', async ({
  page,
  request,
}) => {
  await signIn(page, await signUp(request))
  const { overdue } = await makeOneOfEach(page)
  await page.goto('/invoices')
  await expect(page).toHaveTitle('Invoices · Millrace')
  await expect(rows(page)).toHaveCount(3)
  const sums = async () => {
    await expect(card(page, 'Total Outstanding')).toContainText('$1,200.50')
    await expect(card(page, 'Total Outstanding')).toContainText('2 invoices')
    await expect(card(page, 'Total Paid')).toContainText('$3,333.33')
    await expect(card(page, 'Overdue')).toContainText('$200.50')
    await expect(card(page, 'Overdue')).toContainText('1 invoice ')
  }
  await sums()
  for (const [client, word] of [
    ['Corner Bakery', 'Pending'],
    ['Bike Repair', 'Overdue'],
    ['Ceramics Studio', 'Paid'],
  ] as const) {
    await expect(row(page, client).getByText(word, { exact: true })).toBeVisible()
    await status(page, word).click()
    await expect(rows(page)).toHaveCount(1)
    await expect(row(page, client)).toBeVisible()
    await expect(status(page, word)).toHaveAttribute('aria-pressed', 'true')
    await expect(page).toHaveURL(`/invoices?status=${word.toLowerCase()}`)
    await sums()
    await page.goBack()
    await expect(page).toHaveURL('/invoices')
    await expect(rows(page)).toHaveCount(3)
  }

  await status(page, 'Pending').click()
  const search = page.getByRole('searchbox', { name: 'Search by client, number or amount' })
  await search.pressSequentially('BAKE')
  await expect(page).toHaveURL('/invoices?status=pending&search=BAKE')
  await expect(row(page, 'Corner Bakery')).toBeVisible()
  await expect(search).toBeFocused()
  await search.pressSequentially('x')
  await expect(page.getByRole('heading', { name: 'No invoices match' })).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(search).toHaveValue('BAKEx')
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(rows(page)).toHaveCount(3)
  await expect(search).toHaveValue('')
  // Typing adds no history entries: Back leads to the previous search, and then past it.
  await page.goBack()
  await expect(search).toHaveValue('BAKEx')
  await page.goBack()
  await expect(page).toHaveURL('/invoices')
  await expect(search).toHaveValue('')
  await expect(rows(page)).toHaveCount(3)

  for (const wanted of ['$200.50', overdue.number]) {
    await search.fill(wanted)
    await expect(rows(page)).toHaveCount(1)
    await expect(row(page, 'Bike Repair')).toBeVisible()
  }
  await search.fill('')
  await expect(rows(page)).toHaveCount(3)

  // The back link of an invoice leads to the list with its filters.
  await status(page, 'Overdue').click()
  await page.getByRole('link', { name: 'Bike Repair' }).click()
  // The list itself also has a link with this name.
  await expect(page.getByRole('heading', { level: 1, name: /^Invoice [0-9A-F]{8}$/ })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Invoices', exact: true }).click()
  await expect(page).toHaveURL('/invoices?status=overdue')
  await expect(rows(page)).toHaveCount(1)
})

test('more than a page is turned over, and a filter begins at the first page', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  await addInvoices(page, 60)
  await page.goto('/invoices')
  await expect(page.getByText('50 invoices on this page')).toBeVisible()
  // The latest due date comes first.
  await expect(rows(page).first()).toContainText('Client 60')
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('10 invoices on this page')).toBeVisible()
  await expect(rows(page).last()).toContainText('Client 1')
  await expect(page).toHaveURL(/after=/)
  await page.reload()
  await expect(rows(page)).toHaveCount(10)
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(rows(page).first()).toContainText('Client 60')
  await page.goBack()
  await expect(rows(page)).toHaveCount(10)
  await page.getByRole('searchbox').fill('client 59')
  await expect(rows(page)).toHaveCount(1)
  await expect(page).toHaveURL('/invoices?search=client+59')

  // An invalid cursor or status leads to the first page, without a message.
  await page.goto('/invoices?status=bogus')
  await expect(rows(page)).toHaveCount(50)
  await expect(status(page, 'All')).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL('/invoices')
  await page.goto('/invoices?status=pending&after=nonsense')
  await expect(page).toHaveURL('/invoices?status=pending')
  await expect(rows(page)).toHaveCount(50)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a wide screen shows twenty invoices at once, a phone the first ones without scrolling', async ({
  page,
  request,
}) => {
  await signIn(page, await signUp(request))
  await makeInvoice(page, { client: 'The quick brown fox '.repeat(6), minor: 99_999_999_999, dueInDays: 60 })
  await addInvoices(page, 30)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/invoices')
  await expect(rows(page)).toHaveCount(31)
  const bottoms = await rows(page).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom))
  const header = (await page.getByRole('banner').boundingBox())!
  const top = (await page.getByRole('table', { name: 'Invoices' }).boundingBox())!.y
  expect(bottoms[19]! - top + header.height).toBeLessThanOrEqual(900)

  await page.setViewportSize({ width: 390, height: 844 })
  for (const label of ['Total Outstanding', 'Total Paid', 'Overdue']) {
    await expect(page.getByRole('heading', { name: label, exact: true })).toBeInViewport({ ratio: 1 })
  }
  await expect(rows(page).nth(1)).toBeInViewport({ ratio: 1 })
  await expect(rows(page).first().getByRole('button', { name: 'Payment Link' })).toBeInViewport({ ratio: 1 })
  // A card opens its invoice wherever it is pressed beside its buttons.
  await page.mouse.click(380 - 16, (await rows(page).nth(1).boundingBox())!.y + 16)
  await expect(page.getByRole('heading', { level: 1, name: /^Invoice / })).toBeVisible()
})

test('what needs attention has a name and a tooltip, and a paid invoice paler buttons', async ({
  page,
  request,
}) => {
  await signIn(page, await signUp(request))
  const { pending } = await makeOneOfEach(page)
  await page.route(/\/api\/v1\/invoices$/, async (route) => {
    const response = await route.fetch()
    const { invoices, ...rest } = await response.json()
    const failed = { mail: 'failed', sentAt: '2026-11-01T12:00:00Z', remindersPausedBy: 'client' }
    const changed = invoices.map((one: { id: string }) =>
      one.id === pending.id ? { ...one, ...failed } : one,
    )
    await route.fulfill({ response, json: { invoices: changed, ...rest } })
  })
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/invoices')
  for (const text of ['Not delivered', 'Reminders paused · client says it’s paid']) {
    const tooltip = row(page, 'Corner Bakery').getByText(text)
    await expect(tooltip).toHaveCSS('opacity', '0')
    await tooltip.locator('..').hover()
    await expect(tooltip).toHaveCSS('opacity', '1')
  }
  const color = (client: string) =>
    row(page, client)
      .getByRole('link', { name: 'Edit', exact: true })
      .evaluate((link) => getComputedStyle(link).color)
  expect(await color('Ceramics Studio')).not.toBe(await color('Corner Bakery'))
  await expectToLookWell(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(row(page, 'Corner Bakery').getByText('Not delivered')).toHaveCSS('opacity', '1')
})

test('a failure is said twice over and Try again mends it', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  await makeInvoice(page)
  let broken = true
  await page.route(/\/api\/v1\/invoices$/, (route) =>
    broken ? route.fulfill({ status: 500, body: 'no' }) : route.continue(),
  )
  await page.goto('/invoices')
  const message = 'Failed to load invoices. Please try again.'
  await expect(page.getByRole('main').getByText(message)).toBeVisible()
  await expect(page.getByLabel('Notifications').getByRole('alert')).toContainText(message)
  await expectAccessible(page)
  broken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(row(page, 'Test Client')).toBeVisible()
})

test('empty and filled: for everybody, and nothing sticks out', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  await page.goto('/invoices')
  await expect(page.getByRole('heading', { name: 'No invoices yet' })).toBeVisible()
  await expectToLookWell(page)
  await makeOneOfEach(page)
  const long = await makeInvoice(page, { client: 'Thequickbrownfox'.repeat(7), minor: 99_999_999_999 })
  await page.reload()
  await expect(rows(page)).toHaveCount(4)
  await expectToLookWell(page)
  await inEachLook(page, async () => {
    await expect(page.getByRole('link', { name: 'Create Invoice' })).toHaveAttribute('href', '/invoices/new')
    await expect(row(page, 'Thequickbrownfox').getByRole('link', { name: 'Edit' })).toHaveAttribute(
      'href',
      `/invoices/${long.id}/edit`,
    )
  })
  for (const { width, height } of looks) {
    await page.setViewportSize({ width, height })
    await row(page, 'Thequickbrownfox').getByRole('link', { name: 'Thequickbrownfox' }).click()
    await expect(page).toHaveURL(`/invoices/${long.id}`)
    await page.goBack()
  }
})

test('an invoice with many badges leaves room for the clients, and a distance in its card', async ({
  page,
  request,
}) => {
  await signIn(page, await signUp(request))
  const { number } = await makeInvoice(page, { client: 'Corner Bakery' })
  await page.route('**/api/v1/invoices*', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const badges = { openMinor: 50_000, creditNotesMinor: 25_000, hasTestPayments: true }
    const invoices = answer.invoices.map((invoice: object) => ({
      ...invoice,
      ...badges,
      number: 'INV-2026-0001',
    }))
    await route.fulfill({ response, json: { ...answer, invoices } })
  })
  await page.goto('/invoices')
  const badges = [/^Pending$/, /^Part paid$/, /^Part credited$/, /^Test payment/].map((name) =>
    row(page, 'Corner Bakery').getByText(name),
  )
  for (const badge of badges) await expect(badge).toBeVisible()
  await expect(row(page, number)).toHaveCount(0)
  await page.setViewportSize({ width: 1280, height: 900 })
  const cells = row(page, 'Corner Bakery').getByRole('cell')
  expect((await cells.nth(1).boundingBox())!.width).toBeGreaterThan(200)
  expect((await cells.nth(4).boundingBox())!.width).toBeLessThan(320)
  await page.setViewportSize({ width: 390, height: 844 })
  const textBottom = await row(page, 'Corner Bakery')
    .getByText('INV-2026-0001')
    .evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return range.getBoundingClientRect().bottom
    })
  const tops = await Promise.all(badges.map(async (badge) => (await badge.boundingBox())!.y))
  expect(Math.min(...tops)).toBeGreaterThan(textBottom + 3)
})

test('between a phone and a wide screen every button keeps its name and its place', async ({
  page,
  request,
}) => {
  await signIn(page, await signUp(request))
  await makeInvoice(page, { client: 'The quick brown fox '.repeat(6), minor: 99_999_999_999 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/invoices')
  await expect(row(page, 'The quick brown fox')).toBeVisible()
  const table = page.getByRole('table', { name: 'Invoices' })
  const buttons = [
    table.getByRole('link', { name: 'Edit', exact: true }),
    table.getByRole('button', { name: 'Payment Link', exact: true }),
    table.getByRole('button', { name: 'Email', exact: true }),
    table.getByRole('button', { name: /More actions/ }),
  ]
  for (const width of [360, 640, 700, 768, 816, 820, 900, 1024, 1110, 1200, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    const box = (await table.locator('..').boundingBox())!
    for (const button of buttons) {
      const { x, width: own } = (await button.boundingBox())!
      expect(x + own, `${width} pixels`).toBeLessThanOrEqual(box.x + box.width)
    }
    expect(await table.evaluate((element) => element.scrollWidth - element.parentElement!.clientWidth)).toBe(
      0,
    )
  }

  // Where only the icon is visible, its label appears on hover and on keyboard focus.
  await page.setViewportSize({ width: 1280, height: 900 })
  const word = buttons[1]!.getByText('Payment Link')
  await expect(word).toHaveCSS('opacity', '0')
  await buttons[1]!.hover()
  await expect(word).toHaveCSS('opacity', '1')
  await buttons[3]!.hover()
  await expect(word).toHaveCSS('opacity', '0')
  await tabTo(page, buttons[1]!)
  await expect(word).toHaveCSS('opacity', '1')
  await expectAccessible(page)
})
