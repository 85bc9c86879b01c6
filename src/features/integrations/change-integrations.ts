import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Caller } from '../auth/activity.ts'
import type { Integrations } from './contract.ts'
import type { IntegrationDeps } from './integration-deps.ts'
import { viewOf } from './integrations-view.ts'
import { type ReplacedKeys, openReplacedKeys, sealedKeys } from './own-accounts.ts'
import {
  type IntegrationChanges,
  type IntegrationRow,
  changeIntegrationRow,
  getIntegrationRow,
  lockIntegrationRow,
} from './queries.ts'
import { reportChange } from './report-change.ts'
import type { IntegrationName } from './rules.ts'

interface Options {
  /** Whether mails that wait for the business's mail account may be sent now. */
  changesMail?: boolean
  /** The provider whose keys the change replaces or removes. Throws if the change is not allowed. */
  replacesKeys?: (row: IntegrationRow) => ReplacedKeys['provider'] | null
}

/** How long the owner waits for payment pages to be closed, before and after the change in total. */
const maxWaitMs = 8000

/** Makes every change under a lock, so that concurrent changes do not overwrite each other. */
export async function changeIntegrations(
  deps: IntegrationDeps,
  caller: Caller,
  /** The account; null for the switch of all accounts. */
  name: IntegrationName | null,
  work: (tx: Transaction, row: IntegrationRow) => Promise<IntegrationChanges> | IntegrationChanges,
  { changesMail = false, replacesKeys }: Options = {},
): Promise<Integrations> {
  const { businessId } = caller
  const end = performance.now() + maxWaitMs
  const openedKeys = replacesKeys ? await closePagesBefore(deps, businessId, replacesKeys) : null
  const { view, replaced } = await withTenant(deps.database, businessId, async (tx) => {
    const before = await lockIntegrationRow(tx, businessId)
    const changes = await work(tx, before)
    const keys = replacesKeys
      ? await findReplacedKeys(tx, deps, before, replacesKeys(before), openedKeys)
      : null
    const after = await changeIntegrationRow(tx, businessId, changes)
    await reportChange(tx, deps, caller, { name, before, after })
    if (changesMail) await deps.mailAccountChanged(tx, businessId)
    return { view: await viewOf(tx, after, deps), replaced: keys }
  })
  // Clients could open more pages with these keys until the change committed.
  if (replaced) {
    const milliseconds = Math.max(0, end - performance.now())
    await deps.closeOwnPages(businessId, replaced, { milliseconds, isLast: true })
  }
  return view
}

/** Runs before the transaction of the change, because a provider's response can take a while. */
async function closePagesBefore(
  deps: IntegrationDeps,
  businessId: string,
  replacesKeys: NonNullable<Options['replacesKeys']>,
): Promise<ReplacedKeys | null> {
  const keys = await withTenant(deps.database, businessId, async (tx) => {
    const row = await getIntegrationRow(tx, businessId)
    const provider = replacesKeys(row)
    return provider && openReplacedKeys(tx, deps, row, provider)
  })
  if (keys) await deps.closeOwnPages(businessId, keys, { milliseconds: maxWaitMs, isLast: false })
  return keys
}

/** Returns the keys to replace: not the ones opened first, if another change came in between. */
async function findReplacedKeys(
  tx: Transaction,
  deps: IntegrationDeps,
  row: IntegrationRow,
  provider: ReplacedKeys['provider'] | null,
  openedKeys: ReplacedKeys | null,
): Promise<ReplacedKeys | null> {
  if (!provider) return null
  const isOpened = openedKeys?.provider === provider && sealedKeys(row, provider)?.equals(openedKeys.sealed)
  return isOpened ? openedKeys : openReplacedKeys(tx, deps, row, provider)
}
