import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Caller } from '../auth/activity.ts'
import type { Integrations } from './contract.ts'
import type { IntegrationDeps } from './integration-deps.ts'
import { viewOf } from './integrations-view.ts'
import {
  type IntegrationChanges,
  type IntegrationRow,
  changeIntegrationRow,
  getIntegrationRow,
  lockIntegrationRow,
} from './queries.ts'
import { reportChange } from './report-change.ts'
import type { IntegrationName } from './rules.ts'
import { type TakenKeys, openTakenKeys, sealedKeys } from './taken-keys.ts'

interface Options {
  /** What waits for the mail account may go out now. */
  changesMail?: boolean
  /** Which keys are not there any more afterwards, if any. Throws, as the change itself, if it is not to be. */
  takesKeys?: (row: IntegrationRow) => TakenKeys['provider'] | null
}

/** How long the owner waits for payment pages to be closed, before and after the change together. */
const patience = 8000

/** The one way to change them: under a lock, so that of two changes at once neither loses what the other wrote. */
export async function changeIntegrations(
  deps: IntegrationDeps,
  caller: Caller,
  /** Which account; null for the switch of all. */
  name: IntegrationName | null,
  work: (tx: Transaction, row: IntegrationRow) => Promise<IntegrationChanges> | IntegrationChanges,
  { changesMail = false, takesKeys }: Options = {},
): Promise<Integrations> {
  const { businessId } = caller
  const end = performance.now() + patience
  const held = takesKeys ? await closePagesFirst(deps, businessId, takesKeys) : null
  const { view, taken } = await withTenant(deps.database, businessId, async (tx) => {
    const before = await lockIntegrationRow(tx, businessId)
    const changes = await work(tx, before)
    const keys = takesKeys ? await keysTakenFrom(tx, deps, before, takesKeys(before), held) : null
    const after = await changeIntegrationRow(tx, businessId, changes)
    await reportChange(tx, deps, caller, { name, before, after })
    if (changesMail) await deps.mailAccountChanged(tx, businessId)
    return { view: await viewOf(tx, after, deps), taken: keys }
  })
  // Until now clients could open others with them.
  if (taken) {
    const milliseconds = Math.max(0, end - performance.now())
    await deps.closeOwnPages(businessId, taken, { milliseconds, isLast: true })
  }
  return view
}

/** Before the change and not within it: a provider is asked, and that may take its time. */
async function closePagesFirst(
  deps: IntegrationDeps,
  businessId: string,
  takesKeys: NonNullable<Options['takesKeys']>,
): Promise<TakenKeys | null> {
  const keys = await withTenant(deps.database, businessId, async (tx) => {
    const row = await getIntegrationRow(tx, businessId)
    const provider = takesKeys(row)
    return provider && openTakenKeys(tx, deps, row, provider)
  })
  if (keys) await deps.closeOwnPages(businessId, keys, { milliseconds: patience, isLast: false })
  return keys
}

/** Those that this change replaces: another one may have put them there since it was looked first. */
async function keysTakenFrom(
  tx: Transaction,
  deps: IntegrationDeps,
  row: IntegrationRow,
  provider: TakenKeys['provider'] | null,
  held: TakenKeys | null,
): Promise<TakenKeys | null> {
  if (!provider) return null
  const isHeld = held?.provider === provider && sealedKeys(row, provider)?.equals(held.sealed)
  return isHeld ? held : openTakenKeys(tx, deps, row, provider)
}
