import type { Api } from '../../platform/http/api.ts'
import { findPasswordHash } from '../auth/own-password.ts'
import type { AccountDeps } from './account-deps.ts'
import { cancelDeletion } from './cancel-deletion.ts'
import * as contract from './contract.ts'
import { exportData } from './export-data.ts'
import { requestDeletion } from './request-deletion.ts'

export function registerAccountRoutes(api: Api, deps: AccountDeps): void {
  api.register(contract.exportData, ({ identity, log }) => exportData({ ...deps, log }, identity))
  api.register(contract.getDeletion, async ({ identity }) => ({
    deleteAfter: identity.business.deleteAfter,
    hasPassword: (await findPasswordHash(deps, identity.userId)) !== undefined,
  }))
  api.register(contract.requestDeletion, ({ identity, body }) => requestDeletion(deps, identity, body))
  api.register(contract.cancelDeletion, ({ identity }) => cancelDeletion(deps, identity))
}
