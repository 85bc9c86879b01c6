import { withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Api } from '../../../platform/http/api.ts'
import { callerOf } from '../../auth/activity.ts'
import { forbidTraces } from '../../portal/access/authorize-portal.ts'
import * as contract from './contract.ts'
import { sendTestSummary } from './send-test-summary.ts'
import { openSummaryLink, stopSummaries } from './stop-link.ts'
import type { SummaryMailDeps } from './summary-mails.ts'
import { getSummarySettings, saveSummarySettings } from './summary-settings.ts'

export function registerSummaryRoutes(api: Api, deps: SummaryMailDeps & Deps<'database' | 'now'>): void {
  api.register(contract.getSummarySettings, ({ identity: { businessId } }) =>
    withTenant(deps.database, businessId, getSummarySettings),
  )
  api.register(contract.saveSummarySettings, (call) => saveSummarySettings(deps, callerOf(call), call.body))
  api.register(contract.sendTestSummary, ({ identity }) => sendTestSummary(deps, identity))

  // For the accountant, who has no account here.
  api.register(contract.openSummaryLink, ({ context, ip, params: { token } }) => {
    forbidTraces(context)
    return openSummaryLink(deps, { ip, token })
  })
  api.register(contract.stopSummaries, ({ context, ip, params: { token }, body }) => {
    forbidTraces(context)
    return stopSummaries(deps, { ip, token }, body)
  })
}
