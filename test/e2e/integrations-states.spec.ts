import { expect } from '@playwright/test'
import { expectToLookWell, test, toast } from '../support/e2e/browser.ts'
import { asDatabaseOwner } from '../support/e2e/database.ts'
import {
  card,
  field,
  openIntegrations,
  openTab,
  press,
  publishableKey,
  save,
  secrets,
} from './integrations-page.ts'

test('every tab at both widths, with keys that are refused, and what another tab saves', async ({ page }) => {
  const { email } = await openIntegrations(page)
  const keys = {
    publishableKey,
    secretKey: secrets.secretKey,
    accountId: '',
    webhookSecret: secrets.webhookSecret,
  }
  await save(page, 'stripe', keys)
  await save(page, 'paypal', { clientId: 'demo-client', clientSecret: 'demo-secret', mode: 'demo' })
  await page.reload()
  for (const [tab, shown] of [
    ['Payments', 'Test mode: no real money'],
    ['Email', 'Leave empty to use the from address.'],
    ['Banking', 'Environment'],
    ['Settings', 'PayPal: demo-client, demo'],
  ] as const) {
    await openTab(page, tab)
    await expect(page.getByText(shown).first()).toBeVisible()
    await expectToLookWell(page)
  }

  const states = card(page, 'Connection Status').getByRole('listitem')
  const stripe = card(page, 'Stripe')
  await test.step('refused', async () => {
    await expect(states.first()).toHaveText('StripeConnected')
    await asDatabaseOwner(
      `update integrations set stripe_refused_at = '2026-11-15T12:00:00Z'
       from members join auth.users on users.id = members.user_id
       where integrations.business_id = members.business_id and users.email = $1`,
      [email],
    )
    // The event when a user returns to the tab.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await expect(states.first()).toHaveText('StripeNot Working')
    await openTab(page, 'Payments')
    await expect(stripe.getByText('Not Working', { exact: true })).toBeVisible()
    await expect(stripe).toContainText(
      'These keys did not work at Stripe on Nov 15, 2026, when a client tried to pay.',
    )
    await expect(stripe).not.toContainText('Clients pay straight into your Stripe account.')
    await expectToLookWell(page)
  })

  await test.step('an account that needs its owner, and one that holds a payment', async () => {
    const setProblem = async (problem: string) => {
      await asDatabaseOwner(
        `update integrations set stripe_problem = $2 from members join auth.users on users.id = members.user_id
         where integrations.business_id = members.business_id and users.email = $1`,
        [email, problem],
      )
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    }
    await setProblem('account-restricted')
    await expect(stripe).toContainText('Stripe has restricted your account, so it can’t take payments.')
    await expect(stripe.getByText('Not Working', { exact: true })).toBeVisible()
    await expectToLookWell(page)
    await setProblem('accept-payment')
    await expect(stripe).toContainText('Sign in to Stripe and accept or deny it there.')
    await expect(stripe.getByText('Connected', { exact: true })).toBeVisible()
    await expectToLookWell(page)
  })

  await test.step('mails that the mail account did not take', async () => {
    await save(page, 'email', {
      fromAddress: 'billing@example.com',
      host: 'localhost',
      port: 9,
      username: '',
      password: secrets.password,
    })
    await page.reload()
    await openTab(page, 'Email')
    const mail = card(page, 'Email (SMTP)')
    const healthy = mail.getByText('Invoices are sent from your own address.')
    await expect(healthy).toBeVisible()
    // A mail that the job after saving does not retry.
    await asDatabaseOwner(
      `insert into mails (business_id, kind, from_address, to_address, subject, state, waits_for_account, last_error)
       select business_id, 'invoice', 'no-reply@example.com', 'client@example.com', 'Invoice', 'failed', true,
         'The email server didn’t accept the username and password.'
       from members join auth.users on users.id = members.user_id where users.email = $1`,
      [email],
    )
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await expect(mail.getByText('Not Working', { exact: true })).toBeVisible()
    await expect(mail).toContainText(
      '1 email couldn’t be sent: The email server didn’t accept the username and password.',
    )
    await expect(healthy).toHaveCount(0)
    await expectToLookWell(page)
    await openTab(page, 'Settings')
    await expect(states.filter({ hasText: 'Email' })).toContainText('Not Working')
    // It is sent automatically, and then the notice disappears.
    await asDatabaseOwner(
      `update mails set state = 'sent', waits_for_account = false from members
       join auth.users on users.id = members.user_id
       where mails.business_id = members.business_id and users.email = $1`,
      [email],
    )
    await expect(states.filter({ hasText: 'Email' })).toContainText('Connected')
    await expect(states.filter({ hasText: 'Email' })).not.toContainText('Not')
    await openTab(page, 'Payments')
  })

  await test.step('saving here does not take back what was saved elsewhere', async () => {
    await save(page, 'stripe', { ...keys, publishableKey: 'pk_test_savedElsewhere', accountId: 'acct_else' })
    await expect(field(stripe, 'Publishable Key')).toHaveValue(publishableKey)
    await field(stripe, 'Account ID').fill('acct_here')
    await press(stripe, 'Save')
    await expect(toast(page, 'Your Stripe account was changed elsewhere')).toBeVisible()
    await expect(field(stripe, 'Publishable Key')).toHaveValue('pk_test_savedElsewhere')
    await press(stripe, 'Save')
    await expect(toast(page, 'Stripe settings saved securely.')).toBeVisible()
    await expect(stripe.getByText('Connected', { exact: true })).toBeVisible()
    await page.reload()
    await expect(field(stripe, 'Publishable Key')).toHaveValue('pk_test_savedElsewhere')
    await expect(field(stripe, 'Account ID')).toHaveValue('acct_here')
  })

  await test.step('going back leaves the page, however many tabs were opened', async () => {
    await page.goBack()
    await expect(page).toHaveURL('about:blank')
  })
})
