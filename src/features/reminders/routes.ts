import type { Api, Identity } from '../../platform/http/api.ts'
import { countUse } from '../../platform/limits/limit.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import type { MailState } from '../invoices/mail/emails.ts'
import { authorizePublicInvoice } from '../invoices/public/enter-public-invoice.ts'
import * as contract from './contract.ts'
import { getInvoiceReminders } from './get-invoice-reminders.ts'
import { pauseReminders, resumeReminders } from './pause-reminders.ts'
import type { InvoiceKey } from './queries.ts'
import { remindNow, sendStepNow } from './remind-now.ts'
import { getReminderSettings, saveReminderSettings } from './reminder-settings.ts'
import { getSaidOn, sayPaid, sayPaidLimits } from './say-paid.ts'
import { getClientReminders, setClientReminders } from './set-client-reminders.ts'
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
    getInvoiceReminders(deps, { businessId: identity.businessId, invoiceId: params.id }),
  )

  const runAction =
    (action: (deps: InvoiceDeps, key: InvoiceKey) => Promise<MailState | null | void>) =>
    async ({ identity, params }: { identity: Identity; params: { id: string } }) => {
      const key = { businessId: identity.businessId, invoiceId: params.id }
      const mail = (await action(deps, key)) ?? null
      return { ...(await getInvoiceReminders(deps, key)), mail }
    }
  api.register(contract.remindNow, runAction(remindNow))
  api.register(contract.sendStepNow, runAction(sendStepNow))
  api.register(contract.skipStep, runAction(skipStep))
  api.register(contract.pauseReminders, runAction(pauseReminders))
  api.register(contract.resumeReminders, runAction(resumeReminders))

  api.register(contract.setClientReminders, ({ identity, params, body }) =>
    setClientReminders(deps, identity.businessId, { clientId: params.id, ...body }),
  )

  api.register(contract.getClientReminders, ({ identity, params }) =>
    getClientReminders(database, identity.businessId, params.id),
  )

  // Public: for everyone who has the link of the invoice.
  api.register(contract.getSaidPaid, async (call) => {
    const { id } = call.params
    const businessId = await authorizePublicInvoice(database, call, id)
    return { saidOn: await getSaidOn(database, { businessId, invoiceId: id }) }
  })
  api.register(contract.sayPaid, async (call) => {
    const { id } = call.params
    const businessId = await authorizePublicInvoice(database, call, id)
    await countUse(database, sayPaidLimits(call.ip, id))
    await sayPaid(deps, { businessId, invoiceId: id }, call.body.note)
  })
}
