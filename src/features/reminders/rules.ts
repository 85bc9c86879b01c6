import { type Currency, defaultCurrency, digitsOf } from '../../shared/currencies.ts'
import { formatMoney } from '../../shared/money.ts'

/** The days of the reminders, counted from the due date: -7 is a week before it. In SQL: platform.default_series(). */
export const defaultSeries: readonly number[] = [-3]
export const recommendedSeries: readonly number[] = [-7, 0, 1, 7, 14, 30]
export const offsetBounds = { min: -60, max: 365 } as const
export const maxSteps = 12
export const textLengths = { subject: 200, body: 2000 } as const

/** The placeholders that a text can contain, and what the mail shows for each. */
export const placeholders = {
  client: 'Who gets the email',
  invoice: 'The invoice number',
  amount: 'The amount due',
  'due date': 'The due date',
  days: 'How many days are left until the due date, or have passed since',
  company: 'Your company',
  link: 'A link to view and pay the invoice',
} as const
export type Placeholder = keyof typeof placeholders
export type TextValues = Record<Placeholder, string>

export interface ReminderText {
  subject: string
  body: string
}

const braces = /\{([^{}]*)\}/g
const nameOf = (inBraces: string) => inBraces.trim().toLowerCase().replaceAll(/\s+/g, ' ')
const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(placeholders, name)

/** Replaces the placeholders of a text. Placeholders inside a value are not replaced. */
export function fillText(text: string, values: TextValues): string {
  return text.replaceAll(braces, (whole, inBraces: string) => {
    const name = nameOf(inBraces)
    return isPlaceholder(name) ? values[name] : whole
  })
}

/** Returns an error message about unknown placeholders in a text; null if it has none. */
export function unknownPlaceholders(text: string): string | null {
  const unknown = [...text.matchAll(braces)].flatMap(([whole, inBraces = '']) =>
    isPlaceholder(nameOf(inBraces)) ? [] : [whole],
  )
  if (unknown.length === 0) return null
  const names = [...new Set(unknown)]
  const allowed = Object.keys(placeholders).map((name) => `{${name}}`)
  const list = `${allowed.slice(0, -1).join(', ')} and ${allowed.at(-1)}`
  return `${names.join(', ')} ${names.length === 1 ? 'is not a placeholder' : 'are not placeholders'}. You can use ${list}.`
}

const defaultTexts = {
  before: {
    subject: 'Invoice {invoice} is due on {due date}',
    body: 'Hello {client},\n\nThis is a friendly reminder that invoice {invoice} for {amount} is due on {due date}.\n\nIf you have already arranged the payment, thank you.\n\n{company}',
  },
  on: {
    subject: 'Invoice {invoice} is due today',
    body: 'Hello {client},\n\nInvoice {invoice} for {amount} is due today, {due date}.\n\nIf you have already arranged the payment, thank you.\n\n{company}',
  },
  after: {
    subject: 'Invoice {invoice} was due on {due date}',
    body: 'Hello {client},\n\nInvoice {invoice} for {amount} was due on {due date} and is still unpaid.\n\nPlease pay it as soon as you can. If you have already paid, let us know with the link below.\n\n{company}',
  },
} as const satisfies Record<string, ReminderText>

/** Returns the default text for a day, counted from the due date: negative before it. */
export function defaultReminderText(daysFromDue: number): ReminderText {
  if (daysFromDue === 0) return defaultTexts.on
  return daysFromDue < 0 ? defaultTexts.before : defaultTexts.after
}

/** Example values. The amount is in the currency of the reader’s business. */
export function previewValues(offsetDays: number, currency: Currency = defaultCurrency): TextValues {
  return {
    client: 'Client name',
    invoice: '1A2B3C4D',
    amount: formatMoney(1250 * 10 ** digitsOf(currency), { currency }),
    'due date': 'Nov 20, 2026',
    days: String(Math.abs(offsetDays)),
    company: 'Your company',
    link: 'https://…/invoices/1A2B3C4D/view',
  }
}
