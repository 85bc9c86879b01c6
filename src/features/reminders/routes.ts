import type { Api, Identity } from '../../platform/http/api.ts'
import { takeFromLimits } from '../../platform/limits/limit.ts'
import { enterPublicInvoice } from '../invoices/enter-public-invoice.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import * as contract from './contract.ts'
import { getInvoiceReminders } from './get-invoice-reminders.ts'
import { pauseReminders, resumeReminders } from './pause-reminders.ts'
import type { InvoiceKey } from './queries.ts'
import { getReminderSettings, saveReminderSettings } from './reminder-settings.ts'
import { remindNow, sendStepNow } from './remind-now.ts'
import { sayPaid, sayPaidLimits } from './say-paid.ts'
import { setClientReminders } from './set-client-reminders.ts'
import { skipStep } from './skip-step.ts'

export function registerReminderRoutes(api: Api, deps: InvoiceDeps): void {
  const { database } = deps
  api.register(contract.getReminderSettings, ({ identity }) =>
    getReminderSettings(database, identity.businessId),
  )
  api.register(contract.saveReminderSettings, ({ identity, body }) =>
    saveReminderSettings(deps, identity.businessId, body),
  )
  api.register(contract.getInvoiceReminders, ({ identity, params }) =>
    getInvoiceReminders(database, { businessId: identity.businessId, invoiceId: params.id }),
  )

  const after =
    (act: (deps: InvoiceDeps, key: InvoiceKey) => Promise<void>) =>
    async ({ identity, params }: { identity: Identity; params: { id: string } }) => {
      const key = { businessId: identity.businessId, invoiceId: params.id }
      await act(deps, key)
      return getInvoiceReminders(database, key)
    }
  api.register(contract.remindNow, after(remindNow))
  api.register(contract.sendStepNow, after(sendStepNow))
  api.register(contract.skipStep, after(skipStep))
  api.register(contract.pauseReminders, after(pauseReminders))
  api.register(contract.resumeReminders, after(resumeReminders))

  api.register(contract.setClientReminders, ({ identity, params, body }) =>
    setClientReminders(deps, identity.businessId, { clientId: params.id, ...body }),
  )

  // For whoever has the invoice's link.
  api.register(contract.sayPaid, async (call) => {
    const { id } = call.params
    const businessId = await enterPublicInvoice(database, call, id)
    await takeFromLimits(database, sayPaidLimits(call.ip, id))
    await sayPaid(deps, { businessId, invoiceId: id }, call.body.note)
  })
}
