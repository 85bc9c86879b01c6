import { type APIRequestContext, type Locator, type Page, expect } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Invoice } from '../../src/features/invoices/contract.ts'
import { addDays, dateIn, formatDate } from '../../src/shared/dates.ts'
import {
  expectAccessible,
  expectToLookWell,
  holdRequests,
  linkInMail,
  newEmail,
  signIn,
  signUp,
  test,
  toast,
} from '../support/e2e/browser.ts'
import { type PostedInvoice, markPaid, postInvoice } from '../support/e2e/invoices.ts'
import { productUrl } from '../support/e2e/settings.ts'
import { makePicture } from '../support/fixtures/images.ts'

const headers = { origin: productUrl }
const today = () => dateIn('UTC', new Date())

/** Creates an owner who is signed in in another browser. The one that opens the link stays signed out. */
async function makeOwner(request: APIRequestContext) {
  const credentials = await signUp(request)
  const answer = await request.post('/api/v1/auth/sign-in', { headers, data: credentials })
  expect(answer.status()).toBe(200)
  return credentials
}

const eightLines = Array.from({ length: 8 }, (_, index) => ({
  description: `Stoneware plates, batch ${index + 1}`,
  quantity: 1500,
  rateMinor: 12_345,
}))

function makeInvoice(request: APIRequestContext, changes: Partial<PostedInvoice> = {}): Promise<Invoice> {
  return postInvoice(request, {
    company: {
      name: 'Kiln Street Pottery',
      email: 'studio@business.example',
      phone: '555 0100',
      address: '12 Kiln Street\nPortland, OR 97209',
      contactName: 'Test Owner',
    },
    client: {
      id: null,
      name: 'Corner Bakery',
      email: newEmail(),
      phone: '',
      address: '48 Market Square',
      contactName: 'Accounts',
    },
    dueDate: '2099-11-25',
    purchaseOrder: 'PO-4711',
    description: 'Tableware for the new room',
    notes: 'Thank you for your order.\nPlease pay by transfer.',
    charge: {
      kind: 'lines',
      lines: eightLines,
      discount: { kind: 'percentage', value: 10_000, description: 'Returning client' },
      taxes: [{ name: 'Sales tax', rate: 7700 }],
      fees: [{ description: 'Packaging', amountMinor: 1500 }],
    },
    ...changes,
  })
}

async function uploadLogo(request: APIRequestContext): Promise<string> {
  const answer = await request.post('/api/v1/business/logo', {
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    data: await makePicture('png', { width: 300, height: 120 }),
  })
  expect(answer.status()).toBe(200)
  return (await answer.json()).id
}

const viewOf = ({ id }: { id: string }) => `/invoices/${id}/view`
const literally = (text: string) => text.replaceAll(/[$.*+?()]/g, String.raw`\$&`)
const sheet = (page: Page) => page.getByRole('article')

async function countPages(page: Page, format: 'Letter' | 'A4'): Promise<number> {
  const pdf = await page.pdf({ format, printBackground: true })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

test('the link opens the invoice for anyone, with its figures and its PDF, and the look is noted', async ({
  page,
  request,
}) => {
  await makeOwner(request)
  const invoice = await makeInvoice(request)
  await page.goto(invoice.publicUrl)
  await expect(page).toHaveTitle(`Invoice ${invoice.number} from Kiln Street Pottery`)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `Invoice ${invoice.number} from Kiln Street Pottery`,
  )
  // Beside the invoice, at its top and with its sums.
  await expect(page.getByText('Due Nov 25, 2099', { exact: true })).toHaveCount(3)
  for (const text of [
    'Corner Bakery',
    '48 Market Square',
    formatDate(today()),
    'PO-4711',
    'Tableware for the new room',
    'Subtotal$1,481.44',
    'Discount (10%)Returning client-$148.14',
    'Sales tax (7.7%)$102.66',
    'Packaging$15.00',
    'Total$1,450.96',
    'Amount due$1,450.96Due Nov 25, 2099',
    'Please pay by transfer.',
  ]) {
    await expect(sheet(page)).toContainText(text)
  }
  await expect(sheet(page).getByRole('row').nth(1)).toHaveText(/batch 11\.5\$123\.45\$185\.18$/)

  // The product stays in the background, and nothing requires an account.
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByText(/sign (in|up)|log in/i)).toHaveCount(0)
  await expect(page.getByText('Sent with Millrace')).toBeVisible()
  await expect(page.getByText('This is what your client sees')).toHaveCount(0)

  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download PDF' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/\.pdf$/)
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')

  await expect(async () => {
    const seen: Invoice = await (await request.get(`/api/v1/invoices/${invoice.id}`)).json()
    expect(seen.viewedAt).not.toBeNull()
  }).toPass()
})

test('2/10 Net 30 asks for the whole total by its day and offers less below, beside the sheet and on it', async ({
  page,
  request,
}) => {
  await makeOwner(request)
  const invoice = await makeInvoice(request, {
    paymentTerms: '2_10_net_30',
    dueDate: addDays(today(), 30),
    charge: { kind: 'amount', amountMinor: 114_500 },
  })
  await page.goto(viewOf(invoice))
  const due = `Amount due$1,145.00Due ${formatDate(addDays(today(), 30))}`
  const offer = `Or pay $1,122.10 by ${formatDate(addDays(today(), 10))} and save $22.90 (2%)`
  await expect(sheet(page)).toContainText(due + offer)
  await expect(page.getByRole('main')).toContainText(new RegExp(`${literally(due + offer)}.*Download PDF`))
})

test('names in other directions keep to themselves', async ({ page, request }) => {
  await makeOwner(request)
  const name = 'סטודיו 5 (North)!'
  const company = { name, email: newEmail(), phone: '', address: '', contactName: '' }
  const invoice = await makeInvoice(request, { company, description: '', notes: `Thank you.\n${name}` })
  await page.goto(viewOf(invoice))
  await expect(page).toHaveTitle(`Invoice ${invoice.number} from \u2068${name}\u2069`)
  const party = sheet(page).getByText(name, { exact: true }).last()
  await expect(party).toHaveCSS('unicode-bidi', 'plaintext')
  await expect(party).toHaveCSS('text-align', 'left')
  await expect(page.getByRole('heading', { level: 1 }).locator('bdi')).toHaveText(name)
})

test('on a phone the toast leaves the amount in sight, and the link for questions fits a thumb', async ({
  page,
  request,
}) => {
  await makeOwner(request)
  const invoice = await makeInvoice(request, {
    description: '',
    charge: { kind: 'amount', amountMinor: 7700 },
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(viewOf(invoice))
  await page.getByRole('button', { name: 'Email' }).click()
  await expect(toast(page, 'Email Sent')).toBeVisible()
  const top = async (locator: Locator) => (await locator.boundingBox())!.y
  const email = page.getByRole('button', { name: 'Email' })
  expect(await top(toast(page, 'Email Sent'))).toBeGreaterThan((await top(email)) + 44)

  const question = page.getByRole('link', { name: invoice.company.email })
  expect((await question.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  // A single amount and its description are on one line.
  const cells = sheet(page).getByRole('row').nth(1).getByRole('cell')
  await expect(cells).toHaveText([`Invoice ${invoice.number}`, '$77.00'])
  expect(await top(cells.first())).toBeCloseTo(await top(cells.last()), 0)
})

test('on a phone, a long number leaves the words of a compact sheet’s name whole', async ({
  page,
  request,
}) => {
  await makeOwner(request)
  const invoice = await makeInvoice(request)
  const number = 'INV-KAWABETE-AND-SISTERS-2026-000000-001'
  await page.route('**/api/v1/public/invoices/*', async (route) => {
    const response = await route.fetch()
    const document: Invoice = await response.json()
    const style = { ...document.style, look: 'compact' }
    await route.fulfill({ response, json: { ...document, number, style } })
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(viewOf(invoice))
  const name = sheet(page).getByText('Kiln Street Pottery').first()
  const shown = sheet(page).getByText(number, { exact: true })
  // One line each.
  expect((await name.boundingBox())!.height).toBeLessThan(30)
  expect((await shown.boundingBox())!.height).toBeLessThan(30)
  expect((await name.boundingBox())!.y).toBeLessThan((await shown.boundingBox())!.y)
  // Figures of one width would tear it apart at the hyphens.
  await expect(shown).toHaveCSS('font-variant-numeric', 'normal')
})

test('eight lines, a logo and notes print on one sheet, without the page around them', async ({
  page,
  request,
}) => {
  await makeOwner(request)
  const invoice = await makeInvoice(request, { logoId: await uploadLogo(request) })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(viewOf(invoice))
  await expect(sheet(page)).toContainText('Thank you for your order.')
  expect([await countPages(page, 'Letter'), await countPages(page, 'A4')]).toEqual([1, 1])

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('link', { name: 'Download PDF' })).toBeHidden()
  await expect(page.getByText('Sent with')).toBeHidden()
  await expect(sheet(page)).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.locator('thead')).toHaveCSS('display', 'table-header-group')
})

test('?print=1 opens the print dialog once, when the logo is there', async ({ page, request }) => {
  await makeOwner(request)
  const invoice = await makeInvoice(request, { logoId: await uploadLogo(request) })
  await page.addInitScript(() => {
    window.print = () => {
      const there = [...document.images].filter((image) => image.complete && image.naturalWidth > 0)
      document.documentElement.dataset['prints'] =
        `${document.documentElement.dataset['prints'] ?? ''}${there.length} of ${document.images.length};`
    }
  })
  const release = await holdRequests(page, '**/api/v1/files/*')
  await page.goto(`${viewOf(invoice)}?print=1`, { waitUntil: 'commit' })
  await expect(sheet(page)).toContainText('Thank you for your order.')
  const root = page.locator('html')
  await expect(root).not.toHaveAttribute('data-prints')
  await release()
  await expect(root).toHaveAttribute('data-prints', '1 of 1;')
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(root).toHaveAttribute('data-prints', '1 of 1;1 of 1;')
})

test('unknown and malformed links say that there is no such invoice', async ({ page }) => {
  for (const id of [randomUUID(), 'not-an-id', '1']) {
    await page.goto(viewOf({ id }))
    await expect(
      page.getByRole('heading', { level: 1, name: 'Invoice not found or could not be loaded' }),
    ).toBeVisible()
    await expect(page.getByText('This invoice could not be found.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await expect(page).toHaveTitle('Invoice not found')
  }
  await expectAccessible(page)
})

test('a server that was away can be asked again', async ({ page, request }) => {
  await makeOwner(request)
  const invoice = await makeInvoice(request)
  await page.route('**/api/v1/public/invoices/*', (route) => route.abort())
  await page.goto(viewOf(invoice))
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await expect(page.getByText('Invoice not found or could not be loaded')).toBeVisible()
  await page.unroute('**/api/v1/public/invoices/*')
  await again.click()
  await expect(sheet(page)).toContainText('$1,450.96')
})

test('Email goes to the client on the invoice, three times an hour', async ({ page, request }) => {
  await makeOwner(request)
  const invoice = await makeInvoice(request)
  await page.goto(viewOf(invoice))
  const email = page.getByRole('button', { name: 'Email' })
  await expect(email).toHaveAccessibleDescription(new RegExp(invoice.client.email))
  for (let sent = 0; sent < 3; sent++) {
    await email.click()
    await expect(toast(page, 'Email Sent', invoice.client.email)).toBeVisible()
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).click()
  }
  await email.click()
  await expect(toast(page, 'Email Error', 'Too many attempts. Please try again in')).toBeVisible()
  const link = await linkInMail(
    invoice.client.email,
    `Invoice ${invoice.number} from ${invoice.company.name}`,
  )
  expect(link).toBe(invoice.publicUrl)
})

test('script in any field stays text', async ({ page, request }) => {
  const attack = `<script>alert(1)</script><img src=x onerror=alert(1)>`
  const short = '<b onclick=alert(1)>'
  await makeOwner(request)
  const party = { name: attack, phone: short, address: attack, contactName: attack }
  const invoice = await makeInvoice(request, {
    company: { ...party, email: newEmail() },
    client: { ...party, id: null, email: newEmail() },
    purchaseOrder: 'javascript:alert(1)',
    description: attack,
    notes: attack,
    charge: {
      kind: 'lines',
      lines: [{ description: attack, quantity: 1000, rateMinor: 1000 }],
      discount: { kind: 'fixed', value: 100, description: attack },
      taxes: [{ name: short, rate: 1000 }],
      fees: [{ description: attack, amountMinor: 100 }],
    },
  })
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await page.goto(viewOf(invoice))
  await expect(page).toHaveTitle(`Invoice ${invoice.number} from ${attack}`)
  await expect(sheet(page).getByText(attack)).toHaveCount(10)
  await expect(sheet(page).locator('img, script, b, a')).toHaveCount(0)
  expect(dialogs).toEqual([])
})

test('its owner is told whose view this is, and led back', async ({ page, request }) => {
  const credentials = await makeOwner(request)
  const invoice = await makeInvoice(request)
  await signIn(page, credentials)
  await page.goto(viewOf(invoice))
  const bar = page.getByRole('complementary').filter({ hasText: 'This is what your client sees' })
  await expect(bar).toBeVisible()
  await expectAccessible(page)
  await bar.getByRole('link', { name: 'Back to invoice' }).click()
  await expect(page).toHaveURL(new RegExp(`/invoices/${invoice.id}$`))
  await expect(page).toHaveTitle(`Invoice ${invoice.number} · Millrace`)
  const seen: Invoice = await (await request.get(`/api/v1/invoices/${invoice.id}`)).json()
  expect(seen.viewedAt).toBeNull()
})

test('pending, overdue and paid are accessible and fit', async ({ page, request }) => {
  await makeOwner(request)
  const long = 'Donaudampfschifffahrtsgesellschaft'.repeat(3)
  const pending = await makeInvoice(request, { notes: long, description: long })
  const overdue = await makeInvoice(request, { dueDate: '2020-11-25' })
  const paid = await makeInvoice(request, { charge: { kind: 'amount', amountMinor: 99_900 } })
  await markPaid(paid.id)

  for (const [invoice, text] of [
    [pending, 'Due Nov 25, 2099'],
    [overdue, 'Was due Nov 25, 2020'],
    [paid, 'Payment Complete'],
  ] as const) {
    await page.goto(viewOf(invoice))
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
    await expectToLookWell(page)
  }
  await expect(page.getByText(`$999.00 paid ${formatDate(today())}`)).toBeVisible()
  await expect(sheet(page)).toContainText(`Paid ${formatDate(today())}`)
  await expect(page.getByRole('button', { name: /pay/i })).toHaveCount(0)
})
