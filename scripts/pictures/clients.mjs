import { back, part, region, rows, title } from './find.mjs'

/** @type {import('./take.mjs').Scene[]} */
export const clients = [
  {
    name: 'client-list',
    at: '/clients',
    maxHeight: { large: 476 },
    of: (page, size) => [title(page), ...rows(page, size, { large: 6, small: 2 })],
  },
  {
    name: 'client-page',
    at: ({ clientId }) => `/clients/${clientId}`,
    width: 1080,
    of: (page) => [back(page), region(page, 'Summary'), region(page, 'Invoices')],
  },
  {
    name: 'client-time',
    at: ({ clientId }) => `/clients/${clientId}`,
    of: (page) => part(page, 'Time'),
  },
  {
    name: 'client-portal-card',
    at: ({ clientId }) => `/clients/${clientId}`,
    of: (page) => part(page, 'Client portal'),
  },
  {
    name: 'statement',
    at: ({ clientId }) => `/clients/${clientId}/statement?period=quarter`,
    of: (page) => [back(page), page.getByRole('table', { name: 'Entries of the statement' })],
  },
  {
    name: 'portal-overview',
    as: 'client',
    at: ({ portalPath }) => portalPath,
    of: (page) => [page.getByText('Riverside Studio').first(), page.getByRole('tabpanel')],
  },
  {
    name: 'portal-pay',
    as: 'client',
    at: ({ portalPath }) => portalPath,
    first: async (page) => {
      await page.getByRole('button', { name: 'Pay', exact: true }).click()
      await page.getByRole('region', { name: 'Pay the chosen invoices' }).waitFor()
    },
    of: (page) => [page.getByRole('tablist'), page.getByRole('tabpanel')],
  },
]
