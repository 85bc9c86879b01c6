import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import { getClientReminders, getInvoiceReminders, getReminderSettings, getSaidPaid } from '../contract.ts'

export const reminderSettingsQuery = queryOptions({
  queryKey: ['reminder-settings'],
  queryFn: () => call(getReminderSettings),
})

/** Below ['invoices'], so that refreshing the invoices refreshes the reminders too. */
export function invoiceRemindersQuery(invoiceId: string) {
  return queryOptions({
    queryKey: ['invoices', 'reminders', invoiceId],
    queryFn: () => call(getInvoiceReminders, { params: { id: invoiceId } }),
  })
}

export function clientRemindersQuery(clientId: string) {
  return queryOptions({
    queryKey: ['invoices', 'client-reminders', clientId],
    queryFn: () => call(getClientReminders, { params: { id: clientId } }),
  })
}

export function saidPaidQuery(invoiceId: string) {
  return queryOptions({
    queryKey: ['public-invoice', invoiceId, 'said-paid'],
    queryFn: () => call(getSaidPaid, { params: { id: invoiceId } }),
  })
}
