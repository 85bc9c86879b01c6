import { isoMoment } from '../../platform/db/iso-moment.ts'
import { queryTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import { addDays, dateIn, yearsBefore } from '../../shared/dates.ts'
import { clientNotFound } from './client-rows.ts'
import type { ClientAccount } from './contract.ts'
import { owedOf } from './list-clients-with-sums.ts'
import { selectClient } from './queries.ts'

/** How many paid invoices of a year the pace is measured by, the newest ones. */
const maxPaid = 2000

const ofClient = 'client_id = $2::uuid'
const settledPieces = `(
  select currency, kind, minor, count from client_sums where business_id = $1 and ${ofClient}
  union all
  select currency, kind, minor, count from money_changes
  where business_id = $1 and ${ofClient} and kind in ('owed', 'settled')) pieces`

/** Medians over the invoices paid between two days. The first is included. */
const paceBetween = (from: string, to: string) => `(
  select case when count(*) > 0 then json_build_object(
    'days', percentile_cont(0.5) within group (order by paid_on - issue_date),
    'daysLate', percentile_cont(0.5) within group (order by paid_on - due_date),
    'invoices', count(*)) end
  from (
    select (paid_at at time zone $5)::date as paid_on, issue_date, due_date from invoices
    where business_id = $1 and ${ofClient} and status = 'paid'
      and paid_at >= ${from}::date::timestamp at time zone $5 and paid_at < ${to}::date::timestamp at time zone $5
    order by paid_at desc limit ${maxPaid}
  ) paid)`

const statement = {
  name: 'client-account',
  text: `${selectClient}, own_fields as "ownFields", no_reminders as "noReminders", notes, notes_version as "notesVersion",
      ${isoMoment('archived_at')} as "archivedAt", ${isoMoment('created_at')} as "createdAt",
      ${isoMoment('updated_at')} as "updatedAt",
      (select coalesce(json_agg(json_build_object('currency', currency, 'openMinor', "openMinor",
          'overdueMinor', "overdueMinor") order by currency <> $4, currency), '[]')
        from (${owedOf(ofClient, '$3')}) owed) as owed,
      (select coalesce(json_agg(json_build_object('currency', currency, 'minor', minor)
          order by currency <> $4, currency), '[]')
        from (select currency, sum(minor) as minor from ${settledPieces} where kind = 'settled'
          group by currency having sum(minor) > 0) settled) as settled,
      (select coalesce(sum(count), 0)::int from ${settledPieces} where kind = 'owed') as "openInvoices",
      (select coalesce(sum(count), 0)::int from ${settledPieces} where kind = 'settled') as "paidInvoices",
      ${paceBetween('$6', '$8')} as pace, ${paceBetween('$7', '$6')} as "paceBefore"
    from clients where business_id = $1 and id = $2 and merged_into is null`,
}

export async function getClient(
  { database, now }: Deps<'database' | 'now'>,
  { businessId, business }: Identity,
  id: string,
): Promise<ClientAccount> {
  const today = dateIn(business.timeZone, now())
  const read = async (clientId: string) => {
    const days = [yearsBefore(today, 1), yearsBefore(today, 2), addDays(today, 1)]
    const [row] = await queryTenant<ClientAccount>(database, businessId, {
      ...statement,
      values: [businessId, clientId, today, business.currency, business.timeZone, ...days],
    })
    return row
  }
  const row = await read(id)
  if (row) return row
  const survivor = await findSurvivor({ database }, businessId, id)
  const merged = survivor === null ? undefined : await read(survivor)
  if (!merged) throw clientNotFound()
  return merged
}

/** The client that another one became. */
async function findSurvivor(
  { database }: Deps<'database'>,
  businessId: string,
  id: string,
): Promise<string | null> {
  const [row] = await queryTenant<{ id: string | null }>(database, businessId, {
    name: 'client-survivor',
    text: 'select merged_into as id from clients where business_id = $1 and id = $2',
    values: [businessId, id],
  })
  return row?.id ?? null
}
