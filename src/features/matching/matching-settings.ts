import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { BodyOf, ResponseOf } from '../../shared/endpoint.ts'
import type * as contract from './contract.ts'
import { stillFits } from './queries.ts'

/** Whether certain matches are accepted without asking. */
export async function acceptsCertain({ client }: Transaction, businessId: string): Promise<boolean> {
  const { rows } = await client.query<{ accepts: boolean }>(
    'select accepts_certain as accepts from matching_settings where business_id = $1',
    [businessId],
  )
  return rows[0]?.accepts ?? true
}

export function setMatchingSettings(
  { database, now, matchTransactions }: Deps<'database' | 'now' | 'matchTransactions'>,
  { businessId }: Identity,
  body: BodyOf<typeof contract.setMatchingSettings>,
): Promise<ResponseOf<typeof contract.setMatchingSettings>> {
  return withTenant(database, businessId, async (tx) => {
    await tx.client.query(
      `insert into matching_settings (business_id, accepts_certain, updated_at) values ($1, $2, $3)
       on conflict (business_id) do update set accepts_certain = excluded.accepts_certain, updated_at = excluded.updated_at`,
      [businessId, body.acceptsCertain, now()],
    )
    // Accepts those that wait.
    if (body.acceptsCertain) await matchTransactions(tx, businessId)
    return { acceptsCertain: body.acceptsCertain }
  })
}

const daysBack = 30

export function summarizeMatches(
  { database, now }: Deps<'database' | 'now'>,
  { businessId }: Identity,
): Promise<ResponseOf<typeof contract.getMatchSummary>> {
  return withTenant(database, businessId, async (tx) => {
    const { rows } = await tx.client.query<{ suggested: number; accepted: number }>({
      name: 'summarize-matches',
      text: `select
          (select count(*)::int from transaction_matches m
           where m.business_id = $1 and m.state = 'suggested' and ${stillFits('m')}) as suggested,
          (select count(*)::int from transaction_matches m
           where m.business_id = $1 and m.state = 'accepted' and m.decided_by = 'rule'
             and m.decided_at > $2::timestamptz - interval '${daysBack} days') as accepted`,
      values: [businessId, now()],
    })
    const { suggested = 0, accepted = 0 } = rows[0] ?? {}
    return { suggested, accepted, acceptsCertain: await acceptsCertain(tx, businessId) }
  })
}
