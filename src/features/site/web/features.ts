import type { HelpSlug } from '../help-rules.ts'

export interface Feature {
  id: string
  /** The label in the row of links at the top. */
  label: string
  title: string
  text: string
  points: readonly string[]
  article: HelpSlug
  picture: string
  alt: string
}

export const features: readonly Feature[] = [
  {
    id: 'invoices',
    label: 'Invoices',
    title: 'Invoices, written and sent from one form',
    text: 'Enter a client, an amount and a due date, or line items with discounts, taxes and fees. The total updates as you type, and a preview shows what your client will see.',
    points: [
      'Sent by email, with a PDF and a link to view it online',
      'Your logo on the page, in the PDF and in the email',
      'Estimates that your client accepts online, and deposits before you begin',
      'Recurring invoices, templates and your own look, on Pro and Enterprise',
    ],
    article: 'first-invoice',
    picture: 'feature-invoice',
    alt: 'An invoice as its client sees it: the amount due, when, and buttons to pay by card, download, print and email it',
  },
  {
    id: 'payments',
    label: 'Payments',
    title: 'Paid from the invoice itself',
    text: 'Your client opens the link and pays by card, no account needed. The receipt is sent automatically, and you get an email too.',
    points: [
      'Cards through Stripe, and PayPal with your own account',
      'Card and PayPal payments, full or partial payments you record yourself, and refunds, all in one list',
      'A timeline of each invoice: sent, viewed, reminded, paid',
    ],
    article: 'integrations',
    picture: 'feature-payments',
    alt: 'The payments of an invoice, one by card and one by bank transfer, and the balance due',
  },
  {
    id: 'reminders',
    label: 'Reminders',
    title: 'Reminders you don’t have to think about',
    text: 'Tick one box on an invoice, and your client gets a friendly email three days before the due date. Or choose the days yourself, before and after it, along with the time of day and the wording.',
    points: [
      'They stop once the invoice is paid',
      'If a client says they’ve already paid, reminders stop and you get an email',
      'Send one now, skip the next, or pause them for any invoice',
    ],
    article: 'payment-reminders',
    picture: 'feature-reminders',
    alt: 'Reminder settings: the days reminders go out, and what they say',
  },
  {
    id: 'expenses',
    label: 'Expenses',
    title: 'Expenses, entered once',
    text: 'An amount and a category are enough: the date is today unless you change it. Past entries are suggested, so you don’t have to type them again.',
    points: [
      'Rent and subscriptions repeat automatically, added up to 31 days ahead',
      'The month in three figures: the total, the daily average, and the category of the largest expense',
      'Search your notes, and filter by category',
    ],
    article: 'expenses',
    picture: 'feature-expenses',
    alt: 'Expenses with their dates, categories, amounts and notes',
  },
  {
    id: 'banks',
    label: 'Banks',
    title: 'Your bank, without the typing',
    text: 'Connect a bank through Plaid, and its balances and transactions are imported automatically. Real banks are included in Pro and Enterprise; on Free, you can try it with a demo bank.',
    points: [
      'Set a category for a merchant once, and undo it any time',
      'Account numbers are encrypted, and only the last four digits are shown',
      'Disconnect a bank and keep its transactions, or remove it along with them',
    ],
    article: 'bank-connections',
    picture: 'feature-banks',
    alt: 'Bank transactions, each with its category',
  },
  {
    id: 'dashboard',
    label: 'Dashboard',
    title: 'A dashboard with answers',
    text: 'Your cash balance, what clients owe you and what you need to pay soon. Below them is what needs your attention now: overdue invoices, bills, a bank that needs you to sign in again.',
    points: [
      'Six months of money in and money out, as a chart and as a table',
      'One click shows what any figure is made of, to the cent',
      'New payments appear live, without reloading',
    ],
    article: 'navigating-dashboard',
    picture: 'feature-dashboard',
    alt: 'A chart of six months: what came in, what went out, and what was left over',
  },
  {
    id: 'reports',
    label: 'Reports',
    title: 'Reports you can read, and your accountant can use',
    text: 'Profit and loss, income by client, tax by rate and more, for any period, when invoiced or when paid. Included in Pro and Enterprise.',
    points: [
      'A sentence says what the figures come to',
      'Press a figure to see the invoices and expenses it’s made of',
      'One file for your accountant, with the general ledger and files for QuickBooks, Xero and DATEV',
      'Close a year once it’s final, and its figures stay as they are',
    ],
    article: 'reports',
    picture: 'feature-reports',
    alt: 'A profit and loss: a sentence that says how much was kept, and a chart of income and expenses by month',
  },
]
