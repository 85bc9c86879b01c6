import { part } from './find.mjs'
import { interFace } from './font.mjs'

/** The API documentation uses the fonts that are installed on the reader's machine. */
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
    // Without the webhook URL, which contains the address of this machine.
    of: (page) => [
      part(page, 'Stripe').getByRole('heading', { name: 'Stripe', exact: true }),
      part(page, 'Stripe').getByLabel('Account ID'),
      part(page, 'Stripe').getByText('Starts with acct_.'),
    ],
  },
  {
    name: 'integrations-email',
    at: '/integrations?tab=email',
    of: (page) => part(page, 'Email (SMTP)'),
    maxHeight: { small: 694 },
  },
  {
    name: 'api-docs',
    at: '/api/docs',
    as: 'visitor',
    style: docs,
    maxHeight: { small: 640 },
    of: (page) => page.locator('body'),
  },
]
