import { expect } from '@playwright/test'
import { expectToLookWell, test, toast } from '../support/browser.ts'
import { asDatabaseOwner } from '../support/e2e-database.ts'
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
  test.slow()
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
    ['Settings', 'Nothing was read yet'],
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
    // What happens when a person comes back to the tab.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await expect(states.first()).toHaveText('StripeNot Working')
    await openTab(page, 'Payments')
    await expect(stripe.getByText('Not Working', { exact: true })).toBeVisible()
    await expect(stripe).toContainText(
      'Stripe refused these keys on Nov 15, 2026, when a client wanted to pay.',
    )
    await expect(stripe).not.toContainText('Clients pay straight into your Stripe account.')
    await expectToLookWell(page)
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
