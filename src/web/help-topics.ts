/** Terms that need explaining, and the paragraph of the help centre that explains each. */
export const helpTopics = {
  'cash-balance': { label: 'cash balance', at: 'cash-flow-basics#cash-balance' },
  'net-cash-flow': { label: 'net cash flow', at: 'cash-flow-basics#net-cash-flow' },
  'upcoming-expenses': { label: 'upcoming expenses', at: 'cash-flow-basics#upcoming-expenses' },
  'payment-terms': { label: 'payment terms', at: 'first-invoice#payment-terms' },
  'send-options': { label: 'sending options', at: 'first-invoice#send-options' },
  'invoice-numbers': { label: 'invoice numbers', at: 'business-profile#invoice-numbers' },
  discounts: { label: 'discounts', at: 'discounts-taxes#discounts' },
  taxes: { label: 'taxes', at: 'discounts-taxes#taxes' },
  'tax-treatment': { label: 'exempt clients and reverse charge', at: 'discounts-taxes#tax-identity' },
  fees: { label: 'fees', at: 'discounts-taxes#fees' },
  'recurring-invoices': { label: 'how often an invoice repeats', at: 'recurring-invoices#how-often' },
  templates: { label: 'invoice templates', at: 'invoice-templates#what-a-template-keeps' },
  reminders: { label: 'when reminders are sent', at: 'payment-reminders#when-they-go-out' },
  categories: { label: 'expense categories', at: 'expenses#categories' },
  'recurring-expenses': { label: 'recurring expenses', at: 'expenses#recurring-expenses' },
  'bank-security': {
    label: 'how bank account numbers are stored',
    at: 'bank-connections#how-your-numbers-are-kept',
  },
  reconnect: { label: 'reconnecting a bank', at: 'bank-connections#reconnect-required' },
  'bank-files': { label: 'bank files', at: 'bank-files#choose-a-file' },
  'import-your-data': { label: 'importing your data', at: 'import-your-data#choose-a-file' },
  'category-rules': { label: 'rules for categories', at: 'transactions#rules' },
  trial: { label: 'the trial', at: 'plans-and-billing#the-trial' },
  'stripe-keys': { label: 'Stripe keys', at: 'integrations#stripe' },
  webhooks: { label: 'the webhook secret', at: 'integrations#webhook-secret' },
  paypal: { label: 'PayPal keys', at: 'integrations#paypal' },
  smtp: { label: 'SMTP and app passwords', at: 'integrations#your-own-email' },
  plaid: { label: 'Plaid keys', at: 'integrations#plaid' },
} as const

export type HelpTopic = keyof typeof helpTopics
