import { columns, part, rows } from './find.mjs'

/** @type {import('./take.mjs').Scene[]} */
export const money = [
  {
    name: 'expenses-list',
    at: '/expenses',
    maxHeight: { large: 622 },
    of: (page, size) =>
      size === 'large'
        ? [part(page, 'Total Monthly Expenses'), ...rows(page, size, { large: 4, small: 0 })]
        : rows(page, size, { large: 0, small: 5 }),
  },
  {
    name: 'expense-form',
    at: '/expenses/new',
    first: async (page) => {
      await page.getByLabel('Amount').fill('42.50')
      await page.getByLabel('Category').selectOption('Supplies')
      await page.getByLabel('Notes').fill('Paper and ink')
    },
    of: (page) => page.getByRole('form'),
  },
  {
    name: 'expenses-recurring',
    at: '/expenses/recurring',
    of: (page, size) => rows(page, size, { large: 4, small: 2 }),
  },
  {
    name: 'bank-connect',
    at: '/bank-connections',
    first: async (page) => {
      await page.getByRole('button', { name: 'Connect Account' }).click()
      await page.getByRole('dialog').getByText('Capital One').click()
    },
    isDialog: true,
    of: (page) => page.getByRole('dialog'),
  },
  {
    name: 'bank-connections',
    at: '/bank-connections',
    width: 900,
    of: (page) => part(page, 'Connected Accounts'),
  },
  { name: 'security-report', at: '/bank-connections', of: (page) => part(page, 'Banking Security Report') },
  {
    name: 'transactions-list',
    at: '/transactions',
    width: 920,
    padding: 0,
    of: (page, size) =>
      size === 'large' ? columns(page, ['Date', 'Amount'], 9) : rows(page, size, { large: 0, small: 5 }),
  },
  {
    name: 'transaction-category',
    at: '/transactions',
    width: 920,
    first: (page, _, size) =>
      page
        .getByRole('main')
        .getByRole('row')
        .nth(3)
        .getByRole('combobox')
        .selectOption(size === 'large' ? 'Business' : 'Travel'),
    padding: 0,
    of: (page, size) =>
      size === 'large'
        ? columns(page, ['Description', 'Amount'], 5)
        : page.getByRole('main').getByRole('row').nth(3),
  },
  {
    name: 'transaction-rules',
    at: '/transactions',
    first: (page) => page.getByRole('button', { name: 'Rules' }).click(),
    isDialog: true,
    of: (page) => page.getByRole('dialog'),
  },
]
