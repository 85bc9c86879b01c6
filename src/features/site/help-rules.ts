/** The articles of the help center, as their pages, the list and the server use them. */
export const helpCategories = {
  start: 'Getting started',
  invoices: 'Invoices',
  money: 'Expenses and banks',
  account: 'Plans and connections',
} as const

export type HelpCategory = keyof typeof helpCategories

export interface HelpArticle {
  title: string
  /** One sentence, for the list and for search engines. */
  description: string
  category: HelpCategory
  /** The reading time, computed by {@link readingMinutes}. */
  minutes: number
}

export const helpArticles = {
  'creating-account': {
    title: 'Creating your account',
    description:
      'Sign up, confirm your email address, sign in on any device, and reset a forgotten password.',
    category: 'start',
    minutes: 5,
  },
  'business-profile': {
    title: 'Setting up your business profile',
    description: 'The name, address, logo and time zone that your clients see, and why each of them matters.',
    category: 'start',
    minutes: 6,
  },
  'navigating-dashboard': {
    title: 'Navigating the dashboard',
    description: 'What each card, line and bar on the dashboard shows, and where clicking it takes you.',
    category: 'start',
    minutes: 5,
  },
  'cash-flow-basics': {
    title: 'Cash flow basics',
    description: 'Cash balance, money in, money out and what’s left over: the few money terms you need.',
    category: 'start',
    minutes: 4,
  },
  'mobile-experience': {
    title: 'Using Millrace on your phone',
    description:
      'Every screen works in your phone’s browser: the menu, lists, forms, and what needs a connection.',
    category: 'start',
    minutes: 3,
  },
  'first-invoice': {
    title: 'Creating your first invoice',
    description:
      'From the client’s name to getting paid: fill it in, preview it, send it, share the link and follow it.',
    category: 'invoices',
    minutes: 7,
  },
  estimates: {
    title: 'Estimates',
    description:
      'Send an offer that your client accepts online, and turn it into one invoice or several, with a deposit first.',
    category: 'invoices',
    minutes: 3,
  },
  installments: {
    title: 'Deposits and installments',
    description:
      'Ask for a part of an invoice first, or let your client pay it in parts on dates you choose.',
    category: 'invoices',
    minutes: 2,
  },
  'time-and-items': {
    title: 'Billing your time and expenses',
    description:
      'Saved items, a timer for each client, and expenses that become lines of an invoice with one press.',
    category: 'invoices',
    minutes: 2,
  },
  clients: {
    title: 'Your clients',
    description:
      'What each client owes and how fast they pay, statements of account, notes and a timeline. Merge and archive clients.',
    category: 'invoices',
    minutes: 4,
  },
  attachments: {
    title: 'Files on estimates, invoices, expenses and clients',
    description: 'Add PDFs and pictures, what your client gets of them, and what stays with you.',
    category: 'invoices',
    minutes: 1,
  },
  'recurring-invoices': {
    title: 'Recurring invoices',
    description:
      'Invoices created on a schedule, every week, month, quarter or year, and sent or kept for you to check.',
    category: 'invoices',
    minutes: 6,
  },
  'invoice-templates': {
    title: 'Invoice templates',
    description: 'Save invoices you use often as templates, and choose how your invoices look.',
    category: 'invoices',
    minutes: 5,
  },
  'payment-reminders': {
    title: 'Payment reminders',
    description:
      'Friendly emails before and after the due date, in your own words, that stop when you’re paid.',
    category: 'invoices',
    minutes: 6,
  },
  'automatic-payments': {
    title: 'Automatic payments',
    description:
      'Let a client’s saved card pay a recurring invoice on its due date, and how either of you stops it.',
    category: 'invoices',
    minutes: 2,
  },
  'late-fees': {
    title: 'Late fees',
    description:
      'A fee for invoices that aren’t paid on time: how much, when, and how to skip or remove one.',
    category: 'invoices',
    minutes: 2,
  },
  'discounts-taxes': {
    title: 'Discounts and taxes',
    description:
      'Discounts, taxes, fees and early payment: the order they are calculated in, with worked examples.',
    category: 'invoices',
    minutes: 7,
  },
  'credit-notes': {
    title: 'Credit notes',
    description:
      'Cancel or correct an invoice you’ve already sent, in whole or in part, and what your client gets.',
    category: 'invoices',
    minutes: 3,
  },
  'client-portal': {
    title: 'The client portal',
    description:
      'One page for each client, with all invoices, estimates and payments: how they get in, and what you see of it.',
    category: 'invoices',
    minutes: 3,
  },
  expenses: {
    title: 'Recording expenses',
    description:
      'Enter what you spend in seconds, sort it into categories, and let rent and subscriptions repeat automatically.',
    category: 'money',
    minutes: 7,
  },
  receipts: {
    title: 'Receipts',
    description:
      'Photograph a receipt and let Millrace read it, turn it into an expense, and find it again by any word on it.',
    category: 'money',
    minutes: 3,
  },
  'bank-connections': {
    title: 'Connecting a bank',
    description:
      'How to connect an account, what is imported from it, how its numbers are stored, and how to disconnect it.',
    category: 'money',
    minutes: 7,
  },
  'bank-files': {
    title: 'Importing bank files',
    description:
      'Import the files of any bank, answer what is unclear in them, and undo an import. Nothing is added twice.',
    category: 'money',
    minutes: 2,
  },
  matching: {
    title: 'Matching transactions',
    description:
      'How bank transactions find the invoices, expenses and receipts they belong to, and how to review and undo that.',
    category: 'money',
    minutes: 3,
  },
  'import-your-data': {
    title: 'Importing your data',
    description:
      'Bring clients, invoices and expenses from another program, correct what is wrong in the file, and undo an import.',
    category: 'money',
    minutes: 2,
  },
  currencies: {
    title: 'Currencies and exchange rates',
    description: 'Your home currency, which exchange rate is used when, and how to enter your own rates.',
    category: 'money',
    minutes: 3,
  },
  transactions: {
    title: 'Working with transactions',
    description: 'Find a payment, categorize it, let a rule do it from then on, and undo a rule.',
    category: 'money',
    minutes: 5,
  },
  reports: {
    title: 'Reports',
    description:
      'What you earned, spent and kept, by month, client, category or tax rate, and how to close a year once it’s final.',
    category: 'money',
    minutes: 6,
  },
  'plans-and-billing': {
    title: 'Plans and billing',
    description:
      'What Free, Pro and Enterprise include, how the trial works, and how to change, pay for or cancel a plan.',
    category: 'account',
    minutes: 6,
  },
  teams: {
    title: 'Working together',
    description:
      'Invite people and choose their roles, approve invoices, comment, see who did what, hand a business over, and run several businesses.',
    category: 'account',
    minutes: 4,
  },
  integrations: {
    title: 'Connecting Stripe, PayPal, email and Plaid',
    description:
      'Use your own accounts for payments, email and banks: which keys you need, where to find them, and how they’re stored.',
    category: 'account',
    minutes: 7,
  },
  api: {
    title: 'Using the API',
    description:
      'Read and write your records from a program: the API reference, signing in, and how it responds.',
    category: 'account',
    minutes: 5,
  },
} as const satisfies Record<string, HelpArticle>

export type HelpSlug = keyof typeof helpArticles

export const helpSlugs = Object.keys(helpArticles) as [HelpSlug, ...HelpSlug[]]

const wordsPerMinute = 180
const secondsPerPicture = 20

/** Estimates the reading time of a user who follows along in the app. */
export function readingMinutes(words: number, pictures: number): number {
  return Math.max(1, Math.round(words / wordsPerMinute + (pictures * secondsPerPicture) / 60))
}
