import { type Page, expect } from '@playwright/test'
import { addDays, dateIn, formatDate } from '../../src/shared/dates.ts'
import {
  expectAccessible,
  newEmail,
  password,
  screens,
  signIn,
  signInOnThePage,
  signUp,
  tabTo,
  test,
  toast,
} from '../support/e2e/browser.ts'

const currentPlan = (page: Page) => page.getByRole('region', { name: 'Current plan' })
const planCard = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const dialogOf = (page: Page) => page.getByRole('alertdialog')
const inDays = (days: number) => formatDate(addDays(dateIn('UTC', new Date()), days))

async function expectAccessibleAtEachWidth(page: Page) {
  for (const { width, height } of screens) {
    await page.setViewportSize({ width, height })
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
  }
}

async function signUpOnThePage(page: Page) {
  const email = newEmail()
  await page.getByLabel('Full Name').fill('Test Owner')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Business Name').fill('Corner Repairs')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL(/\/login/)
  await signInOnThePage(page, email)
}

async function openPortal(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Manage Subscription' }).click()
  const portal = await opened
  await expect(toast(page, 'Redirecting to Customer Portal')).toBeVisible()
  await expect(portal.getByRole('heading', { name: 'Your subscription' })).toBeVisible()
  return portal
}

test('from the prices through a trial, another plan and a cancellation back to Free', async ({ page }) => {
  await page.goto('/pricing')
  await expect(planCard(page, 'Free')).toContainText('10 invoices a month')
  await expect(planCard(page, 'Pro')).toContainText('$15.00 a month')
  await expect(planCard(page, 'Enterprise')).toContainText('$30.00 a month')
  await page.getByLabel(/Yearly/).check()
  await expect(page.getByText('save 15%')).toBeVisible()
  await expect(planCard(page, 'Pro')).toContainText('$12.75 a month, billed yearly')
  await expect(planCard(page, 'Pro')).toContainText('$153.00 a year')
  await expect(planCard(page, 'Enterprise')).toContainText('$306.00 a year')
  await expect(page.getByText('Your Plan', { exact: true })).toHaveCount(0)
  await page.getByRole('link', { name: 'Try Pro free' }).click()
  await signUpOnThePage(page)

  // The plan that was chosen before signing up is offered once.
  await expect(dialogOf(page)).toContainText('Choose Pro')
  await expect(dialogOf(page)).toContainText('After that, it’s $153.00 a year')
  await expect(page).toHaveURL('/settings?tab=subscription')
  await expectAccessible(page)
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialogOf(page)).toBeHidden()
  await expect(page.getByLabel(/Yearly/)).toBeChecked()
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Subscription' })).toHaveAttribute('aria-selected', 'true')
  await expect(currentPlan(page)).toContainText('Free')
  await expect(page.getByRole('button', { name: 'Manage Subscription' })).toHaveCount(0)
  await expect(planCard(page, 'Free')).toContainText('Your Plan')
  await expect(planCard(page, 'Free').getByRole('button', { name: 'Current Plan' })).toBeDisabled()
  await expect(dialogOf(page)).toHaveCount(0)
  await expectAccessibleAtEachWidth(page)

  // With the keyboard only, and with a slow response.
  await page.setViewportSize(screens[0])
  await tabTo(page, planCard(page, 'Pro').getByRole('button'))
  await page.keyboard.press('Enter')
  await expect(dialogOf(page)).toContainText('The first 14 days are free, no card needed')
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await expect(planCard(page, 'Pro').getByRole('button')).toBeFocused()
  await page.keyboard.press('Enter')
  await expectAccessible(page)
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/subscription/checkout', async (route) => {
    await held
    await route.continue()
  })
  await tabTo(page, dialogOf(page).getByRole('button', { name: 'Continue with Pro' }))
  const opened = page.waitForEvent('popup')
  await page.keyboard.press('Enter')
  const checkout = await opened
  await expect(dialogOf(page).getByRole('button', { name: 'Processing...' })).toBeVisible()
  await expect(checkout.getByText('Processing...')).toBeVisible()
  answer()
  await expect(toast(page, 'Redirecting to Checkout')).toBeVisible()
  await expect(dialogOf(page)).toBeHidden()

  await expect(checkout.getByText('No card needed.')).toContainText(`Your trial ends on ${inDays(14)}.`)
  const checkedAgain = checkout.waitForResponse('**/api/v1/subscription/refresh')
  await checkout.getByRole('button', { name: 'Start trial', exact: true }).click()
  await expect(toast(checkout, 'Payment Successful!')).toBeVisible()
  await expect(checkout).toHaveURL('/settings')
  expect((await checkedAgain).status()).toBe(200)
  await expect(currentPlan(checkout)).toContainText('Pro')
  await expect(currentPlan(checkout)).toContainText('Trial')
  await expect(currentPlan(checkout)).toContainText(`Your trial ends on ${inDays(14)}.`)
  // Until the user leaves the tab, it stays the one that they returned to.
  await checkout.reload()
  await expect(currentPlan(checkout)).toContainText('$15.00 a month after the trial')
  await checkout.close()

  // The original tab has updated itself.
  await expect(currentPlan(page)).toContainText('Trial')
  await expect(planCard(page, 'Pro')).toContainText('Your Plan')
  await expect(planCard(page, 'Pro').getByRole('button', { name: 'Current Plan' })).toBeDisabled()
  await expectAccessibleAtEachWidth(page)

  const portal = await openPortal(page)
  await portal.getByRole('link', { name: 'Choose Enterprise, monthly' }).click()
  await portal.getByRole('button', { name: 'Change to Enterprise, monthly' }).click()
  await portal.getByRole('link', { name: 'Cancel subscription' }).click()
  await portal.getByRole('button', { name: 'Cancel subscription' }).click()
  await portal.getByRole('link', { name: 'Return to Millrace' }).click()
  await expect(portal).toHaveURL('/settings?tab=subscription')
  await expect(currentPlan(portal)).toContainText(`Canceled. You keep Enterprise until ${inDays(14)}.`)
  await expect(currentPlan(portal)).toContainText('You won’t be charged again.')
  await portal.goto('/pricing')
  await expect(planCard(portal, 'Enterprise')).toContainText('Your Plan')
  await expect(portal.getByRole('link', { name: /Try|Start on/ })).toHaveCount(0)
  await expectAccessible(portal)
  await portal.close()

  const clock = await openPortal(page)
  await clock.getByRole('button', { name: 'To the end of the trial' }).click()
  await expect(clock.getByText('The date was moved forward.')).toBeVisible()
  await clock.close()
  await page.getByRole('button', { name: 'Refresh Status' }).click()
  await expect(toast(page, 'Status Refreshed', 'You’re on Free.')).toBeVisible()
  await expect(currentPlan(page)).toContainText('Your Enterprise subscription ended on')
  await expect(page.getByRole('button', { name: 'Manage Subscription' })).toHaveCount(0)
  await expect(planCard(page, 'Pro').getByRole('button', { name: 'Choose Pro' })).toBeVisible()
})

test('what goes wrong on the way to a plan is told, and nothing has changed', async ({ page, request }) => {
  await page.setViewportSize(screens[1])
  await signIn(page, await signUp(request))
  await page.goto('/settings')
  await page.getByRole('tab', { name: 'Subscription' }).click()
  await expect(page).toHaveURL('/settings?tab=subscription')
  const asked: string[] = []
  page.on('request', (sent) => sent.method() === 'POST' && asked.push(new URL(sent.url()).pathname))
  let isDown = true
  await page.route('**/api/v1/subscription/*', (route) =>
    isDown
      ? route.fulfill({
          status: 502,
          json: { code: 'CARD_PROVIDER_FAILED', message: 'Down.', requestId: '1' },
        })
      : route.continue(),
  )

  await planCard(page, 'Pro').getByRole('button').click()
  await dialogOf(page).getByRole('button', { name: 'Continue with Pro' }).click()
  const failure = 'There was an error processing your upgrade. Please try again.'
  await expect(toast(page, 'Upgrade Failed', failure)).toBeVisible()
  await expect(dialogOf(page)).toBeVisible()
  await expect.poll(() => page.context().pages().length).toBe(1)

  // If the browser blocks new tabs, the page itself navigates there.
  isDown = false
  await page.evaluate(() => (window.open = () => null))
  await dialogOf(page).getByRole('button', { name: 'Continue with Pro' }).click()
  await expect(page.getByText('No card needed.')).toBeVisible()
  await page.getByRole('link', { name: 'Cancel', exact: true }).click()
  await expect(toast(page, 'Payment Canceled')).toBeVisible()
  await expect(page).toHaveURL('/settings')
  await expect(currentPlan(page)).toContainText('10 invoices a month, at no cost.')
  expect(asked).toEqual(['/api/v1/subscription/checkout', '/api/v1/subscription/checkout'])
})

test('a yearly plan renews, is past due with a card that fails, and runs out', async ({ page, request }) => {
  // In one tab, as in a browser that blocks new ones.
  await page.addInitScript(() => (window.open = () => null))
  await page.setViewportSize(screens[1])
  await signIn(page, await signUp(request))
  const fillCard = async (number: string) => {
    await page.getByLabel('Card number').fill(number)
    await page.getByLabel('Expiration date').fill('12 / 40')
    await page.getByLabel('CVC').fill('123')
  }
  const passTime = async (goal: string) => {
    await page.getByRole('button', { name: goal }).click()
    await expect(page.getByText('The date was moved forward.')).toBeVisible()
  }
  const seeStatus = async () => {
    await page.getByRole('link', { name: 'Return to Millrace' }).click()
    await page.getByRole('button', { name: 'Refresh Status' }).click()
    await expect(toast(page, 'Status Refreshed')).toBeVisible()
  }
  const manage = () => page.getByRole('button', { name: 'Manage Subscription' }).click()

  await page.goto('/pricing')
  await page.getByLabel(/Yearly/).check()
  await planCard(page, 'Enterprise').getByRole('button').click()
  await expect(dialogOf(page)).toContainText('$306.00 a year')
  await dialogOf(page).getByRole('button', { name: 'Continue with Enterprise' }).click()
  await page.getByText('Add a card now (optional)').click()
  await fillCard('4242 4242 4242 4242')
  const checkedAgain = page.waitForResponse('**/api/v1/subscription/refresh')
  await page.getByRole('button', { name: 'Start trial with this card' }).click()
  await expect(toast(page, 'Payment Successful!')).toBeVisible()
  await checkedAgain
  await expect(currentPlan(page)).toContainText('Enterprise')

  // A provider that does not respond, and Free, which does not need it.
  const asked: string[] = []
  page.on('request', (sent) => sent.method() === 'POST' && asked.push(sent.url()))
  await page.route('**/api/v1/subscription/portal', (route) => route.abort(), { times: 1 })
  await manage()
  const failure = 'There was an error accessing the customer portal. Please try again.'
  await expect(toast(page, 'Portal Access Failed', failure)).toBeVisible()
  asked.length = 0
  await planCard(page, 'Free').getByRole('button', { name: 'Choose Free' }).click()
  await expect(dialogOf(page)).toContainText('Manage Subscription')
  await expect(dialogOf(page).getByRole('button', { name: 'Cancel' })).toHaveCount(0)
  await dialogOf(page).getByRole('button', { name: 'OK' }).click()
  await expect(dialogOf(page)).toBeHidden()
  expect(asked).toEqual([])

  await manage()
  await passTime('To the end of the trial')
  await seeStatus()
  await expect(currentPlan(page)).toContainText('Active')
  await expect(currentPlan(page)).toContainText('$306.00 a year')
  await expect(currentPlan(page)).toContainText(/Renews on \w{3} \d{1,2}, \d{4}\./)
  await expect(page.getByLabel(/Yearly/)).toBeChecked()
  await expect(planCard(page, 'Enterprise').getByRole('button', { name: 'Current Plan' })).toBeDisabled()
  await page.getByLabel('Monthly').check()
  await expect(
    planCard(page, 'Enterprise').getByRole('button', { name: 'Switch to monthly billing' }),
  ).toBeEnabled()

  await manage()
  await page.getByRole('link', { name: 'Change card' }).click()
  await fillCard('4000 0000 0000 9995')
  await page.getByRole('button', { name: 'Save card' }).click()
  await passTime('To the end of the period')
  await seeStatus()
  await expect(currentPlan(page)).toContainText('Payment failed')
  await expect(currentPlan(page)).toContainText('Please update your card.')
  await expectAccessibleAtEachWidth(page)

  await manage()
  for (let tries = 0; tries < 3; tries++) await passTime('To the next attempt')
  await seeStatus()
  await expect(currentPlan(page)).toContainText('Your Enterprise subscription ended on')
  await expect(planCard(page, 'Free')).toContainText('Your Plan')
})
