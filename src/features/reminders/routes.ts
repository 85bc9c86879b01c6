import type { Api, Identity } from '../../platform/http/api.ts'
import { countUse } from '../../platform/limits/limit.ts'
import type { MailState } from '../invoices/mail/emails.ts'
import { authorizePublicInvoice, visitorLimits } from '../invoices/public/public-invoice.ts'
import type { InvoiceKey } from '../invoices/queries.ts'
import { getClientReminders, setClientReminders } from './client-reminders.ts'
import * as contract from './contract.ts'
import { getInvoiceReminders } from './get-invoice-reminders.ts'
import { pauseReminders, resumeReminders, remindNow, sendStepNow, skipStep } from './reminder-actions.ts'
import type { ReminderDeps } from './reminder-deps.ts'
import { getReminderSettings, saveReminderSettings } from './reminder-settings.ts'
import { getSaidOn, sayPaid } from './say-paid.ts'

export function registerReminderRoutes(api: Api, deps: ReminderDeps): void {
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
    (action: (deps: ReminderDeps, key: InvoiceKey) => Promise<MailState | void>) =>
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
  api.register(contract.getSaidPaid, async (call) => ({
    saidOn: await getSaidOn(database, await authorizePublicInvoice(database, call)),
  }))
  api.register(contract.sayPaid, async (call) => {
    const key = await authorizePublicInvoice(database, call)
    await countUse(
      database,
      visitorLimits('says-paid', { ...key, ip: call.ip }, { perNetwork: 30, perInvoice: 10 }),
    )
    await sayPaid(deps, key, call.body.note)
  })
}
