import { actorOf } from '../../platform/audit/record-admin-action.ts'
import type { Api } from '../../platform/http/api.ts'
import type { AdminDeps } from './admin-deps.ts'
import { changeRole, restoreUser, suspendUser } from './change-user.ts'
import * as contract from './contract.ts'
import { getPlatformStats } from './get-platform-stats.ts'
import { listUsers } from './list-users.ts'
import { resendUserVerification, sendResetLink } from './user-mails.ts'

export function registerAdminRoutes(api: Api, deps: AdminDeps): void {
  api.register(contract.listUsers, ({ query }) => listUsers(deps, query))
  api.register(contract.getPlatformStats, ({ identity }) => getPlatformStats(deps, identity))
  api.register(contract.changeRole, (call) =>
    changeRole(deps, actorOf(call), { ...call.params, ...call.body }),
  )
  api.register(contract.suspendUser, (call) => suspendUser(deps, actorOf(call), call.params.id))
  api.register(contract.restoreUser, (call) => restoreUser(deps, actorOf(call), call.params.id))
  api.register(contract.resendUserVerification, (call) =>
    resendUserVerification(deps, actorOf(call), call.params.id),
  )
  api.register(contract.sendResetLink, (call) => sendResetLink(deps, actorOf(call), call.params.id))
}
