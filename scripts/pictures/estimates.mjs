import { back, region } from './find.mjs'

/** @type {import('./take.mjs').Scene[]} */
export const estimates = [
  {
    name: 'estimate-public-page',
    as: 'visitor',
    at: ({ estimates: { open } }) => `/estimates/${open.id}/view`,
    width: 720,
    of: (page) => page.getByRole('main'),
  },
  {
    name: 'estimate-answer',
    as: 'visitor',
    at: ({ estimates: { open } }) => `/estimates/${open.id}/view`,
    first: async (page) => {
      await page.getByRole('button', { name: 'Accept', exact: true }).click()
      await page.getByLabel('Your name').fill('Demo Client')
      await page.getByRole('button', { name: 'Type it' }).click()
    },
    isDialog: true,
    of: (page) => page.getByRole('dialog'),
  },
  {
    name: 'estimate-accepted',
    at: ({ estimates: { accepted } }) => `/estimates/${accepted.id}`,
    width: 1080,
    of: (page) => [back(page), region(page, 'Overview'), region(page, 'Accepted')],
  },
]
