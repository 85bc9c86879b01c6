import { BankProviderError } from '../../platform/banks/bank-provider.ts'
import { withPlatform, withTenant } from '../../platform/db/transaction.ts'
import type { Job } from '../../platform/jobs/job.ts'
import { oneAtATime } from '../../platform/jobs/one-at-a-time.ts'
import { isUnreadable } from '../../platform/secrets/secrets.ts'
import { tokenContext } from './bank-secrets.ts'
import { openItem, plaidWebhookUrl } from './bank-sources.ts'
import type { BankingDeps } from './banking-deps.ts'
import { changeConnection, lockPresent } from './connection-queries.ts'
import {
  type ConnectionRef,
  checkBankLink,
  checkDueItems,
  endBankAccess,
  removeBankItem,
  tendBankItems,
  updateBankWebhook,
} from './jobs.ts'
import { checkLink } from './link/finish-bank-link.ts'
import { removeItem } from './link/unattached-items.ts'

export async function startItemJobs(deps: BankingDeps): Promise<void> {
  const { jobs, database } = deps
  await jobs.work(checkBankLink, (ref) => checkLink(deps, ref))
  await jobs.work(removeBankItem, (ref) => removeItem(deps, ref))
  await jobs.work(updateBankWebhook, (ref) => updateWebhook(deps, ref))
  await jobs.work(checkDueItems, () => oneAtATime(deps, checkDueItems.name, () => enqueueDueItems(deps)))
  await jobs.work(tendBankItems, () => oneAtATime(deps, tendBankItems.name, () => tendItems(deps)))
  await jobs.schedule(checkDueItems, '* * * * *', {})
  await jobs.schedule(tendBankItems, '41 3 * * *', {})
  // The configured address may have changed, and work may be left over from the previous process.
  await withPlatform(database, async (tx) => {
    await jobs.enqueue(tx, checkDueItems, {})
    await jobs.enqueue(tx, tendBankItems, {})
  })
}

interface RowCursor {
  businessId: string
  id: string
}

const pageSize = 100
const first: RowCursor = {
  businessId: '00000000-0000-0000-0000-000000000000',
  id: '00000000-0000-0000-0000-000000000000',
}

/** Enqueues a job for each matching row, a page at a time. Skips rows whose job is waiting or running. */
async function enqueueEach<Data extends object>(
  { database, jobs }: BankingDeps,
  { job, from, where, value }: { job: Job<Data>; from: string; where: string; value: unknown },
  toData: (row: RowCursor) => Data,
): Promise<void> {
  for (let last: RowCursor | undefined = first; last;) {
    const after: RowCursor = last
    last = await withPlatform(database, async (tx) => {
      const { rows } = await tx.client.query<RowCursor & { isUnderWay: boolean }>(
        `select r.business_id as "businessId", r.id, exists (select from pgboss.job j
           where j.name = $4 and j.state <= 'active' and r.id::text in (select value from jsonb_each_text(j.data))
         ) as "isUnderWay"
         from ${from} r where (r.business_id, r.id) > ($1::uuid, $2::uuid) and ${where}
         order by r.business_id, r.id limit ${pageSize}`,
        [after.businessId, after.id, value, job.name],
      )
      for (const row of rows) if (!row.isUnderWay) await jobs.enqueue(tx, job, toData(row))
      return rows.length < pageSize ? undefined : rows.at(-1)
    })
  }
}

/** Enqueues jobs for links whose owner has not come back, and for items that belong to no connection. */
export async function enqueueDueItems(deps: BankingDeps): Promise<void> {
  const value = deps.now()
  await enqueueEach(
    deps,
    { job: checkBankLink, from: 'bank_links', where: 'next_check_at <= $3', value },
    ({ businessId, id }) => ({ businessId, linkId: id }),
  )
  await enqueueEach(
    deps,
    { job: removeBankItem, from: 'unattached_bank_items', where: 'end_at <= $3', value },
    ({ businessId, id }) => ({ businessId, id }),
  )
}

const toRef = ({ businessId, id }: RowCursor) => ({ businessId, connectionId: id })

/** Enqueues jobs for webhooks with an old address and for items not confirmed as removed. */
export async function tendItems(deps: BankingDeps): Promise<void> {
  const isOpen = `item_id is not null and state`
  await enqueueEach(
    deps,
    {
      job: updateBankWebhook,
      from: 'bank_connections',
      where: `${isOpen} <> 'disconnected' and webhook_url is distinct from $3`,
      value: plaidWebhookUrl(deps),
    },
    toRef,
  )
  await enqueueEach(
    deps,
    { job: endBankAccess, from: 'bank_connections', where: `${isOpen} = $3`, value: 'disconnected' },
    toRef,
  )
}

/** Sets an item's webhook address. A failure is retried the next day; the regular sync goes on. */
export async function updateWebhook(
  deps: BankingDeps,
  { businessId, connectionId }: ConnectionRef,
): Promise<void> {
  const { database } = deps
  const row = await withTenant(database, businessId, (tx) => lockPresent(tx, connectionId))
  const sealed = row?.accessToken
  if (!row || !sealed || row.state === 'disconnected' || row.webhookUrl === plaidWebhookUrl(deps)) return
  const reason = `To have Plaid send notices about ${row.institutionName} to a new address`
  try {
    const { provider, token } = await openItem(deps, row, { context: tokenContext(row), sealed, reason })
    await provider.setWebhook(token, plaidWebhookUrl(deps))
  } catch (error) {
    if (!(error instanceof BankProviderError) && !isUnreadable(error)) throw error
    return deps.log.warn({ err: error, businessId, connectionId }, 'the address of webhooks was not updated')
  }
  await withTenant(database, businessId, async (tx) => {
    const same = await lockPresent(tx, connectionId)
    if (same?.itemId !== row.itemId) return
    await changeConnection(tx, same, { webhookUrl: plaidWebhookUrl(deps), updatedAt: deps.now() })
  })
}
