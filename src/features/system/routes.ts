import { actorOf } from '../../platform/audit/record-admin-action.ts'
import type { Api } from '../../platform/http/api.ts'
import * as contract from './contract.ts'
import { listFailedJobs, retryJob } from './failed-jobs.ts'
import { getSystem } from './get-system.ts'
import { listAuditLog } from './list-audit-log.ts'
import type { SystemDeps } from './system-deps.ts'

export function registerSystemRoutes(api: Api, deps: SystemDeps): void {
  api.register(contract.getSystem, () => getSystem(deps))
  api.register(contract.listFailedJobs, ({ query }) => listFailedJobs(deps, query))
  api.register(contract.retryJob, (call) => retryJob(deps, actorOf(call), call.params.id))
  api.register(contract.listAuditLog, ({ query }) => listAuditLog(deps, query))
}
