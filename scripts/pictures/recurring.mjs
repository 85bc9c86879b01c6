import { floating, part, rows, title } from './find.mjs'

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
]
