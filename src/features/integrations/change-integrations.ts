import { withTenant } from '../../platform/db/transaction.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { Integrations } from './contract.ts'
import type { IntegrationDeps } from './integration-deps.ts'
import { viewOf } from './integrations-view.ts'
import { changeIntegrationRow, getIntegrationRow, lockIntegrationRow } from './queries.ts'
import type { IntegrationChanges, IntegrationRow } from './queries.ts'

interface Options {
  /** What waits for the mail account may go out now. */
  changesMail?: boolean
  /** Which keys are not there any more afterwards, if any. Throws, as the change itself, if it is not to be. */
  takesKeys?: (row: IntegrationRow) => 'card' | 'paypal' | null
}

/** The one way to change them: under a lock, so that of two changes at once neither loses what the other wrote. */
export async function changeIntegrations(
  deps: IntegrationDeps,
  businessId: string,
  work: (tx: Transaction, row: IntegrationRow) => Promise<IntegrationChanges> | IntegrationChanges,
  { changesMail = false, takesKeys }: Options = {},
): Promise<Integrations> {
  if (takesKeys) await closePagesFirst(deps, businessId, takesKeys)
  const row = await withTenant(deps.database, businessId, async (tx) => {
    const before = await lockIntegrationRow(tx, businessId)
    const after = await changeIntegrationRow(tx, businessId, await work(tx, before))
    if (changesMail) await deps.mailAccountChanged(tx, businessId)
    return after
  })
  return viewOf(row, deps)
}

/** Before the change and not within it: a provider is asked, and that may take its time. */
async function closePagesFirst(
  { database, closeOwnPages }: IntegrationDeps,
  businessId: string,
  takesKeys: NonNullable<Options['takesKeys']>,
): Promise<void> {
  const row = await withTenant(database, businessId, (tx) => getIntegrationRow(tx, businessId))
  const provider = takesKeys(row)
  if (provider) await closeOwnPages(businessId, provider)
}
