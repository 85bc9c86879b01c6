import { queryTenant, withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { dateIn } from '../../../shared/dates.ts'
import { noteClientEvent } from '../../clients/client-rows.ts'
import { owedOf } from '../../clients/list-clients-with-sums.ts'
import type { PortalReader } from '../access/authorize-portal.ts'
import type { Portal } from '../contract.ts'
import { getPortalBusiness, getPortalPerson, logoOf } from '../queries.ts'

const ofClient = 'client_id = $2::uuid'

// From the kept sums, like the owner's page of the client, so that it does not grow with the number of invoices.
const sumsStatement = {
  name: 'portal-sums',
  text: `select
      (select coalesce(json_agg(currency order by currency <> $4, currency), '[]') from (
        select currency from client_sums where business_id = $1 and ${ofClient}
        union
        select currency from money_changes
        where business_id = $1 and ${ofClient} and kind in ('owed', 'settled')) used) as currencies,
      (select coalesce(json_agg(json_build_object('currency', currency, 'openMinor', "openMinor",
          'overdueMinor', "overdueMinor") order by currency <> $4, currency), '[]')
        from (${owedOf(ofClient, '$3')}) owed) as owed,
      (select json_build_object('date', day, 'currency', currency, 'minor', minor) from (
        select day, currency, sum(minor) as minor from (
          select due_date as day, currency, minor from client_dues
          where business_id = $1 and ${ofClient} and due_date >= $3::date
          union all
          select day, currency, minor from money_changes
          where business_id = $1 and ${ofClient} and kind = 'owed' and day >= $3::date
        ) pieces group by day, currency having sum(minor) > 0
        order by day, currency <> $4, currency limit 1) due) as "nextDue"`,
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
    nextDue: sums?.nextDue ?? null,
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
