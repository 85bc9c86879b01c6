import { expect } from '@playwright/test'
import { expectAccessible, signIn, signUp, test, toast } from '../support/browser.ts'
import { adminEmail, initialAdminPassword } from '../support/e2e-settings.ts'

test('the default admin has to change the initial password before anything else', async ({ page }) => {
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

  // Not dismissed by a key, a click beside it, a close or cancel button, going back, or another address.
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
  await page.goto('/admin')
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
