/** Every report, in the order of the overview. `parts` are what of the address it uses. */
export const reports = {
  'profit-and-loss': {
    title: 'Profit and loss',
    about: 'What you earned, what you spent, and what you kept',
    parts: ['period', 'basis', 'by', 'compare', 'client', 'currency'],
  },
  'cash-flow': {
    title: 'Cash flow',
    about: 'The money that came in and went out, month by month',
    parts: ['period', 'by', 'compare', 'currency'],
  },
  'owed-by-age': {
    title: 'Money owed to you',
    about: 'Who owes you, for how long, and how late each client usually pays',
    parts: ['day', 'client', 'currency'],
  },
  'income-by-client': {
    title: 'Income by client',
    about: 'Who your income comes from',
    parts: ['period', 'basis', 'by', 'compare', 'client', 'currency'],
  },
  'income-by-item': {
    title: 'Income by item',
    about: 'What you sell most',
    parts: ['period', 'by', 'compare', 'client', 'currency'],
  },
  'expenses-by-category': {
    title: 'Expenses by category',
    about: 'What you spend money on',
    parts: ['period', 'by', 'compare', 'category', 'currency'],
  },
  'expenses-by-merchant': {
    title: 'Expenses by merchant',
    about: 'Whom you spend money with',
    parts: ['period', 'by', 'compare', 'category', 'currency'],
  },
  taxes: {
    title: 'Taxes',
    about: 'Tax you collected and tax you paid, by rate, for your tax return',
    parts: ['period', 'basis', 'by'],
  },
  'payments-by-method': {
    title: 'Payments by method',
    about: 'How clients pay you, and what it costs',
    parts: ['period', 'client', 'currency'],
  },
  mileage: {
    title: 'Mileage',
    about: 'How far you drove for your business',
    parts: ['period'],
  },
  'missing-receipts': {
    title: 'Missing receipts',
    about: 'Expenses that have no receipt yet',
    parts: ['period', 'category'],
  },
} as const satisfies Record<string, { title: string; about: string; parts: readonly ReportPart[] }>

export type ReportPart = 'period' | 'day' | 'basis' | 'by' | 'compare' | 'client' | 'category' | 'currency'
export type ReportName = keyof typeof reports
export const reportNames = Object.keys(reports) as [ReportName, ...ReportName[]]

export { reportsPlanText } from '../periods/rules.ts'

/** The page where the year, closed periods and bank transactions are set. Notes name it. */
export const settingsTitle = 'Year and closing'
