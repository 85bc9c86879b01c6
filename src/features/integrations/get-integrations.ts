import { withTenant } from '../../platform/db/transaction.ts'
import type { Integrations } from './contract.ts'
import type { IntegrationDeps } from './integration-deps.ts'
import { viewOf } from './integrations-view.ts'
import { getIntegrationRow } from './queries.ts'

export async function getIntegrations(deps: IntegrationDeps, businessId: string): Promise<Integrations> {
  return withTenant(deps.database, businessId, async (tx) =>
    viewOf(tx, await getIntegrationRow(tx, businessId), deps),
  )
}
