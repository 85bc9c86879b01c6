import { part } from './find.mjs'
import { interFace } from './font.mjs'

/** It is written in whatever letters the reader's machine has. */
const docs = `${interFace} body { font-family: 'Inter Variable' }`

/** @type {import('./take.mjs').Scene[]} */
export const plans = [
  { name: 'subscription-tab', at: '/settings?tab=subscription', of: (page) => part(page, 'Current plan') },
  {
    name: 'plans',
    at: '/settings?tab=subscription',
    width: 1000,
    of: (page, size) => part(page, size === 'large' ? 'Plans' : 'Pro'),
  },
  {
    name: 'integrations-stripe',
    at: '/integrations',
    first: async (page) => {
      const card = part(page, 'Stripe')
      await card.getByLabel('Publishable Key').fill('pk_test_51Example0fAKey')
      await card.getByLabel('Secret Key', { exact: true }).fill('sk_test_51Example0fAKey')
    },
    // Without the address for news, which is that of this machine.
    of: (page) => [
      part(page, 'Stripe').getByRole('heading', { name: 'Stripe', exact: true }),
      part(page, 'Stripe').getByLabel('Account ID'),
      part(page, 'Stripe').getByText('Begins with acct_.'),
    ],
  },
  {
    name: 'integrations-email',
    at: '/integrations?tab=email',
    of: (page) => part(page, 'Email (SMTP)'),
    most: { small: 694 },
  },
  {
    name: 'api-docs',
    at: '/api/docs',
    as: 'visitor',
    style: docs,
    most: { small: 640 },
    of: (page) => page.locator('body'),
  },
]
