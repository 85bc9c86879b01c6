import { part } from './find.mjs'
import { interFace } from './font.mjs'
import { readMail } from './mail.mjs'

/** @type {import('./take.mjs').Scene[]} */
export const reminders = [
  {
    name: 'reminders-settings',
    at: '/settings?tab=reminders',
    of: (page) => part(page, 'Reminders'),
    maxHeight: { large: 692, small: 672 },
  },
  {
    name: 'reminder-mail',
    as: 'visitor',
    at: 'about:blank',
    width: 680,
    first: async (page, { mailFolder }) => page.setContent(await readMail(mailFolder, /is due on/)),
    style: `${interFace} * { font-family: 'Inter Variable' !important }`,
    of: (page) => page.locator('body'),
    // Cuts off the end, which contains the address of this machine.
    maxHeight: { large: 636, small: 700 },
  },
  {
    name: 'reminder-of-one-invoice',
    at: ({ invoices: { soon } }) => `/invoices/${soon.id}`,
    of: (page) => page.getByRole('region', { name: 'Reminders' }),
  },
  {
    name: 'late-fee-settings',
    at: '/settings?tab=reminders',
    first: async (page) => {
      await page.getByRole('radio', { name: 'Add a late fee' }).check()
      await page.getByLabel('Percentage').fill('1.5')
      await page.getByLabel('How often').selectOption('Each month until it’s paid')
      await page.getByLabel('At most').fill('50')
    },
    maxHeight: { small: 625 },
    of: (page) => part(page, 'Late fees'),
  },
]
