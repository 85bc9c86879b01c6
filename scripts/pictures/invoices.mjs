import { floating, part } from './find.mjs'
import { settle } from './take.mjs'

/** @typedef {import('./take.mjs').Scene} Scene */

/** A new invoice, started from a template. */
const started = /** @satisfies {Partial<Scene>} */ ({
  at: '/invoices/new',
  hide: floating,
  first: async (/** @type {import('@playwright/test').Page} */ page) => {
    await page.getByRole('button', { name: 'Start from a template' }).click()
    await page.getByRole('menuitem', { name: 'Brand package' }).click()
    await page.waitForURL('**/invoices/new?template=*')
    await settle(page)
  },
})

/**
 * The element with everything that changes the total: discount, taxes and fees.
 * @param {import('@playwright/test').Page} page
 */
const charges = (page) =>
  page.getByRole('form').locator('dl').locator('xpath=ancestor::div[contains(@class, "border-t")][1]')

/** @type {Scene[]} */
export const invoices = [
  {
    ...started,
    name: 'invoice-new-form',
    of: (page, size) =>
      size === 'large' ? [part(page, 'Client'), part(page, 'Details')] : part(page, 'Client'),
  },
  {
    ...started,
    name: 'invoice-line-items',
    maxHeight: { small: 548 },
    // With room for a table, the heading is hidden and the columns have names.
    of: (page) => page.getByRole('heading', { name: 'Line items' }).locator('xpath=..'),
  },
  { ...started, name: 'discount-and-tax', padding: 16, of: (page) => charges(page) },
  { ...started, name: 'totals', width: 640, of: (page) => page.getByRole('form').locator('dl') },
  { ...started, name: 'invoice-send', of: (page) => part(page, 'Sending') },
  {
    name: 'taxes-saved',
    at: '/invoices/new',
    first: async (page) => {
      await page.getByRole('button', { name: 'Add line items' }).click()
      await page.getByRole('button', { name: 'Manage tax rates' }).click()
    },
    isDialog: true,
    of: (page) => page.getByRole('dialog'),
  },
  {
    name: 'invoice-preview',
    at: ({ invoices: { fresh } }) => `/invoices/${fresh.id}/edit`,
    first: (page) => page.getByRole('button', { name: 'Preview' }).click(),
    maxHeight: { large: 655, small: 640 },
    isDialog: true,
    of: (page) => page.getByRole('dialog'),
  },
  {
    name: 'invoice-public-page',
    as: 'visitor',
    at: ({ invoices: { fresh } }) => `/invoices/${fresh.id}/view`,
    width: 720,
    of: (page) => page.getByRole('main'),
  },
  {
    name: 'invoice-timeline',
    at: ({ invoices: { twice } }) => `/invoices/${twice.id}`,
    of: (page) => page.getByRole('region', { name: 'Timeline' }),
  },
  {
    name: 'invoice-record-payment',
    at: ({ invoices: { late } }) => `/invoices/${late.id}`,
    first: (page) => page.getByRole('button', { name: 'Mark as paid' }).first().click(),
    isDialog: true,
    of: (page) => page.getByRole('dialog'),
  },
  {
    ...started,
    name: 'invoice-parts-form',
    first: async (page) => {
      await started.first(page)
      await page.getByRole('button', { name: 'Ask for a deposit or installments' }).click()
      await page.getByLabel('Percentage of the total').fill('40')
      await page.getByRole('button', { name: 'Add part' }).click()
      await page.getByLabel('Percentage of the total').last().fill('30')
    },
    of: (page) => part(page, 'Deposit or Installments'),
  },
  {
    name: 'invoice-parts-page',
    as: 'visitor',
    at: ({ invoices: { inParts } }) => `/invoices/${inParts.id}/view`,
    width: 720,
    of: (page) => page.getByRole('main'),
  },
  {
    name: 'billable-lines',
    at: ({ clientId }) => `/invoices/new?client=${clientId}`,
    first: (page) => page.getByRole('button', { name: 'Add to invoice' }).click(),
    isDialog: true,
    of: (page) => page.getByRole('dialog'),
  },
]
