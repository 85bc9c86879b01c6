import { part, rows } from './find.mjs'

/** @type {import('./take.mjs').Scene[]} */
export const account = [
  {
    name: 'sign-up',
    as: 'visitor',
    at: '/signup',
    width: 560,
    first: async (page) => {
      await page.getByLabel('Full Name').fill('Test Owner')
      await page.getByLabel('Email').fill('owner@riverside-studio.example')
      await page.getByLabel('Password', { exact: true }).fill('three boats on a slow river')
      await page.getByLabel('Business Name').fill('Riverside Studio')
    },
    of: (page) => [page.getByRole('heading', { level: 1 }), page.getByRole('main').locator('section')],
  },
  {
    name: 'sign-in',
    as: 'visitor',
    at: '/login',
    width: 560,
    first: (page) => page.getByLabel('Email').fill('owner@riverside-studio.example'),
    of: (page) => [page.getByRole('heading', { level: 1 }), page.getByRole('main').locator('section')],
  },
  {
    name: 'settings-profile',
    at: '/settings',
    of: (page) => part(page, 'Your profile'),
    maxHeight: { large: 684, small: 624 },
  },
  {
    name: 'settings-logo',
    at: '/settings',
    of: (page) => [page.getByText('Logo', { exact: true }), page.getByText(/^JPG, PNG/)],
  },
  {
    name: 'settings-sessions',
    at: '/settings',
    of: (page) => page.locator('section[aria-labelledby=sessions]'),
  },
  {
    name: 'settings-export',
    at: '/settings',
    of: (page) => [part(page, 'Your data'), part(page, 'Delete account')],
  },
  {
    name: 'phone-menu',
    at: '/dashboard',
    isPhone: true,
    first: (page) => page.getByRole('button', { name: 'Menu' }).click(),
    of: (page) => [page.getByRole('banner'), page.getByRole('button', { name: 'Sign Out' })],
  },
  {
    name: 'phone-invoices',
    at: '/invoices',
    isPhone: true,
    of: (page, size) => [
      page.getByPlaceholder('Search by client, number or amount'),
      ...rows(page, size, { large: 2, small: 2 }),
    ],
  },
]
