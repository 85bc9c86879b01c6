/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {import('@playwright/test').Locator} Locator
 */

/**
 * Finds a card or another section of a page by its heading.
 * @param {Page} page
 * @param {string} heading
 */
export const part = (page, heading) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: heading, exact: true }) })
    .last()

/**
 * Finds a part of a page by the name that assistive technology reads.
 * @param {Page} page
 * @param {string} name
 */
export const region = (page, name) => page.getByRole('region', { name, exact: true })

/**
 * Returns the first rows of a list: with the column headers, or on a phone as cards.
 * @param {Page} page
 * @param {import('./take.mjs').Size} size
 * @param {Record<import('./take.mjs').Size, number>} count
 * @returns {Locator[]}
 */
export const rows = (page, size, count) => {
  const all = page.getByRole('main').getByRole('row')
  return [all.nth(size === 'large' ? 0 : 1), all.nth(count[size])]
}

/**
 * Returns these columns and those between them, down to a row.
 * @param {Page} page
 * @param {string[]} names
 * @param {number} count
 * @returns {Locator[]}
 */
export const columns = (page, names, count) => {
  const row = page.getByRole('main').getByRole('row').nth(count)
  return [
    ...names.map((name) => page.getByRole('columnheader', { name, exact: true })),
    row.getByRole('cell').nth(1),
  ]
}

/**
 * The link above the title that leads back to the list.
 * @param {Page} page
 */
export const back = (page) => page.getByRole('main').getByRole('link').first()

/** @param {Page} page */
export const title = (page) => page.getByRole('heading', { level: 1 })

/** The bar that floats over a form and would cover part of a screenshot. */
export const floating = 'main .sticky.bottom-0'
