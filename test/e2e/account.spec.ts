import { type Page, expect } from '@playwright/test'
import {
  expectAccessible,
  expectToLookWell,
  holdRequests,
  linkInMail,
  newEmail,
  password,
  screens,
  signIn,
  signUp,
  tabTo,
  test,
  toast,
} from '../support/e2e/browser.ts'

const newPassword = 'four unrelated garden words'

/** Types into a field after reaching it with the Tab key. */
async function fill(page: Page, label: string, text: string) {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

async function openMenu(page: Page) {
  await tabTo(page, page.getByRole('button', { name: /menu/i }))
  await page.keyboard.press('Enter')
}

test('from signing up to a new password, by keyboard alone', async ({ page }) => {
  const email = newEmail()

  await page.goto('/')
  await tabTo(page, page.getByRole('banner').getByRole('link', { name: 'Sign Up' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Create an Account' })).toBeVisible()
  await expect(page).toHaveTitle('Create an Account · Millrace')
  await fill(page, 'Full Name', 'Test Owner')
  await fill(page, 'Email', email)
  await fill(page, 'Password', 'short')
  await fill(page, 'Business Name', 'Test Business')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Password Too Short', 'Password must be at least 8 characters.')).toBeVisible()
  // The first invalid field has the focus.
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await fill(page, 'Password', password)
  await page.keyboard.press('Enter')
  await expect(
    toast(
      page,
      'Account Created',
      'Your account has been created successfully. You may need to verify your email.',
    ),
  ).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible()

  await fill(page, 'Email', email)
  await fill(page, 'Password', password)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Login Successful', 'Welcome back to Millrace!')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.reload()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, ' })).toBeVisible()

  await tabTo(page, page.getByRole('button', { name: 'Sign Out' }))
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Logged Out', 'You have been logged out successfully.')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)

  await page.goto('/login')
  await tabTo(page, page.getByRole('link', { name: 'Forgot password?' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/forgot-password$/)
  await tabTo(page, page.getByRole('button', { name: 'Send Reset Link' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please enter your email address.')).toBeVisible()
  await fill(page, 'Email', email)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Password Reset Email Sent')).toBeVisible()
  const again = page.getByRole('button', { name: 'Try Again' })
  await tabTo(page, again)
  await expectToLookWell(page)
  await page.setViewportSize(screens[0])
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible()

  await page.goto(await linkInMail(email, 'Set a new password'))
  await expect(page.getByRole('heading', { name: 'Set New Password' })).toBeVisible()
  expect(page.url()).not.toContain('token')
  await fill(page, 'New Password', newPassword)
  await fill(page, 'Confirm Password', 'something else entirely')
  await page.keyboard.press('Enter')
  await expect(toast(page, "Passwords Don't Match", 'Please make sure both passwords match.')).toBeVisible()
  await fill(page, 'New Password', 'short')
  await fill(page, 'Confirm Password', 'short')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Your password must be at least 8 characters long.')).toBeVisible()
  await fill(page, 'New Password', newPassword)
  await fill(page, 'Confirm Password', newPassword)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Password Updated')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible()

  await fill(page, 'Email', email)
  await fill(page, 'Password', password)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Login Failed', 'The email address or password is incorrect.')).toBeVisible()
  await fill(page, 'Password', newPassword)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)
})

test.describe('on a small screen', () => {
  test.use({ viewport: { width: screens[1].width, height: screens[1].height } })

  test('the way in and out leads through the menu, by keyboard alone', async ({ page, request }) => {
    await page.goto('/')
    await openMenu(page)
    await tabTo(page, page.getByRole('banner').getByRole('link', { name: 'Sign Up' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Create an Account' })).toBeVisible()

    const { email } = await signUp(request)
    await page.goto('/login')
    await fill(page, 'Email', email)
    await fill(page, 'Password', password)
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Login Successful', 'Welcome back to Millrace!')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome, ' })).toBeVisible()
    await openMenu(page)
    await tabTo(page, page.getByRole('button', { name: 'Sign Out' }))
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Logged Out', 'You have been logged out successfully.')).toBeVisible()
    await expect(page).toHaveURL(/\/$/)
  })
})

test('a used, an expired and a broken reset link say what to do', async ({ page, request }) => {
  const { email } = await signUp(request)
  await page.goto('/forgot-password')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  const link = await linkInMail(email, 'Set a new password')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Set New Password' })).toBeVisible()
  // A reload, as on a phone that discarded the tab, does not invalidate the link.
  await page.reload()
  await page.getByLabel('New Password', { exact: true }).fill(newPassword)
  await page.getByLabel('Confirm Password', { exact: true }).fill(newPassword)
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page).toHaveURL(/\/login$/)

  const expired = 'This password reset link has expired. Please request a new one.'
  await page.goto(link)
  await expect(toast(page, 'Reset Link Error', expired)).toBeVisible()
  await expect(page.getByRole('main').getByText(expired)).toBeVisible()
  await expectAccessible(page)

  await page.goto('about:blank')
  await page.goto('/reset-password#error=access_denied&error_code=other&error_description=It+was+withdrawn.')
  await expect(toast(page, 'Reset Link Error', 'It was withdrawn.')).toBeVisible()

  await page.goto('about:blank')
  await page.goto('/reset-password#error=server_error')
  await expect(
    toast(page, 'Reset Link Error', 'This password reset link is invalid or has expired.'),
  ).toBeVisible()

  await page.goto('about:blank')
  await page.goto('/reset-password#token=something')
  await expect(toast(page, 'Invalid Reset Link')).toBeVisible()
  await page.getByRole('link', { name: 'Request New Reset Link' }).click()
  await expect(page).toHaveURL(/\/forgot-password$/)
})

test('a known address is told so at sign-up, with the ways on', async ({ page, request }) => {
  const { email } = await signUp(request)
  await page.goto('/signup')
  await page.getByLabel('Full Name').fill('Test Owner')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Business Name').fill('Test Business')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(toast(page, 'Signup Failed')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'sign in', exact: true })).toBeVisible()
  await expect(main.getByRole('link', { name: /reset/ })).toBeVisible()
  await expectAccessible(page)
  // The input is still there.
  await expect(page.getByLabel('Business Name')).toHaveValue('Test Business')
})

test('a common password is refused with the reason, at its field', async ({ page }) => {
  await page.goto('/signup')
  await page.getByLabel('Full Name').fill('Test Owner')
  await page.getByLabel('Email', { exact: true }).fill(newEmail())
  await page.getByLabel('Password', { exact: true }).fill('password123')
  await page.getByLabel('Business Name').fill('Test Business')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(toast(page, 'Signup Failed')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('main').getByText(/common password/)).toBeVisible()
})

test('the verification link confirms the address, and the reminder goes away', async ({ page, request }) => {
  const person = await signUp(request)
  await signIn(page, person)
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: 'Send again' })).toBeVisible()
  const link = await linkInMail(person.email, 'Confirm your email address')
  await page.goto(link)
  const confirm = page.getByRole('button', { name: 'Confirm my email address' })
  await expect(confirm).toBeVisible()
  await expectAccessible(page)
  // Opening the link confirms nothing, because mail scanners open links too.
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: 'Send again' })).toBeVisible()

  await page.goto(link)
  await confirm.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Email Verified')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await confirm.click()
  await expect(page.getByText('Your address is already confirmed.')).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Welcome, ' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send again' })).toBeHidden()

  await page.goto('/verify-email#token=none')
  await confirm.click()
  await expect(page.getByText('Verification Link Error')).toBeVisible()
  await expectAccessible(page)
})

test('the Google button says that it is coming', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: /Google/ }).click()
  await expect(toast(page, 'Coming Soon')).toBeVisible()
})

test('a password is changed in the settings, with the current one checked', async ({ page, request }) => {
  const person = await signUp(request)
  await signIn(page, person)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Update Password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Update Password' })
  await expectAccessible(page)
  const change = async (current: string, next: string, confirm = next) => {
    await dialog.getByLabel('Current Password').fill(current)
    await dialog.getByLabel('New Password', { exact: true }).fill(next)
    await dialog.getByLabel(/Confirm/).fill(confirm)
    await dialog.getByRole('button', { name: 'Update Password' }).click()
  }
  await change(password, newPassword, 'different words again')
  await expect(toast(page, "New passwords don't match")).toBeVisible()
  await change(password, 'short')
  await expect(toast(page, 'Password must be at least 8 characters long')).toBeVisible()
  await change('not my password', newPassword)
  await expect(toast(page, 'The current password is incorrect.')).toBeVisible()
  await change(password, newPassword)
  await expect(toast(page, 'Password updated successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
})

test('an impatient double click on Sign Out ends on the landing page', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  await page.goto('/dashboard')
  const answer = await holdRequests(page, '**/api/v1/auth/sign-out')
  await page.getByRole('button', { name: 'Sign Out' }).dblclick({ delay: 60 })
  await answer()
  await expect(toast(page, 'Logged Out')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign Up' })).toBeVisible()
})

test('whoever is quicker than the page’s code is not forgotten', async ({ page, request }) => {
  const person = await signUp(request)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/main-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type(person.password)
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled()
  await page.keyboard.press('Enter')
  release()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/')
  await expect(page.getByRole('main').getByRole('link', { name: 'Go to Dashboard' })).toBeVisible()
})

test('what was typed stays when signing in fails for another reason than the password, and comes along', async ({
  page,
}) => {
  const email = newEmail()
  await page.goto('/login', { waitUntil: 'networkidle' })
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('my right password')
  await page.route('**/api/v1/auth/sign-in', (route) => route.abort())
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('main').getByText('can’t be reached')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('my right password')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  expect(page.url()).not.toContain('example.com')
})

test('signing out in one tab signs the other one out too', async ({ context, page, request }) => {
  await signIn(page, await signUp(request))
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Welcome, ' })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/dashboard')
  await other.getByRole('button', { name: 'Sign Out' }).click()
  await expect(other).toHaveURL(/\/$/)
  await expect(page).toHaveURL(/\/login/)
})
