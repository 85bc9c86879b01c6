import { withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Api } from '../../../platform/http/api.ts'
import * as contract from './contract.ts'
import { deletePackage, getPackageFile } from './package-changes.ts'
import { listPackageRows, toPackage } from './queries.ts'
import { requestPackage } from './request-package.ts'

export function registerPackageRoutes(api: Api, deps: Deps<'database' | 'jobs' | 'now' | 'files'>): void {
  api.register(contract.createPackage, ({ identity, body }) => requestPackage(deps, identity, body))
  api.register(contract.listPackages, async ({ identity: { businessId } }) => {
    const rows = await withTenant(deps.database, businessId, (tx) => listPackageRows(tx, businessId))
    return { packages: rows.map(toPackage) }
  })
  api.register(contract.getPackageFile, ({ identity: { businessId }, params: { id } }) =>
    getPackageFile(deps, { businessId, id }),
  )
  api.register(contract.deletePackage, ({ identity: { businessId }, params: { id } }) =>
    deletePackage(deps, { businessId, id }),
  )
}
