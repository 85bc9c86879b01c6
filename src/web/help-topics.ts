/** Hard words in the app, and the paragraph of the help centre that explains each. */
export const helpTopics = {
  'cash-balance': { words: 'cash balance', at: 'cash-flow-basics#cash-balance' },
  'net-cash-flow': { words: 'net cash flow', at: 'cash-flow-basics#net-cash-flow' },
  'upcoming-expenses': { words: 'upcoming expenses', at: 'cash-flow-basics#upcoming-expenses' },
  'payment-terms': { words: 'payment terms', at: 'first-invoice#payment-terms' },
  'send-options': { words: 'sending options', at: 'first-invoice#send-options' },
  discounts: { words: 'discounts', at: 'discounts-taxes#discounts' },
  taxes: { words: 'taxes', at: 'discounts-taxes#taxes' },
  fees: { words: 'fees', at: 'discounts-taxes#fees' },
  'recurring-invoices': { words: 'how often an invoice repeats', at: 'recurring-invoices#how-often' },
  templates: { words: 'invoice templates', at: 'invoice-templates#what-a-template-keeps' },
  reminders: { words: 'when reminders go out', at: 'payment-reminders#when-they-go-out' },
  categories: { words: 'expense categories', at: 'expenses#categories' },
  'recurring-expenses': { words: 'recurring expenses', at: 'expenses#recurring-expenses' },
  'bank-security': { words: 'how bank numbers are kept', at: 'bank-connections#how-your-numbers-are-kept' },
  reconnect: { words: 'reconnecting a bank', at: 'bank-connections#reconnect-required' },
  'category-rules': { words: 'rules for categories', at: 'transactions#rules' },
  trial: { words: 'the trial', at: 'plans-and-billing#the-trial' },
  'stripe-keys': { words: 'Stripe keys', at: 'integrations#stripe' },
  webhooks: { words: 'the webhook secret', at: 'integrations#webhook-secret' },
  paypal: { words: 'PayPal keys', at: 'integrations#paypal' },
  smtp: { words: 'SMTP and app passwords', at: 'integrations#your-own-email' },
  plaid: { words: 'Plaid keys', at: 'integrations#plaid' },
} as const

export type HelpTopic = keyof typeof helpTopics
