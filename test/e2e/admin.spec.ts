import { type Page, expect } from '@playwright/test'
import { restoreDefaultAdmin, signInAdmin, signUpAdmin } from '../support/e2e/admin.ts'
import {
  expectAccessible,
  expectToLookWell,
  holdRequests,
  signIn,
  signInOnThePage,
  signUp,
  test,
  toast,
} from '../support/e2e/browser.ts'
import { adminEmail, initialAdminPassword } from '../support/e2e/settings.ts'

test('the default admin has to change the initial password before anything else', async ({
  page,
  request,
}) => {
  const { retry, repeatEachIndex } = test.info()
  if (retry + repeatEachIndex > 0) await restoreDefaultAdmin(request)
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/admin\/login$/)
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  await expect(page.getByText('Enter your admin credentials to access the admin panel.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Email', { exact: true }).fill(adminEmail)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(toast(page, 'Login Failed')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(initialAdminPassword)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/admin$/)

  const dialog = page.getByRole('dialog', { name: 'Change Your Password' })
  await expect(dialog).toBeVisible()
  await expect(dialog).toContainText('required')
  await expect(dialog.getByLabel('Current Password')).toHaveCount(0)
  await expectAccessible(page)

  // Not dismissed by a key, a click outside, a close or cancel button, going back, or another URL.
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('button', { name: /close|cancel/i })).toHaveCount(0)
  await page.goBack()
  await page.waitForLoadState()
  for (const path of ['/dashboard', '/settings', '/invoices/new', '/admin/login', '/login']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/admin$/)
    await expect(dialog).toBeVisible()
  }
  expect((await page.request.get('/api/v1/business')).status()).toBe(403)

  const choose = async (next: string, confirm = next) => {
    await dialog.getByLabel('New Password', { exact: true }).fill(next)
    await dialog.getByLabel(/Confirm/).fill(confirm)
    await dialog.getByRole('button', { name: 'Update Password' }).click()
  }
  await choose('a brand new secret phrase', 'another new secret phrase')
  await expect(toast(page, "New passwords don't match")).toBeVisible()
  await choose('short')
  await expect(toast(page, 'Password must be at least 8 characters long')).toBeVisible()
  await choose(initialAdminPassword)
  await expect(toast(page, 'differs from the current one')).toBeVisible()
  await choose('a brand new secret phrase')
  await expect(toast(page, 'Password updated successfully')).toBeVisible()
  await expect(dialog).toBeHidden()

  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/dashboard$/)
  const admin = page.getByRole('banner').getByRole('link', { name: 'Admin' })
  await expect(admin).toBeVisible()
  await admin.click()
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  await expect(dialog).toBeHidden()
})

test('somebody without the role is sent to the dashboard and told', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  await page.goto('/admin/nothing')
  await expect(page.getByText('Page Not Found')).toBeVisible()
  await expect(page).toHaveURL(/nothing$/)
  const release = await holdRequests(page, '**/api/v1/session')
  await page.goto('/admin')
  await expect(page.getByText('Checking permissions...')).toBeVisible()
  await release()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(toast(page, 'Access Denied', "You don't have administrative permissions.")).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Admin' })).toHaveCount(0)
  await page.goto('/admin/login')
  await expect(page.getByText('Access Denied')).toBeVisible()
  await expect(page.getByText("You don't have permission to access the admin panel.")).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to Dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

const rowOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email })

async function find(page: Page, email: string) {
  await page.getByLabel('Search users').fill(email)
  await expect(page).toHaveURL(new RegExp(`search=${encodeURIComponent(email)}`))
  await expect(page.getByRole('row')).toHaveCount(2)
  return rowOf(page, email)
}

async function agree(page: Page, button: string) {
  await page.getByRole('alertdialog').getByRole('button', { name: button, exact: true }).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
}

test('an admin sees how the platform stands, finds somebody and makes them an admin', async ({
  page,
  request,
}) => {
  const { email: own } = await signInAdmin(page, request)
  const { email } = await signUp(request)

  const refuse = (url: string) => page.route(url, (route) => route.fulfill({ status: 500 }))
  const tryAgain = page.getByRole('button', { name: 'Try again' })
  await refuse('**/api/v1/admin/stats')
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
  await expect(page.getByText('Manage users, subscriptions, and platform analytics.')).toBeVisible()
  await expect(toast(page, 'Failed to fetch platform statistics')).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await tryAgain.click()
  await expect(page.getByText('Sandbox: no real money')).toBeVisible()

  await refuse('**/api/v1/admin/users')
  const release = await holdRequests(page, '**/api/v1/admin/stats')
  await page.reload()
  await expect(page.getByText('...', { exact: true })).toHaveCount(5)
  await expect(toast(page, 'Failed to fetch users').first()).toBeVisible()
  await release()
  await tryAgain.click()
  for (const label of [
    'Total Users',
    'Active Subscriptions',
    'Total Revenue',
    'Total Invoices',
    'New Users This Month',
  ])
    await expect(page.getByRole('heading', { name: label })).toBeVisible()
  await expect(page.getByText('...', { exact: true })).toHaveCount(0)
  await expect(rowOf(page, email)).toBeVisible()
  expect(await page.getByRole('columnheader').allTextContents()).toEqual([
    'User',
    'Business',
    'Subscription',
    'Role',
    'Joined',
    'Last Sign In',
    'Actions',
  ])
  await expectToLookWell(page)

  await find(page, email.slice(0, 20).toUpperCase())
  const row = rowOf(page, email)
  for (const text of ['Test Owner', 'Test Business', 'Free', 'User', 'Never', 'Unverified'])
    await expect(row).toContainText(text)
  await row.getByRole('button', { name: 'Make Admin' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Make Test Owner an admin?' })).toContainText(email)
  await expectToLookWell(page)
  await page.keyboard.press('Escape')
  await expect(row.getByRole('button', { name: 'Make Admin' })).toBeFocused()
  await row.getByRole('button', { name: 'Make Admin' }).click()
  await page.route('**/api/v1/admin/users/*/role', (route) => route.abort())
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make Admin', exact: true }).click()
  await expect(toast(page, 'Failed to update user role')).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await agree(page, 'Make Admin')
  await expect(toast(page, 'User role updated to admin.')).toBeVisible()
  await expect(row).toContainText('Admin')
  await expect(row.getByRole('button', { name: 'Remove Admin' })).toBeFocused()

  // Admins cannot remove their own role, and cannot be suspended.
  await row.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Suspend' })).toBeDisabled()
  await expect(page.getByText('Remove the admin role first.')).toBeVisible()
  await page.keyboard.press('Escape')
  const mine = await find(page, own)
  await mine.getByRole('button', { name: 'Remove Admin' }).click()
  const refusal = page.getByRole('alertdialog', { name: 'This is your own account' })
  await expect(refusal).toContainText('You can’t remove your own admin role.')
  await expect(refusal.getByRole('button', { name: 'Remove Admin' })).toHaveCount(0)
  await refusal.getByRole('button', { name: 'Close' }).first().click()
  await mine.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Send password reset link' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Suspend' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.getByLabel('Search users').fill('nobody is called so')
  await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible()
  await page.getByRole('tab', { name: 'Email Management' }).click()
  await expect(page).toHaveURL(/\/admin\?tab=email$/)
})

test('whoever is suspended or is an admin no longer leaves at once', async ({ page, browser, request }) => {
  await signInAdmin(page, request)
  const [user, admin] = [await signUp(request), await signUpAdmin(request)]
  const theirs = await (await browser.newContext()).newPage()
  const others = await (await browser.newContext()).newPage()
  await signIn(theirs, user)
  await signIn(others, admin)
  const live = [theirs, others].map((one) => one.waitForResponse(/\/api\/v1\/live\?/))
  await theirs.goto('/dashboard')
  await others.goto('/admin/messages')
  await Promise.all(live)
  await expect(others.getByRole('heading', { name: 'Contact Messages' })).toBeVisible()
  await expect(others.getByRole('banner').getByRole('link', { name: 'Admin' })).toHaveAttribute(
    'aria-current',
    'page',
  )

  await page.goto('/admin')
  const row = await find(page, user.email)
  await row.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Suspend' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Invoice links keep working')
  await agree(page, 'Suspend')
  await expect(toast(page, 'User Suspended')).toBeVisible()
  await expect(row).toContainText('Suspended')
  await expect(theirs).toHaveURL(/\/login/)
  await expect(toast(theirs, 'Signed Out')).toBeVisible()
  await signInOnThePage(theirs, user.email)
  await expect(toast(theirs, 'Login Failed', 'This account is suspended.')).toBeVisible()

  await row.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Restore' }).click()
  await agree(page, 'Restore')
  await expect(row).not.toContainText('Suspended')
  await signInOnThePage(theirs, user.email)
  await expect(theirs).toHaveURL(/\/dashboard$/)

  await (await find(page, admin.email)).getByRole('button', { name: 'Remove Admin' }).click()
  await agree(page, 'Remove Admin')
  await expect(toast(page, 'User role updated to user.')).toBeVisible()
  await expect(others).toHaveURL(/\/dashboard$/)
  await expect(toast(others, 'Access Denied', "You don't have administrative permissions.")).toBeVisible()
  await theirs.context().close()
  await others.context().close()
})
