import { linkOptions } from '@tanstack/react-router'
import type { HelpSlug } from '../../help-rules.ts'

/**
 * Links to the page of the app that an article describes. The API description is a page of the server,
 * outside the app.
 */
export const appLinks = {
  'creating-account': linkOptions({ to: '/signup', label: 'Create your account' }),
  'business-profile': linkOptions({ to: '/settings', label: 'Open Settings' }),
  'navigating-dashboard': linkOptions({ to: '/dashboard', label: 'Open the dashboard' }),
  'cash-flow-basics': linkOptions({ to: '/dashboard', label: 'Open the dashboard' }),
  'mobile-experience': linkOptions({ to: '/dashboard', label: 'Open the dashboard' }),
  'first-invoice': linkOptions({ to: '/invoices/new', label: 'Create an invoice' }),
  'recurring-invoices': linkOptions({ to: '/invoices/recurring', label: 'Open recurring invoices' }),
  'invoice-templates': linkOptions({ to: '/invoices/templates', label: 'Open invoice templates' }),
  'payment-reminders': linkOptions({
    to: '/settings',
    search: { tab: 'reminders' },
    label: 'Open reminder settings',
  }),
  'discounts-taxes': linkOptions({ to: '/invoices/new', label: 'Create an invoice' }),
  expenses: linkOptions({ to: '/expenses/new', label: 'Add an expense' }),
  'bank-connections': linkOptions({ to: '/bank-connections', label: 'Open bank connections' }),
  transactions: linkOptions({ to: '/transactions', label: 'Open transactions' }),
  'plans-and-billing': linkOptions({
    to: '/settings',
    search: { tab: 'subscription' },
    label: 'Open your subscription',
  }),
  integrations: linkOptions({ to: '/integrations', label: 'Open integrations' }),
  api: undefined,
} as const satisfies Record<HelpSlug, unknown>
