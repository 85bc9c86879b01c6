import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { requestDeletion } from '../../../src/features/account/contract.ts'
import { changeRole } from '../../../src/features/admin/contract.ts'
import * as auth from '../../../src/features/auth/contract.ts'
import { connectDemoBank, startBankLink } from '../../../src/features/banking/contract.ts'
import { startPlanCheckout } from '../../../src/features/billing/contract.ts'
import { updateProfile } from '../../../src/features/business/contract.ts'
import { answerContactMessage, sendContactMessage } from '../../../src/features/contact/contract.ts'
import * as expenses from '../../../src/features/expenses/contract.ts'
import * as integrations from '../../../src/features/integrations/contract.ts'
import { createInvoice, updateInvoice } from '../../../src/features/invoices/contract.ts'
import { sendTestMail } from '../../../src/features/mailroom/contract.ts'
import * as payments from '../../../src/features/payments/contract.ts'
import * as recurring from '../../../src/features/recurring/contract.ts'
import * as reminders from '../../../src/features/reminders/contract.ts'
import { voteOnArticle } from '../../../src/features/site/contract.ts'
import { createTaxRate, updateTaxRate } from '../../../src/features/taxes/contract.ts'
import * as templates from '../../../src/features/templates/contract.ts'
import * as transactions from '../../../src/features/transactions/contract.ts'
import type { Endpoint } from '../../../src/shared/endpoint.ts'
import { expenseInput } from './expenses.ts'
import { invoiceInput } from './invoices.ts'
import { seriesContent, seriesInput } from './recurring.ts'

const bodies = new Map<Endpoint, () => unknown>()
function takes<E extends Endpoint & { body: z.ZodObject }>(
  endpoint: E,
  make: () => z.input<E['body']>,
): void {
  bodies.set(endpoint, make)
}

/** What the endpoint takes, made anew: what is refused then is not refused for its form. */
export function goodBody(endpoint: Endpoint): Record<string, unknown> {
  const make = bodies.get(endpoint)
  if (!make) throw new Error(`${endpoint.method} ${endpoint.path} has no good body yet: please add one here.`)
  return make() as Record<string, unknown>
}

const requestId = () => randomUUID()
const password = 'five unrelated orchard words here'
const somebody = () => `${randomUUID()}@example.com`
const moment = '2026-11-15T12:00:00.000Z'
const end = { kind: 'never' } as const

takes(auth.signUp, () => ({
  name: 'Test Owner',
  email: somebody(),
  password,
  businessName: 'Test Business',
  timeZone: 'UTC',
}))
takes(auth.signIn, () => ({ email: somebody(), password }))
takes(auth.signInWithGoogle, () => ({}))
takes(auth.forgotPassword, () => ({ email: somebody() }))
takes(auth.resetPassword, () => ({ token: 'no-such-token', password }))
takes(auth.confirmSession, () => ({ password }))
takes(auth.changePassword, () => ({ currentPassword: 'not the current one', newPassword: password }))
takes(auth.verifyEmail, () => ({ token: 'no-such-token' }))

takes(updateProfile, () => ({
  name: 'Test Owner',
  businessName: 'Test Business',
  businessEmail: 'billing@business.example',
  phone: '',
  address: '',
  contactName: '',
  timeZone: 'UTC',
}))
takes(requestDeletion, () => ({ confirmation: 'another name', password }))
takes(startPlanCheckout, () => ({ plan: 'pro' as const, interval: 'month' as const }))
takes(createTaxRate, () => ({ name: randomUUID(), rate: 8100 }))
takes(updateTaxRate, () => ({ name: randomUUID(), rate: 8100 }))

takes(createInvoice, () => ({ ...invoiceInput(), requestId: requestId() }))
takes(updateInvoice, () => ({ ...invoiceInput(), version: 1 }))
takes(payments.startCheckout, () => ({ method: 'card' as const }))
takes(payments.confirmPayment, () => ({ sessionId: null }))
takes(payments.recordPayment, () => ({
  method: 'cash' as const,
  amountCents: 100,
  receivedOn: '2026-01-15',
  note: '',
  sendReceipt: false,
  requestId: requestId(),
}))
takes(payments.refundPayment, () => ({ amountCents: 1, requestId: requestId() }))
takes(payments.setRefundOwed, () => ({ stillOwed: true }))
takes(payments.setDisputeOwed, () => ({ stillOwed: true }))

takes(reminders.saveReminderSettings, () => ({
  hasOwnSeries: true,
  sendHour: 9,
  steps: [{ offsetDays: 7, subject: 'A reminder', body: 'Please pay.' }],
}))
takes(reminders.setClientReminders, () => ({ optedOut: true }))
takes(reminders.sayPaid, () => ({ note: 'by transfer' }))
takes(recurring.createSeries, () => ({ ...seriesInput(), requestId: requestId() }))
takes(recurring.updateSeries, () => ({ ...seriesInput(), version: 1 }))
takes(recurring.skipPeriod, () => ({ period: 1 }))
takes(templates.createTemplate, () => ({ name: randomUUID(), content: seriesContent() }))
takes(templates.updateTemplate, () => ({ name: randomUUID(), content: seriesContent(), updatedAt: moment }))
takes(templates.saveDocumentStyle, () => ({
  look: 'classic' as const,
  accentColour: '#112233',
  logoPosition: 'left' as const,
}))

takes(expenses.createExpense, () => expenseInput())
takes(expenses.updateExpense, () => {
  const { amountCents, category, date, notes } = expenseInput()
  return { amountCents, category, date, notes, version: 1 }
})
takes(expenses.deleteExpenses, () => ({ ids: [randomUUID()] }))
takes(expenses.updateRecurringExpense, () => {
  const { amountCents, category, notes } = expenseInput()
  return { amountCents, category, notes, end, version: 1 }
})
takes(connectDemoBank, () => ({ institution: 'chase' as const, requestId: requestId() }))
takes(startBankLink, () => ({ connectionId: null }))
takes(transactions.setCategory, () => ({ category: 'Travel' }))
takes(transactions.categorizeTransactions, () => ({ ids: [randomUUID()], category: 'Travel' }))
takes(transactions.createCategoryRule, () => ({ transactionId: randomUUID(), category: 'Travel' }))

takes(integrations.switchIntegrations, () => ({ enabled: false }))
const stripe = { publishableKey: '', secretKey: null, accountId: '', webhookSecret: null }
const paypal = { clientId: '', clientSecret: null, mode: 'demo' as const }
const email = { fromAddress: 'a@business.example', host: 'smtp.business.example', port: 587, username: '' }
const banking = { clientId: '', secret: null, environment: 'sandbox' as const }
for (const endpoint of [integrations.saveStripe, integrations.testStripe]) takes(endpoint, () => stripe)
for (const endpoint of [integrations.savePaypal, integrations.testPaypal]) takes(endpoint, () => paypal)
for (const endpoint of [integrations.saveEmail, integrations.testEmail]) {
  takes(endpoint, () => ({ ...email, password: null }))
}
for (const endpoint of [integrations.saveBanking, integrations.testBanking]) takes(endpoint, () => banking)

takes(sendContactMessage, () => ({
  name: 'Test Visitor',
  email: somebody(),
  subject: 'A question',
  message: 'How do I add a logo to my invoices?',
}))
takes(voteOnArticle, () => ({ helpful: true }))
takes(answerContactMessage, () => ({ body: 'In the settings.', requestId: requestId() }))
takes(changeRole, () => ({ role: 'user' as const }))
takes(sendTestMail, () => ({ to: somebody() }))
