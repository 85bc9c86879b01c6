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
    text: 'Enter a client, an amount and a due date, or line items with discounts, taxes and fees. The total follows as you type, and a preview shows what your client will get.',
    points: [
      'Sent by email, with a PDF and a link to a page of its own',
      'Your logo on the page, in the PDF and in the email',
      'Recurring invoices, templates and looks of your own, on Pro and Enterprise',
    ],
    article: 'first-invoice',
    picture: 'feature-invoice',
    alt: 'An invoice as its client sees it: the amount due, when, and buttons to pay by card, download, print and email it',
  },
  {
    id: 'payments',
    label: 'Payments',
    title: 'Paid from the invoice itself',
    text: 'Your client opens the link, without an account, and pays by card. The receipt goes out by itself, and you are told by email.',
    points: [
      'Cards through Stripe, and PayPal with an account of your own',
      'Parts, refunds and payments that you enter yourself, all in one list',
      'A timeline of each invoice: sent, viewed, reminded, paid',
    ],
    article: 'integrations',
    picture: 'feature-payments',
    alt: 'The payments of an invoice, one by card and one by bank transfer, and what is still open',
  },
  {
    id: 'reminders',
    label: 'Reminders',
    title: 'Reminders you do not have to think of',
    text: 'Tick one box on an invoice, and your client gets a friendly email three days before the due date. Or choose the days yourself, before and after it, with the hour and the words.',
    points: [
      'None goes out once the invoice is paid',
      'A client can answer that the invoice is paid: reminders stop, and you are told',
      'Send one now, skip the next, or pause them, for each invoice',
    ],
    article: 'payment-reminders',
    picture: 'feature-reminders',
    alt: 'The reminders of a business: on which days they go out, and in which words',
  },
  {
    id: 'expenses',
    label: 'Expenses',
    title: 'Expenses, entered once',
    text: 'An amount and a category are enough: the date is today unless you change it. What you entered before is suggested, so that you need not type it again.',
    points: [
      'Rent and subscriptions repeat by themselves, and are there up to 31 days ahead',
      'The month in three figures: its total, the average a day, and the category of the largest expense',
      'Search by words, and narrow the list to a category',
    ],
    article: 'expenses',
    picture: 'feature-expenses',
    alt: 'Expenses with their dates, categories, amounts and notes',
  },
  {
    id: 'banks',
    label: 'Banks',
    title: 'Your bank, without the typing',
    text: 'Connect a bank through Plaid, and its balances and transactions come in by themselves. Real banks are part of Pro and Enterprise; on Free, a demo bank lets you try it.',
    points: [
      'A category that you choose can hold for that merchant from then on, and can be undone',
      'Account numbers are encrypted, and shown by their last four digits',
      'Disconnect a bank and keep its transactions, or remove it with all of them',
    ],
    article: 'bank-connections',
    picture: 'feature-banks',
    alt: 'Transactions of a bank account, each with its category',
  },
  {
    id: 'dashboard',
    label: 'Dashboard',
    title: 'A dashboard that answers',
    text: 'Your cash balance, what clients owe you and what you must pay soon. Below them is what needs your attention: overdue invoices, bills, a bank that needs you to sign in again.',
    points: [
      'Six months of money in and money out, as a chart and as a table',
      'Every figure opens the rows that it is made of, to the cent',
      'A payment shows by itself while you look',
    ],
    article: 'navigating-dashboard',
    picture: 'feature-dashboard',
    alt: 'A chart of six months: what came in, what went out, and what was left over',
  },
]
