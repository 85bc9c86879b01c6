import { columns, part, rows } from './find.mjs'
import { chart, sentence } from './reports.mjs'

/** The options of the tiles, which are shown side by side. */
const tile = { width: 720, proportion: 4 / 3, maxHeight: { small: 480 } }

/** @type {import('./take.mjs').Scene[]} */
export const landing = [
  {
    name: 'landing-dashboard',
    at: '/dashboard',
    width: 1180,
    of: (page, size) => [
      page.getByRole('banner'),
      size === 'large' ? part(page, 'Needs attention') : part(page, 'Upcoming Expenses'),
    ],
  },
  {
    ...tile,
    name: 'feature-invoice',
    as: 'visitor',
    at: ({ invoices }) => `/invoices/${invoices.fresh.id}/view`,
    of: (page) => page.getByRole('main'),
  },
  {
    ...tile,
    name: 'feature-payments',
    width: 640,
    at: ({ invoices }) => `/invoices/${invoices.twice.id}`,
    of: (page) => page.getByRole('region', { name: 'Payments' }),
  },
  {
    ...tile,
    name: 'feature-reminders',
    width: 700,
    maxHeight: { small: 318 },
    at: '/settings?tab=reminders',
    of: (page, size) =>
      size === 'large' ? part(page, 'Reminders') : page.locator('section[aria-labelledby=own-series]'),
  },
  {
    ...tile,
    name: 'feature-expenses',
    at: '/expenses',
    width: 820,
    of: (page, size) =>
      size === 'large' ? columns(page, ['Date', 'Notes'], 8) : rows(page, size, { large: 0, small: 5 }),
    padding: 0,
    maxWidth: 720,
  },
  {
    ...tile,
    name: 'feature-banks',
    at: '/transactions',
    width: 920,
    of: (page, size) =>
      size === 'large'
        ? columns(page, ['Description', 'Amount'], 8)
        : rows(page, size, { large: 0, small: 5 }),
    padding: 0,
  },
  {
    ...tile,
    name: 'feature-dashboard',
    at: '/dashboard',
    of: (page) => page.getByRole('tabpanel'),
  },
  {
    ...tile,
    name: 'feature-reports',
    at: '/reports/profit-and-loss?by=month',
    of: (page) => [sentence(page), chart(page)],
  },
]
