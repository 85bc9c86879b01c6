import { linkOptions } from '@tanstack/react-router'
import { reportNames, reports } from '../../../features/reports/rules.ts'
import type { Permission } from '../../../shared/roles.ts'
import { plain } from '../../../web/ui/fields/use-combobox-options.ts'

const actions = [
  { label: 'New invoice', words: 'create bill', link: linkOptions({ to: '/invoices/new' }) },
  { label: 'New estimate', words: 'create quote offer', link: linkOptions({ to: '/estimates/new' }) },
  {
    label: 'New recurring invoice',
    words: 'create subscription repeat',
    link: linkOptions({ to: '/invoices/recurring/new' }),
  },
  { label: 'Add expense', words: 'new create cost', link: linkOptions({ to: '/expenses/new' }) },
  {
    label: 'Import a bank file',
    words: 'csv upload statement transactions',
    link: linkOptions({ to: '/transactions/import' }),
  },
  { label: 'Import your data', words: 'csv upload clients invoices', link: linkOptions({ to: '/import' }) },
] as const

const screens = [
  { label: 'Dashboard', words: 'home start cash', link: linkOptions({ to: '/dashboard' }) },
  { label: 'Invoices', words: 'bills', link: linkOptions({ to: '/invoices' }) },
  { label: 'Estimates', words: 'quotes offers', link: linkOptions({ to: '/estimates' }) },
  { label: 'Clients', words: 'customers', link: linkOptions({ to: '/clients' }) },
  { label: 'Recurring invoices', words: 'series repeat', link: linkOptions({ to: '/invoices/recurring' }) },
  { label: 'Invoice templates', words: '', link: linkOptions({ to: '/invoices/templates' }) },
  { label: 'Expenses', words: 'costs spending', link: linkOptions({ to: '/expenses' }) },
  { label: 'Recurring expenses', words: 'rent repeat', link: linkOptions({ to: '/expenses/recurring' }) },
  { label: 'Transactions', words: 'bank movements', link: linkOptions({ to: '/transactions' }) },
  { label: 'Receipts', words: 'scan photo', link: linkOptions({ to: '/transactions/receipts' }) },
  { label: 'Matching', words: 'review bank', link: linkOptions({ to: '/transactions/review' }) },
  { label: 'Reports', words: 'analytics accountant', link: linkOptions({ to: '/reports' }) },
  ...reportNames.map((name) => ({
    label: reports[name].title,
    words: `report ${reports[name].about}`,
    link: linkOptions({ to: '/reports/$name', params: { name } }),
  })),
  {
    label: 'Year and closing',
    words: 'report fiscal year close books period monthly summary accountant email',
    link: linkOptions({ to: '/reports/settings' }),
  },
  {
    label: 'For your accountant',
    words: 'report package export general ledger quickbooks xero datev zip',
    link: linkOptions({ to: '/reports/packages' }),
  },
  {
    label: 'Chart of accounts',
    words: 'report account numbers skr03 skr04 datev',
    link: linkOptions({ to: '/reports/accounts' }),
  },
  { label: 'Payouts', words: 'stripe fees', link: linkOptions({ to: '/payouts' }) },
  { label: 'Bank connections', words: 'accounts', link: linkOptions({ to: '/bank-connections' }) },
  { label: 'Integrations', words: 'stripe paypal smtp keys', link: linkOptions({ to: '/integrations' }) },
  { label: 'Settings', words: 'profile company logo password', link: linkOptions({ to: '/settings' }) },
  {
    label: 'Reminder settings',
    words: 'dunning',
    link: linkOptions({ to: '/settings', search: { tab: 'reminders' } }),
    permission: 'settings.write',
  },
  {
    label: 'Numbers',
    words: 'invoice sequence prefix',
    link: linkOptions({ to: '/settings', search: { tab: 'numbers' } }),
    permission: 'settings.write',
  },
  {
    label: 'Subscription',
    words: 'plan billing upgrade',
    link: linkOptions({ to: '/settings', search: { tab: 'subscription' } }),
    permission: 'business.own',
  },
  {
    label: 'Team',
    words: 'members roles people invite businesses switch',
    link: linkOptions({ to: '/settings', search: { tab: 'team' } }),
  },
  { label: 'Help center', words: 'articles how', link: linkOptions({ to: '/help' }) },
] as const

export type Entry = (typeof actions)[number] | (typeof screens)[number]

/** What an entry needs besides what its page needs, such as for a tab of the settings. */
export function permissionOf(entry: Entry): Permission | undefined {
  return 'permission' in entry ? entry.permission : undefined
}

export interface EntryGroup {
  label: string
  entries: Entry[]
}

/** Leaves room for documents below. */
const maxEntries = 4

/**
 * Returns the actions and screens with words that begin like those of the text; all of them for an empty one. Those that the
 * role of the member does not allow are left out.
 */
export function matchingEntries(text: string, mayOpen: (entry: Entry) => boolean): EntryGroup[] {
  const wanted = plain(text).split(/\s+/)
  const beginsIn = (words: string) => {
    const own = plain(words).split(' ')
    return wanted.every((start) => own.some((word) => word.startsWith(start)))
  }
  const groupOf = (label: string, all: readonly Entry[]) => {
    const entries = all.filter((entry) => mayOpen(entry) && beginsIn(`${entry.label} ${entry.words}`))
    if (text === '') return { label, entries }
    // Those that are named so come before those that have it among their other words.
    const isNamed = (entry: Entry) => Number(beginsIn(entry.label))
    return {
      label,
      entries: entries.toSorted((one, other) => isNamed(other) - isNamed(one)).slice(0, maxEntries),
    }
  }
  return [groupOf('Actions', actions), groupOf('Screens', screens)].filter(
    ({ entries }) => entries.length > 0,
  )
}
