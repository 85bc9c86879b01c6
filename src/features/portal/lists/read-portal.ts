import { queryTenant, withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { dateIn } from '../../../shared/dates.ts'
import { noteClientEvent } from '../../clients/client-rows.ts'
import { isShownToClient } from '../../invoices/client/shown-to-client.ts'
import type { PortalReader } from '../access/authorize-portal.ts'
import type { Portal } from '../contract.ts'
import { getPortalBusiness, getPortalPerson, logoOf } from '../queries.ts'

const ofClient = 'business_id = $1 and client_id = $2::uuid'

// What is owed is added up from the open invoices, because the kept sums of a client have drafts in them. The kept sums say in
// which currencies there are invoices at all.
const sumsStatement = {
  name: 'portal-sums',
  text: `
    with open as materialized (
      select currency, due_date, open_minor from invoices
      where ${ofClient} and status = 'pending' and ${isShownToClient} and open_minor > 0
    )
    select
      (select coalesce(json_agg(currency order by currency <> $4, currency), '[]') from (
        select currency from client_sums where ${ofClient}
        union
        select currency from money_changes where ${ofClient} and kind in ('owed', 'settled')) used
        where exists (select from invoices i
          where ${ofClient} and i.currency = used.currency and ${isShownToClient})) as currencies,
      (select coalesce(json_agg(json_build_object('currency', currency, 'openMinor', minor,
          'overdueMinor', overdue) order by currency <> $4, currency), '[]')
        from (select currency, sum(open_minor) as minor,
            coalesce(sum(open_minor) filter (where due_date < $3::date), 0) as overdue
          from open group by currency) owed) as owed,
      (select coalesce(json_agg(json_build_object('date', due_date, 'currency', currency, 'minor', minor)
          order by due_date, currency <> $4, currency), '[]')
        from (select distinct on (currency) currency, due_date, sum(open_minor) as minor
          from open where due_date >= $3::date
          group by currency, due_date order by currency, due_date) due) as "nextDue"`,
}

/** What the portal shows first. */
export async function readPortal(
  { database, now }: Deps<'database' | 'now'>,
  { businessId, clientId, isPreview }: PortalReader,
): Promise<Portal> {
  const { business, client } = await withTenant(database, businessId, async (tx) => ({
    business: await getPortalBusiness(tx, businessId),
    client: await getPortalPerson(tx, { businessId, clientId }),
  }))
  const today = dateIn(business.timeZone, now())
  const [sums] = await queryTenant<Pick<Portal, 'currencies' | 'owed' | 'nextDue'>>(database, businessId, {
    ...sumsStatement,
    values: [businessId, clientId, today, business.currency],
  })
  return {
    business: {
      name: business.name,
      email: business.email ?? '',
      phone: business.phone,
      logo: logoOf(business),
    },
    client: { companyName: client.companyName, contactName: client.contactName },
    timeZone: business.timeZone,
    today,
    isPreview,
    currencies: sums?.currencies ?? [],
    owed: sums?.owed ?? [],
    nextDue: sums?.nextDue ?? [],
  }
}

/** Records that the client opened the portal. The timeline names the first time of a day. */
export async function notePortalOpened(
  { database, now }: Deps<'database' | 'now'>,
  { businessId, clientId, isPreview }: PortalReader,
): Promise<void> {
  if (isPreview) return
  await withTenant(database, businessId, async (tx) => {
    const { timeZone } = await getPortalBusiness(tx, businessId)
    const at = now()
    const key = [businessId, clientId]
    // The lock makes requests at the same moment run one after the other, so that a day has one entry.
    const { rows } = await tx.client.query<{ openedAt: Date | null }>(
      `select opened_at as "openedAt" from client_portals
       where business_id = $1 and client_id = $2 for no key update`,
      key,
    )
    const before = rows[0]?.openedAt ?? null
    await tx.client.query(
      'update client_portals set opened_at = $3 where business_id = $1 and client_id = $2',
      [...key, at],
    )
    if (before !== null && dateIn(timeZone, before) === dateIn(timeZone, at)) return
    await noteClientEvent(tx, { businessId, id: clientId }, 'portal-opened')
  })
}
