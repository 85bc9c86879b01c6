import { part } from './find.mjs'

/** @type {import('./take.mjs').Scene[]} */
export const dashboard = [
  {
    name: 'dashboard-cards',
    at: '/dashboard',
    of: (page) => [part(page, 'Cash Balance'), part(page, 'Upcoming Expenses')],
  },
  { name: 'dashboard-needs-attention', at: '/dashboard', of: (page) => part(page, 'Needs attention') },
  { name: 'dashboard-chart', at: '/dashboard', of: (page) => page.getByRole('tabpanel') },
  {
    name: 'dashboard-first-steps',
    as: 'newcomer',
    at: '/dashboard',
    of: (page) => part(page, 'First steps'),
  },
  {
    name: 'dashboard-figure-rows',
    at: '/dashboard',
    first: (page) => page.getByRole('button', { name: /^Why this number\? Pending Invoices, / }).click(),
    isDialog: true,
    of: (page) => page.getByRole('dialog'),
  },
  {
    name: 'palette',
    at: '/dashboard',
    first: async (page) => {
      await page.getByRole('button', { name: 'Search' }).click()
      await page.getByRole('combobox', { name: 'Search' }).fill('bakery')
      await page.getByRole('option').first().waitFor()
    },
    isDialog: true,
    of: (page) => page.getByRole('dialog'),
  },
]
