import { type Page, expect } from '@playwright/test'
import { productName } from '../../src/shared/product.ts'
import { expectAccessible, holdRequests, tabTo, test, toast } from '../support/e2e/browser.ts'
import {
  answerOf,
  card,
  field,
  openIntegrations,
  openTab,
  press,
  publishableKey,
  secrets,
} from './integrations-page.ts'

/** Collects every response of the server from now on, as text. */
function listen(page: Page): string[] {
  const answers: string[] = []
  page.on('response', (response) => {
    if (!response.url().includes('/api/')) return
    response.text().then(
      (text) => answers.push(text),
      () => undefined,
    )
  })
  return answers
}

async function expectNoSecret(page: Page, answers: string[], known: string) {
  expect(answers.some((answer) => answer.includes(known))).toBe(true)
  const fields = await page
    .locator('input')
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
  const seen = [...answers, ...fields, await page.content()].join('\n')
  for (const secret of Object.values(secrets)) expect(seen).not.toContain(secret)
}

test('keys for payments: wrong ones are told, right ones are kept and never shown again', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openIntegrations(page)
  const answers = listen(page)
  await expect(page.getByText('Sensitive credentials are encrypted.')).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText(['Payments', 'Email', 'Banking', 'Settings'])
  const stripe = card(page, 'Stripe')
  const paypal = card(page, 'PayPal')
  await expect(stripe.getByText('Not Connected', { exact: true })).toBeVisible()
  await expect(paypal.getByText('Not Connected', { exact: true })).toBeVisible()
  await expect(stripe).toContainText(
    `Until then, they pay in ${productName}’s test mode, where no real money moves.`,
  )
  await expect(stripe.getByRole('button', { name: 'Remove account' })).toHaveCount(0)

  await test.step('nothing to save', async () => {
    await press(stripe, 'Save')
    await expect(field(stripe, 'Publishable Key')).toHaveAccessibleDescription(
      'Please enter your publishable key.',
    )
    await expect(field(stripe, 'Publishable Key')).toBeFocused()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  await test.step('wrong keys', async () => {
    await field(stripe, 'Publishable Key').fill(secrets.secretKey)
    await field(stripe, 'Secret Key').fill(publishableKey)
    await field(stripe, 'Account ID').fill('1234')
    await field(stripe, 'Webhook Signing Secret').fill(secrets.restrictedKey)
    await press(stripe, 'Save')
    await expect(stripe).toContainText('This is a publishable key. It belongs in the Publishable Key field.')
    await expect(stripe).toContainText('An account ID starts with acct_.')
    for (const label of ['Publishable Key', 'Webhook Signing Secret']) {
      await expect(field(stripe, label)).toHaveAccessibleDescription(
        /This is a secret key. It belongs in the Secret Key field./,
      )
    }
    await expect(field(stripe, 'Publishable Key')).toBeFocused()
    await expectAccessible(page)
    await field(stripe, 'Publishable Key').fill('pk_live_51MadeUpForTests')
    await field(stripe, 'Secret Key').fill(` ${secrets.secretKey} `)
    await field(stripe, 'Account ID').fill('')
    await field(stripe, 'Webhook Signing Secret').fill(secrets.webhookSecret)
    await press(stripe, 'Save')
    await expect(field(stripe, 'Secret Key')).toHaveAccessibleDescription(
      /One key is for test mode, the other is live/,
    )
    await expect(field(stripe, 'Secret Key')).toBeFocused()
  })

  await test.step('what is typed is masked, can be shown, and survives a change of tabs', async () => {
    await field(stripe, 'Publishable Key').fill(publishableKey)
    await expect(field(stripe, 'Secret Key')).toHaveAttribute('type', 'password')
    await press(stripe, 'Show Secret Key')
    await expect(field(stripe, 'Secret Key')).toHaveAttribute('type', 'text')
    await press(stripe, 'Hide Secret Key')
    await expect(field(stripe, 'Secret Key')).toHaveAttribute('type', 'password')
    await openTab(page, 'Banking')
    await expect(page).toHaveURL('/integrations?tab=banking')
    await openTab(page, 'Payments')
    await expect(page).toHaveURL('/integrations')
    await expect(field(stripe, 'Secret Key')).toHaveValue(` ${secrets.secretKey} `)
  })

  await test.step('saved by the keyboard, with an answer that takes its time', async () => {
    const answer = await holdRequests(page, '**/integrations/stripe')
    await tabTo(page, stripe.getByRole('button', { name: 'Save', exact: true }))
    await page.keyboard.press('Enter')
    await expect(stripe.getByRole('button', { name: 'Saving...' })).toBeVisible()
    await field(stripe, 'Account ID').fill('acct_typedMeanwhile')
    await answer()
    await expect(toast(page, 'Stripe settings saved securely.')).toBeVisible()
    await expect(stripe.getByText('Connected', { exact: true })).toBeVisible()
    await expect(stripe).toContainText('Clients pay straight into your Stripe account.')
    await expect(stripe).toContainText('Test mode: no real money')
    await expect(field(stripe, 'Account ID')).toHaveValue('acct_typedMeanwhile')
    // It is guarded like any unsaved change.
    await page.getByRole('link', { name: 'Invoices', exact: true }).first().click()
    await expect(page.getByRole('alertdialog')).toContainText('Leave without saving?')
    await page.getByRole('button', { name: 'Keep Editing' }).click()
    await expect(page.getByRole('alertdialog')).toBeHidden()
  })

  await test.step('a saved secret is known to be there and never seen', async () => {
    for (const label of ['Secret Key', 'Webhook Signing Secret']) {
      await expect(field(stripe, label)).toHaveValue('')
      await expect(field(stripe, label)).toHaveAttribute('placeholder', '•••••••• saved')
      await expect(field(stripe, label)).toHaveAccessibleDescription(/Saved and encrypted/)
    }
    // The previous toast may still be there.
    const saved = page.waitForResponse('**/integrations/stripe')
    await press(stripe, 'Save')
    expect((await saved).status()).toBe(200)
    await expect(toast(page, 'Stripe settings saved securely.')).toBeVisible()
    await page.reload()
    await expect(field(stripe, 'Publishable Key')).toHaveValue(publishableKey)
    await expect(field(stripe, 'Account ID')).toHaveValue('acct_typedMeanwhile')
    await press(stripe, 'Show Secret Key')
    await expect(field(stripe, 'Secret Key')).toHaveValue('')
    await expectNoSecret(page, answers, publishableKey)
  })

  await test.step('replaced, kept after all, and removed', async () => {
    await field(stripe, 'Secret Key').fill(secrets.restrictedKey)
    await expect(stripe).toContainText('It will replace the saved one when you save.')
    await press(stripe, 'Remove Webhook Signing Secret')
    await expect(stripe).toContainText('It will be removed when you save.')
    await press(stripe, 'Keep Webhook Signing Secret')
    await expect(field(stripe, 'Webhook Signing Secret')).toHaveAttribute('placeholder', '•••••••• saved')
    await press(stripe, 'Remove Webhook Signing Secret')
    await press(stripe, 'Save')
    await expect(toast(page, 'Stripe settings saved securely.')).toBeVisible()
    await expect(stripe.getByRole('button', { name: 'Remove Secret Key' })).toBeVisible()
    await expect(stripe.getByRole('button', { name: 'Remove Webhook Signing Secret' })).toHaveCount(0)
    await expectNoSecret(page, answers, publishableKey)
  })

  await test.step('the address for events', async () => {
    const address = await field(stripe, 'Webhook Address').inputValue()
    expect(address).toMatch(/^http:\/\/localhost:\d+\/api\/v1\/webhooks\/stripe\/[\w-]{36}$/)
    await press(stripe, 'Copy Webhook Address')
    await expect(toast(page, 'Webhook Address Copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    await expect(stripe.getByRole('list', { name: 'Events to choose' })).toContainText(
      'checkout.session.completed',
    )
  })

  await test.step('PayPal: tried before it is saved', async () => {
    await press(paypal, 'Test connection')
    await expect(answerOf(paypal)).toHaveText('Please enter the client ID and the secret first.')
    await press(paypal, 'Use demo account')
    await expect(answerOf(paypal)).toBeEmpty()
    await expect(field(paypal, 'Client ID')).toHaveValue('demo-client')
    await expect(field(paypal, 'Mode')).toHaveValue('demo')
    await press(paypal, 'Test connection')
    await expect(answerOf(paypal)).toContainText('accepts these keys. No real money moves.')
    await field(paypal, 'Client Secret').fill('another')
    await expect(answerOf(paypal)).toBeEmpty()
    await press(paypal, 'Test connection')
    await expect(answerOf(paypal)).toContainText('only accepts demo-client and demo-secret.')
    await press(paypal, 'Use demo account')
    await press(paypal, 'Save')
    await expect(toast(page, 'PayPal settings saved securely.')).toBeVisible()
    await expect(paypal.getByText('Connected', { exact: true })).toBeVisible()
    await expect(paypal).toContainText('Test mode: no real money')
    await press(paypal, 'Test connection')
    await expect(answerOf(paypal)).toContainText('accepts these keys. No real money moves.')
    // A saved secret is sent only to the environment that it was saved for.
    await field(paypal, 'Mode').selectOption('sandbox')
    await press(paypal, 'Test connection')
    await expect(field(paypal, 'Client Secret')).toHaveAccessibleDescription(/Please type the secret again/)
    await press(paypal, 'Save')
    await expect(toast(page, 'Failed to save settings securely')).toBeVisible()
    await expect(field(paypal, 'Client Secret')).toBeFocused()
  })

  await test.step('removed altogether', async () => {
    await press(paypal, 'Remove account')
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('clients can no longer pay with PayPal')
    await expectAccessible(page)
    await press(question, 'Remove account')
    await expect(toast(page, `Your PayPal account was removed from ${productName}`)).toBeVisible()
    await expect(paypal.getByText('Not Connected', { exact: true })).toBeVisible()
    await expect(field(paypal, 'Client ID')).toHaveValue('')
    await expect(field(paypal, 'Mode')).toHaveValue('live')
    // The element that opened the question no longer exists, so the focus moves to the card.
    await expect(question).toHaveCount(0)
    await expect(paypal.getByRole('heading', { name: 'PayPal' })).toBeFocused()
  })
})

test('mail, banking and the switch for all of them', async ({ page }) => {
  await openIntegrations(page, '?tab=email')
  const answers = listen(page)
  const email = card(page, 'Email (SMTP)')
  await test.step('a mail account', async () => {
    await expect(email.getByText('Not Connected', { exact: true })).toBeVisible()
    await expect(field(email, 'SMTP Host')).toHaveValue('smtp.gmail.com')
    await expect(field(email, 'SMTP Port')).toHaveValue('587')
    await expect(field(email, 'Username')).toHaveAccessibleDescription(/Leave empty to use the from address./)
    await field(email, 'From Address').fill('owner')
    await field(email, 'SMTP Host').fill('smtp://127.0.0.1')
    for (const port of ['587.5', 'abc']) {
      await field(email, 'SMTP Port').fill(port)
      await press(email, 'Save')
      await expect(field(email, 'SMTP Port')).toHaveAccessibleDescription(/as a whole number/)
    }
    await expect(email).toContainText('Please enter a valid email address.')
    await expect(email).toContainText('Please enter only the name of the email server')
    await expect(field(email, 'From Address')).toBeFocused()
    await field(email, 'From Address').fill('owner@example.com')
    await field(email, 'SMTP Host').fill('127.0.0.1')
    await field(email, 'SMTP Port').fill('465')
    await field(email, 'Password').fill(secrets.password)
    await press(email, 'Test connection')
    await expect(answerOf(email)).toHaveText(/127\.0\.0\.1 leads to a private network/)
    await expectAccessible(page)
    await field(email, 'SMTP Port').press('Enter')
    await expect(toast(page, 'Email settings saved securely.', 'Press Test connection')).toBeVisible()
    await expect(email.getByText('Connected', { exact: true })).toBeVisible()
    await expect(email).toContainText('Invoices are sent from your own address.')
  })

  await test.step('keys for bank connections', async () => {
    await openTab(page, 'Banking')
    const plaid = card(page, 'Plaid')
    await field(plaid, 'Client ID').fill('made-up-client')
    await press(plaid, 'Save')
    await expect(toast(page, 'Banking settings saved securely.')).toBeVisible()
    await expect(plaid.getByText('Not Connected', { exact: true })).toBeVisible()
    await expect(plaid).toContainText('Still missing: Secret.')
    await field(plaid, 'Secret').fill(secrets.plaidSecret)
    await field(plaid, 'Environment').selectOption('sandbox')
    await press(plaid, 'Save')
    await expect(plaid.getByText('Connected', { exact: true })).toBeVisible()
    await expect(plaid).toContainText('Test mode: no real accounts')
    await expect(plaid).toContainText('On the Pro plan, you connect banks through your Plaid account')
    await expect(plaid.getByRole('link', { name: 'Bank Connections' })).toHaveAttribute(
      'href',
      '/bank-connections',
    )
  })

  await test.step('the switch, the states and who read what', async () => {
    await openTab(page, 'Settings')
    const states = card(page, 'Connection Status').getByRole('listitem')
    const shown = ['StripeNot Connected', 'PayPalNot Connected', 'EmailConnected', 'BankingConnected']
    await expect(states).toHaveText(shown)
    for (const fact of [
      /AES-256/,
      /never stored in plain text/,
      /logged and monitored/,
      /Only you can access/,
    ]) {
      await expect(card(page, 'Security').getByText(fact)).toBeVisible()
    }
    await expect(card(page, 'Security activity').getByRole('listitem')).toContainText([
      /Account changed.*Banking: made-up-client, sandbox.*Replaced: Plaid secret/,
      /Account saved.*Banking: made-up-client, production/,
      /Account saved.*Email: owner@example.com, 127.0.0.1:465/,
    ])
    const all = page.getByRole('switch', { name: 'Enable All Integrations' })
    await expect(all).toBeChecked()
    await all.click()
    await expect(all).not.toBeChecked()
    await expect(
      toast(page, 'Integration settings saved securely', 'All integrations are off.'),
    ).toBeVisible()
    await page.reload()
    await expect(all).not.toBeChecked()
    await expect(states).toHaveText(shown)
    await openTab(page, 'Email')
    await expect(page.getByText('All integrations are turned off', { exact: true })).toBeVisible()
    await expect(email).toContainText('Saved, but not used while all integrations are turned off.')
    await press(email, 'Test connection')
    await expect(answerOf(email)).toHaveText(/127\.0\.0\.1 leads to a private network/)
    await openTab(page, 'Banking')
    await expect(page.getByText(/no transactions are imported from the ones that were/)).toBeVisible()
    await page.getByRole('link', { name: 'Open Settings' }).click()
    await expect(card(page, 'Security activity').getByRole('listitem')).toContainText([
      /Email password.*To test the connection.*Test Owner/,
      /All integrations turned off.*Connected: Email, Banking.*Chrome/,
    ])
    await all.press('Space')
    await expect(toast(page, 'Integration settings saved securely', 'All integrations are on.')).toBeVisible()
    await expectNoSecret(page, answers, 'made-up-client')
  })
})

test('what cannot be loaded or saved is said, and nothing that was typed is lost', async ({ page }) => {
  const refuse = {
    status: 500,
    json: { code: 'INTERNAL', message: 'Something went wrong.', requestId: 'r1' },
  }
  await page.route('**/api/v1/integrations', (route) => route.fulfill(refuse))
  await openIntegrations(page, '?tab=settings')
  await expect(toast(page, 'Failed to load profile data')).toBeVisible()
  await expect(page.getByText('Your integrations could not be loaded')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/v1/integrations')
  const at = new Date(Date.UTC(2026, 10, 5, 15, 40, 7)).toISOString()
  await page.route('**/integrations/activity*', (route) => {
    const isSecond = route.request().url().includes('cursor=')
    const id = `00000000-0000-4000-8000-00000000000${isSecond ? 2 : 1}`
    const entry = {
      id,
      type: 'read',
      what: 'Stripe secret key',
      who: productName,
      detail: 'To open a payment page',
      from: null,
      at,
    }
    return route.fulfill({ json: { entries: [entry], nextCursor: isSecond ? null : 'more' } })
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  const entries = card(page, 'Security activity').getByRole('listitem')
  await expect(entries).toContainText(['Nov 5, 2026, 3:40:07 PM'])
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(entries).toHaveCount(2)
  await expect(entries.last()).toBeFocused()
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)

  const all = page.getByRole('switch', { name: 'Enable All Integrations' })
  await page.route('**/integrations/enabled', (route) => route.abort())
  await all.click()
  await expect(toast(page, 'Failed to save settings securely')).toBeVisible()
  await expect(all).toBeChecked()

  await openTab(page, 'Banking')
  const plaid = card(page, 'Plaid')
  await page.route('**/integrations/banking**', (route) => route.abort())
  await field(plaid, 'Client ID').fill('made-up-client')
  await press(plaid, 'Save')
  await expect(toast(page, 'Failed to save settings securely', 'can’t be reached')).toBeVisible()
  await expect(plaid.getByText('Not Connected', { exact: true })).toBeVisible()
  await press(plaid, 'Test connection')
  await expect(answerOf(plaid)).toContainText('can’t be reached')
  await expect(field(plaid, 'Client ID')).toHaveValue('made-up-client')
  await page.unroute('**/integrations/banking**')
  await press(plaid, 'Save')
  await expect(toast(page, 'Banking settings saved securely.')).toBeVisible()
})
