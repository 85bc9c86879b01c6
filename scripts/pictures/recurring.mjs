import { day } from './charges.mjs'
import { back, floating, part, rows, title } from './find.mjs'

/**
 * Shows a saved card. Only test cards can be saved without Stripe, and the page says so of each.
 * @param {import('@playwright/test').Route} route
 */
async function addCard(route) {
  const response = await route.fetch()
  const series = await response.json()
  const savedCard = {
    label: 'Visa ending in 4242',
    since: `${day(-80)}T15:00:00Z`,
    expires: '08/2029',
    isTest: false,
  }
  await route.fulfill({ response, json: { ...series, autopay: true, savedCard } })
}

/** @type {import('./take.mjs').Scene[]} */
export const recurring = [
  {
    name: 'recurring-form',
    at: '/invoices/recurring/new',
    hide: floating,
    of: (page) => part(page, 'Schedule'),
  },
  {
    name: 'recurring-list',
    at: '/invoices/recurring',
    of: (page, size) => [title(page), ...rows(page, size, { large: 3, small: 2 })],
  },
  {
    name: 'template-save',
    at: ({ invoices: { fresh } }) => `/invoices/${fresh.id}`,
    first: async (page) => {
      await page.getByRole('button', { name: /^More actions/ }).click()
      await page.getByRole('menuitem', { name: 'Save as template' }).click()
      await page.getByLabel('Template Name').fill('Brand and menus')
    },
    isDialog: true,
    of: (page) => page.getByRole('dialog'),
  },
  {
    name: 'template-list',
    at: '/invoices/templates',
    of: (page, size) => rows(page, size, { large: 3, small: 3 }),
  },
  {
    name: 'template-looks',
    at: '/invoices/templates',
    padding: 10,
    maxHeight: { large: 668 },
    of: (page) => page.locator('section[aria-labelledby=look]').last(),
  },
  {
    name: 'automatic-payments',
    at: '/invoices/recurring',
    first: async (page) => {
      await page.route('**/api/v1/recurring/*', addCard)
      await page.getByRole('link', { name: 'Harbour Street Bakery' }).last().click()
      await page.getByText('Paid automatically with').waitFor()
    },
    of: (page) => [
      back(page),
      page.locator('main [tabindex="-1"]').filter({ hasText: 'Paid automatically with' }).last(),
    ],
  },
]
