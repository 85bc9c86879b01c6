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
      'Sign up, confirm your email address, sign in on every device, and get back in when a password is lost.',
    category: 'start',
    minutes: 5,
  },
  'business-profile': {
    title: 'Setting up your business profile',
    description: 'The name, address, logo and time zone that your clients see, and why each of them matters.',
    category: 'start',
    minutes: 5,
  },
  'navigating-dashboard': {
    title: 'Navigating the dashboard',
    description: 'What each card, line and bar on the dashboard counts, and where a click on it leads.',
    category: 'start',
    minutes: 4,
  },
  'cash-flow-basics': {
    title: 'Cash flow basics',
    description:
      'Cash balance, money in, money out and what is left over: the few words of money that you need.',
    category: 'start',
    minutes: 4,
  },
  'mobile-experience': {
    title: 'Using Millrace on your phone',
    description:
      'Every screen works in a phone’s browser: the menu, lists, forms, and what needs a connection.',
    category: 'start',
    minutes: 3,
  },
  'first-invoice': {
    title: 'Creating your first invoice',
    description:
      'From the client’s name to the money: fill in, preview, send, share the link, and watch it get paid.',
    category: 'invoices',
    minutes: 7,
  },
  'recurring-invoices': {
    title: 'Recurring invoices',
    description:
      'Invoices that write themselves every week, month, quarter or year, sent or kept for you to check.',
    category: 'invoices',
    minutes: 6,
  },
  'invoice-templates': {
    title: 'Invoice templates',
    description: 'Keep what you write again and again under a name, and choose how your invoices look.',
    category: 'invoices',
    minutes: 5,
  },
  'payment-reminders': {
    title: 'Payment reminders',
    description:
      'Friendly mails before and after the due date, in your words, that stop when the money is there.',
    category: 'invoices',
    minutes: 6,
  },
  'discounts-taxes': {
    title: 'Discounts and taxes',
    description:
      'Discounts, taxes, fees and early payment: in which order they are reckoned, with worked figures.',
    category: 'invoices',
    minutes: 7,
  },
  expenses: {
    title: 'Recording expenses',
    description:
      'Enter what you spend in seconds, keep it in categories, and let rent and subscriptions come by themselves.',
    category: 'money',
    minutes: 6,
  },
  'bank-connections': {
    title: 'Connecting a bank',
    description:
      'Connect an account, what is fetched from it, how its numbers are kept, and how to disconnect it.',
    category: 'money',
    minutes: 8,
  },
  transactions: {
    title: 'Working with transactions',
    description: 'Find a payment, give it a category, let a rule do it from then on, and take it back.',
    category: 'money',
    minutes: 5,
  },
  'plans-and-billing': {
    title: 'Plans and billing',
    description:
      'What Free, Pro and Enterprise hold, how the trial works, and how to change, pay for or leave a plan.',
    category: 'account',
    minutes: 6,
  },
  integrations: {
    title: 'Connecting Stripe, PayPal, email and Plaid',
    description:
      'Use accounts of your own for payments, email and banks: which keys, where they are found, how they are kept.',
    category: 'account',
    minutes: 7,
  },
  api: {
    title: 'Using the API',
    description:
      'Read and write your records from a program: where the API is described, how to sign in, how it answers.',
    category: 'account',
    minutes: 6,
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
