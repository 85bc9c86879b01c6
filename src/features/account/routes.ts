import { withTenant } from '../../platform/db/transaction.ts'
import type { Api } from '../../platform/http/api.ts'
import { callerOf, reportActivity } from '../auth/activity.ts'
import { findPasswordHash } from '../auth/passwords/own-password.ts'
import type { AccountDeps } from './account-deps.ts'
import * as contract from './contract.ts'
import { exportData } from './export-data.ts'
import { cancelDeletion, listOtherMembers, requestDeletion } from './request-deletion.ts'
import * as restoring from './restore/contract.ts'
import { beginRestore, getRestore, keepPart, startRestore } from './restore/upload-archive.ts'

export function registerAccountRoutes(api: Api, deps: AccountDeps): void {
  api.register(contract.exportData, (call) => {
    const caller = callerOf(call)
    const onBegin = () =>
      withTenant(deps.database, caller.businessId, (tx) =>
        reportActivity(tx, deps, caller, {
          kind: 'data-exported',
          subject: 'Your data was exported',
          detail: `All data of ${caller.business.name}, without passwords and secret keys`,
        }),
      )
    return exportData({ ...deps, log: call.log, onBegin }, caller)
  })
  api.register(contract.getDeletion, async ({ identity }) => ({
    deleteAfter: identity.business.deleteAfter,
    hasPassword: (await findPasswordHash(deps, identity.userId)) !== undefined,
    otherMembers: (await listOtherMembers(deps, identity)).length,
  }))
  api.register(contract.requestDeletion, (call) => requestDeletion(deps, callerOf(call), call.body))
  api.register(contract.cancelDeletion, (call) => cancelDeletion(deps, callerOf(call)))
  api.register(restoring.getRestore, ({ identity }) => getRestore(deps, identity))
  api.register(restoring.beginRestore, ({ identity, body }) => beginRestore(deps, identity, body))
  api.register(restoring.sendArchivePart, ({ identity, params, query, file }) =>
    keepPart(deps, identity, { ...params, ...query, bytes: file }),
  )
  api.register(restoring.startRestore, (call) => startRestore(deps, callerOf(call), call.params.id))
}
