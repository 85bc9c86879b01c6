import { withPlatform } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { oneAtATime } from '../../../platform/jobs/one-at-a-time.ts'
import type { BankingDeps } from '../banking-deps.ts'
import { type ConnectionRef, syncBankConnection, syncDueBanks } from '../jobs.ts'
import { syncConnection } from './sync-connection.ts'

export async function startSyncJobs(deps: BankingDeps): Promise<void> {
  const { jobs, database } = deps
  await jobs.work(syncBankConnection, (ref) => syncConnection(deps, ref))
  await jobs.work(syncDueBanks, () => oneAtATime(deps, syncDueBanks.name, () => enqueueDue(deps)))
  await jobs.schedule(syncDueBanks, '* * * * *', {})
  // Connections may have become due while no process was running.
  await withPlatform(database, (tx) => jobs.enqueue(tx, syncDueBanks, {}))
}

const pageSize = 100

type Due = ConnectionRef & { nextSyncAt: Date }

/** Enqueues due connections without a job. One that runs for two minutes may belong to a dead process. */
export async function enqueueDue(deps: Deps<'database' | 'jobs' | 'now'>): Promise<void> {
  const { database, jobs, now } = deps
  let last: Due | undefined
  do {
    const cursor: unknown[] = last ? [last.nextSyncAt, last.businessId, last.connectionId] : []
    const { rows } = await withPlatform(database, async (tx) => {
      const page = await tx.client.query<Due & { isUnderWay: boolean }>(
        `with under_way as materialized (
           select data ->> 'connectionId' as id from pgboss.job where name = $2
             and (state < 'active' or state = 'active' and started_on > now() - interval '2 minutes'))
         select business_id as "businessId", id as "connectionId", next_sync_at as "nextSyncAt",
           id::text in (select id from under_way) as "isUnderWay"
         from bank_connections
         where next_sync_at <= $1 ${last ? 'and (next_sync_at, business_id, id) > ($3, $4, $5)' : ''}
         order by next_sync_at, business_id, id limit ${pageSize}`,
        [now(), syncBankConnection.name, ...cursor],
      )
      for (const { businessId, connectionId, isUnderWay } of page.rows) {
        if (!isUnderWay) await jobs.enqueue(tx, syncBankConnection, { businessId, connectionId })
      }
      return page
    })
    last = rows.length < pageSize ? undefined : rows.at(-1)
  } while (last)
}
