/** @param {import('@playwright/test').Page} page */
const table = (page) => page.getByRole('main').getByRole('table')

/**
 * The sentence above the figures.
 * @param {import('@playwright/test').Page} page
 */
export const sentence = (page) => page.getByRole('main').getByText(/^You (kept|spent|earned)/)

const chartOfReport = 'main [aria-hidden]:has(.recharts-wrapper)'

/** @param {import('@playwright/test').Page} page */
export const chart = (page) => page.locator(chartOfReport)

/** @type {import('./take.mjs').Scene[]} */
export const reports = [
  {
    name: 'report',
    at: '/reports/profit-and-loss?period=last-quarter',
    width: 760,
    maxHeight: { large: 760, small: 900 },
    // The chart is in the picture of the page about features.
    hide: chartOfReport,
    of: (page) => [sentence(page), table(page)],
  },
  {
    name: 'report-figure',
    at: '/reports/profit-and-loss?period=last-quarter',
    first: (page) => table(page).getByRole('row', { name: 'Software' }).getByRole('button').first().click(),
    isDialog: true,
    of: (page) => page.getByRole('dialog'),
  },
]
