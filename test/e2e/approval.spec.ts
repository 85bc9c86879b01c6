import { type APIRequestContext, type Browser, type Page, expect } from '@playwright/test'
import {
  expectAccessible,
  looks,
  mailTo,
  newEmail,
  password,
  signIn,
  test,
  toast,
} from '../support/e2e/browser.ts'
import { asDatabaseOwner } from '../support/e2e/database.ts'
import { makeInvoice } from '../support/e2e/invoices.ts'
import { setPlan } from '../support/e2e/plan.ts'
import { productUrl } from '../support/e2e/settings.ts'

type Look = (typeof looks)[number]

async function signUpAs(request: APIRequestContext, name: string, businessName: string) {
  const email = newEmail()
  const response = await request.post('/api/v1/auth/sign-up', {
    headers: { origin: productUrl },
    data: { name, email, password, businessName, timeZone: 'UTC' },
  })
  expect(response.status()).toBe(200)
  return { email, password }
}

const businessOf = async (page: Page): Promise<string> =>
  (await (await page.request.get('/api/v1/session')).json()).session.business.id

/** Another browser in which a bookkeeper of the business is signed in. */
async function openAsBookkeeper(browser: Browser, page: Page, { width, height, colorScheme }: Look) {
  const ben = await signUpAs(page.request, 'Ben Book', 'Ben Alone')
  await asDatabaseOwner(
    `insert into members (business_id, user_id, role) select $1, id, 'bookkeeper' from auth.users where email = $2`,
    [await businessOf(page), ben.email],
  )
  const context = await browser.newContext({
    baseURL: productUrl,
    viewport: { width, height },
    colorScheme,
    reducedMotion: 'reduce',
  })
  const other = await context.newPage()
  await signIn(other, ben)
  await asDatabaseOwner(
    `update auth.sessions set business_id = $1 where user_id = (select id from auth.users where email = $2)`,
    [await businessOf(page), ben.email],
  )
  return { other, email: ben.email }
}

async function signInAsOwner(page: Page, { width, height, colorScheme }: Look) {
  const olive = await signUpAs(page.request, 'Olive Owner', 'Olive Studio')
  await signIn(page, olive)
  await setPlan(page, 'enterprise')
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme })
  return olive
}

async function limitTo(page: Page, amount: string): Promise<void> {
  await page.goto('/settings?tab=team')
  const card = page.getByRole('region', { name: 'Approval of invoices' })
  await card.getByRole('checkbox', { name: 'Invoices above an amount wait for approval' }).check()
  await card.getByRole('button', { name: 'Save Approval' }).click()
  await expect(card.getByText('Enter an amount of 0 or more.')).toBeVisible()
  await expect(card.getByRole('textbox', { name: 'Amount' })).toBeFocused()
  await card.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Save Approval' }).click()
  await expect(toast(page, 'Approval Saved')).toBeVisible()
}

const waiting = (page: Page) => page.getByRole('region', { name: /for approval|sent back/ })
const timeline = (page: Page) => page.getByRole('region', { name: 'Timeline' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** No way to the client is offered while the invoice waits. */
async function expectKeptFromClient(page: Page, { id, number }: { id: string; number: string }) {
  await expect(button(page, 'Email')).toHaveCount(0)
  await expect(button(page, 'Payment Link')).toHaveCount(0)
  await expect(button(page, 'Mark as paid')).toHaveCount(0)
  await button(page, `More actions for invoice ${number}`).click()
  await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'View as client' })).toHaveCount(0)
  await expect(page.getByRole('menuitem', { name: 'Mark as paid' })).toHaveCount(0)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  expect((await page.request.get(`/api/v1/public/invoices/${id}`)).status()).toBe(404)
}

for (const look of looks) {
  test.describe(look.name, () => {
    test('an invoice above the amount waits, is sent back with a note, changed, approved and emailed', async ({
      page,
      browser,
    }) => {
      const olive = await signInAsOwner(page, look)
      await limitTo(page, '1000')
      const { other, email } = await openAsBookkeeper(browser, page, look)

      // The form says that it waits, and the client gets nothing.
      await other.goto('/invoices/new')
      const form = other.getByRole('form')
      await form.getByLabel('Client Company Name').fill('Corner Bakery')
      const clientEmail = newEmail()
      await form.getByLabel('Client Email').fill(clientEmail)
      await form.getByLabel('Amount', { exact: true }).fill('1500')
      await form.getByRole('radio', { name: 'Email now' }).check()
      await expect(form.getByText('Invoices above $1,000.00 wait for approval')).toBeVisible()
      await button(other, 'Create Invoice').click()
      await expect(
        toast(other, 'Invoice Created', 'It waits for approval by the owner or an admin.'),
      ).toBeVisible()
      await expect(waiting(other)).toContainText('1 invoice waits for approval')
      const row = other.getByRole('row').filter({ hasText: 'Corner Bakery' })
      await expect(row).toContainText('Waits for approval')
      await expect(row.getByRole('button', { name: 'Email' })).toHaveCount(0)
      await expectAccessible(other)
      await waiting(other).getByRole('link').click()
      await expect(other.getByText('Waits for approval by the owner or an admin')).toBeVisible()
      await expect(button(other, 'Approve and email')).toHaveCount(0)
      const id = new URL(other.url()).pathname.split('/').at(-1) ?? ''
      const { number } = await (await other.request.get(`/api/v1/invoices/${id}`)).json()
      await expectKeptFromClient(other, { id, number })

      // The owner finds it in the list, and the email leads there too.
      await mailTo(olive.email, `Invoice ${number} waits for your approval`)
      await page.goto('/invoices')
      await expect(waiting(page)).toContainText('by Ben Book')
      await expectAccessible(page)
      await waiting(page).getByRole('link', { name: number }).click()
      await expect(page.getByText('Ben Book asked for it on')).toBeVisible()
      await expectAccessible(page)
      await button(page, 'Send back…').click()
      const dialog = page.getByRole('dialog', { name: `Send invoice ${number} back?` })
      await dialog.getByRole('button', { name: 'Send Back' }).click()
      await expect(dialog.getByText('Please say what has to change.')).toBeVisible()
      await expectAccessible(page)
      await dialog.getByLabel('Note').fill('We agreed on 1,200.')
      await dialog.getByRole('button', { name: 'Send Back' }).click()
      await expect(toast(page, 'Invoice Sent Back')).toBeVisible()
      await expect(dialog).toHaveCount(0)
      await expect(page.getByText(/Sent back by Olive Owner/)).toBeVisible()
      expect(await page.evaluate(() => document.activeElement?.matches('body, html'))).toBe(false)
      await expectAccessible(page)

      // Its author reads why in the page that is still open, changes it, and it waits again.
      await mailTo(email, `Invoice ${number} was sent back`)
      await expect(other.getByText(/Sent back by Olive Owner/)).toBeVisible()
      await expect(other.getByText('We agreed on 1,200.').first()).toBeVisible()
      await expectAccessible(other)
      await other.getByRole('link', { name: 'Edit', exact: true }).click()
      await form.getByLabel('Amount', { exact: true }).fill('1200')
      await button(other, 'Save Changes').click()
      await expect(
        toast(other, 'Invoice Saved', 'It waits for approval by the owner or an admin.'),
      ).toBeVisible()
      await expect(other.getByText('Waits for approval by the owner or an admin').last()).toBeVisible()

      await expect(button(page, 'Send back…')).toBeVisible()
      await expect(page.getByText('$1,200.00').first()).toBeVisible()
      await button(page, 'Approve and email').click()
      await expect(toast(page, 'Invoice Approved', `It’s being emailed to ${clientEmail}.`)).toBeVisible()
      await expect(button(page, 'Send back…')).toHaveCount(0)
      expect(await page.evaluate(() => document.activeElement?.matches('body, html'))).toBe(false)
      await expect(button(page, 'Email')).toBeVisible()
      await expectAccessible(page)
      await mailTo(clientEmail, number)
      await mailTo(email, `Invoice ${number} was approved`)
      await expect(timeline(page).getByRole('listitem').filter({ hasText: 'Approved' })).toContainText(
        'By Olive Owner',
      )
      await expect(
        timeline(page).getByRole('listitem').filter({ hasText: 'Waits for approval' }).first(),
      ).toContainText('By Ben Book')
      await expect(timeline(page).getByRole('listitem').filter({ hasText: 'Sent back' })).toContainText(
        'We agreed on 1,200.',
      )
      await expect(button(other, 'Email')).toBeVisible()
      expect((await page.request.get(`/api/v1/public/invoices/${id}`)).status()).toBe(200)
      await page.goto('/invoices')
      await expect(page.getByRole('row').filter({ hasText: 'Corner Bakery' })).toBeVisible()
      await expect(waiting(page)).toHaveCount(0)
      await other.context().close()
    })
  })
}

test('an admin approves an invoice by saving it', async ({ page, browser }) => {
  await signInAsOwner(page, looks[0])
  await limitTo(page, '1000')
  const { other } = await openAsBookkeeper(browser, page, looks[0])
  const { id } = await makeInvoice(other, { minor: 150_000, sendOption: 'email_later' })
  await page.goto(`/invoices/${id}`)
  await expect(button(page, 'Approve')).toBeVisible()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(page.getByText('Saving it approves it.')).toBeVisible()
  await expect(button(page, 'Approve')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('form').getByLabel('Amount', { exact: true }).fill('1400')
  await button(page, 'Save Changes').click()
  await expect(toast(page, 'Invoice Saved', 'It’s approved now.')).toBeVisible()
  await expect(button(page, 'Email')).toBeVisible()
  await other.context().close()
})

test('what was changed in the meantime is not approved, but shown again', async ({ page, browser }) => {
  await signInAsOwner(page, looks[0])
  await limitTo(page, '1000')
  const { other } = await openAsBookkeeper(browser, page, looks[0])
  const { id } = await makeInvoice(other, { minor: 150_000, sendOption: 'email_later' })
  await page.route(/\/api\/v1\/live\?/, () => undefined)
  await page.goto(`/invoices/${id}`)
  await expect(page.getByText('$1,500.00').first()).toBeVisible()
  await other.goto(`/invoices/${id}/edit`)
  await other.getByRole('form').getByLabel('Amount', { exact: true }).fill('1600')
  await button(other, 'Save Changes').click()
  await expect(toast(other, 'Invoice Saved')).toBeVisible()
  await button(page, 'Approve').click()
  await expect(toast(page, 'Not Approved', 'Please look at it again.')).toBeVisible()
  await expect(page.getByText('$1,600.00').first()).toBeVisible()
  await expect(button(page, 'Approve')).toBeFocused()
  await button(page, 'Approve').click()
  await expect(toast(page, 'Invoice Approved', 'It can be sent to the client now.')).toBeVisible()
  await other.context().close()
})
