import { type Browser, type Page, expect } from '@playwright/test'
import {
  expectToLookWell,
  password,
  signIn,
  signInOnThePage,
  signUp,
  test,
  toast,
} from '../support/e2e/browser.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const iPhone = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${webkit} Version/26.0 Safari/604.1`
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0'

async function openElsewhere(browser: Browser, userAgent: string, email: string) {
  const page = await (await browser.newContext({ userAgent })).newPage()
  await page.goto('/login')
  await signInOnThePage(page, email)
  await expect(page).toHaveURL('/dashboard')
  return page
}

test('a session that is ended in one browser is over in the other at once', async ({
  page,
  request,
  browser,
}) => {
  const person = await signUp(request)
  const phone = await openElsewhere(browser, iPhone, person.email)
  const office = await openElsewhere(browser, windows, person.email)
  await signIn(page, person)
  await page.goto('/settings')
  const card = page.getByRole('region', { name: "Where you're signed in" })
  const rows = card.getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('This device')
  await expect(rows.first()).toContainText('In use now')
  await expect(rows.first().getByRole('button')).toHaveCount(0)
  await expect(rows.nth(1)).toContainText(/Firefox on Windows.*From .+Since .+ \d{4}.*Last used .+ \d{4}/)
  await expect(rows.nth(2)).toContainText('Safari on iPhone')
  await expectToLookWell(page)

  await page.route('**/api/v1/auth/sessions/*', (route) => route.abort())
  await rows.nth(2).getByRole('button', { name: 'Sign out' }).click()
  await expect(toast(page, 'Sign Out Failed')).toBeVisible()
  await expect(rows).toHaveCount(3)
  await page.unrouteAll({ behavior: 'wait' })
  await rows.nth(2).getByRole('button', { name: 'Sign out' }).click()
  await expect(toast(page, 'Signed Out', 'Safari on iPhone has been signed out.')).toBeVisible()
  await expect(rows).toHaveCount(2)
  await expect(card.getByRole('heading')).toBeFocused()
  // Also on an open page: its next request is refused.
  await phone.getByRole('link', { name: 'Settings' }).first().click()
  await expect(phone.getByRole('heading', { name: 'Please Sign In' })).toBeVisible()
  await office.goto('/settings')
  await expect(field(office, 'Full Name')).toHaveValue('Test Owner')

  await card.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(toast(page, 'Signed Out', 'You are signed in on this device only.')).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expect(card.getByRole('button')).toHaveCount(0)
  await field(office, 'Full Name').fill('Somebody Else')
  await button(office, 'Save Changes').click()
  await expect(office.getByRole('heading', { name: 'Please Sign In' })).toBeVisible()
  await expect(
    toast(office, 'Update Failed', 'Please sign in again. Your changes are still here.'),
  ).toBeVisible()
  await page.reload()
  await expect(field(page, 'Full Name')).toHaveValue('Test Owner')

  // The input is back after signing in again, merged with what was saved elsewhere.
  await field(page, 'Contact Name').fill('Accounts')
  await button(page, 'Save Changes').click()
  await expect(toast(page, 'Profile Updated')).toBeVisible()
  const restored = office.getByText('Unsaved changes were restored')
  await office.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await signInOnThePage(office, person.email)
  await expect(office).toHaveURL('/settings')
  await expect(restored).toBeVisible()
  await expect(field(office, 'Full Name')).toHaveValue('Somebody Else')
  await expect(field(office, 'Contact Name')).toHaveValue('Accounts')
  await expectToLookWell(office)
  await office.reload()
  await expect(field(office, 'Full Name')).toHaveValue('Somebody Else')
  await button(office, 'Discard').click()
  await expect(field(office, 'Full Name')).toHaveValue('Test Owner')
  await expect(field(office, 'Full Name')).toBeFocused()
  await expect(button(office, 'Save Changes')).toBeDisabled()
  await office.reload()
  await expect(field(office, 'Full Name')).toHaveValue('Test Owner')
  await expect(restored).toBeHidden()

  // A new password does the same, and the list shows it.
  await page.reload()
  await expect(rows).toHaveCount(2)
  await button(page, 'Update Password').click()
  const dialog = page.getByRole('dialog', { name: 'Update Password' })
  await dialog.getByLabel('Current Password').fill(password)
  await dialog.getByLabel('New Password', { exact: true }).fill('another horse, another battery')
  await dialog.getByLabel('Confirm New Password').fill('another horse, another battery')
  await dialog.getByRole('button', { name: 'Update Password' }).click()
  await expect(toast(page, 'Password updated successfully')).toBeVisible()
  await expect(rows).toHaveCount(1)
  for (const other of [phone, office]) await other.context().close()
})

test('what one person typed is not there for another, who signed in in another tab', async ({
  page,
  request,
}) => {
  await signIn(page, await signUp(request))
  await page.goto('/settings')
  await field(page, 'Phone').fill('555-0100')
  const other = await signUp(request)
  await signIn(page, other)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue(other.email)
  await expect(field(page, 'Phone')).toHaveValue('')
  await expect(button(page, 'Save Changes')).toBeDisabled()
})
