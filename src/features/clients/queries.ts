import type { Database } from '../../platform/db/connect.ts'
import { containsPattern } from '../../platform/db/contains-pattern.ts'
import { queryTenant } from '../../platform/db/transaction.ts'
import type { Client } from './contract.ts'

export const selectClient = `
  select id, company_name as "companyName", contact_name as "contactName", email, phone, address, currency,
    country, tax_id as "taxId", tax_treatment as "taxTreatment"`
const choices = `${selectClient} from clients where business_id = $1 and archived_at is null and merged_into is null`
/** The subselect converts the pattern to lower case once instead of once per row. */
export const matchesSearch = (pattern: string) => `
  (lower(company_name) like (select lower(${pattern})) or lower(contact_name) like (select lower(${pattern}))
    or email like (select lower(${pattern}))
    or own_fields <> '{}' and platform.own_values(own_fields) like (select lower(${pattern})))`
const firstByName = 'order by lower(company_name), id limit 20'

export function listClients(database: Database, businessId: string, search = ''): Promise<Client[]> {
  return queryTenant<Client>(
    database,
    businessId,
    search === ''
      ? { name: 'list-clients', text: `${choices} ${firstByName}`, values: [businessId] }
      : {
          name: 'search-clients',
          text: `${choices} and ${matchesSearch('$2')} ${firstByName}`,
          values: [businessId, containsPattern(search)],
        },
  )
}

/** The client with an email address; for one that was merged, the client that it became. */
export async function findClientByEmail(
  database: Database,
  businessId: string,
  email: string,
): Promise<{ id: string; companyName: string } | null> {
  const [row] = await queryTenant<{ id: string; companyName: string }>(database, businessId, {
    name: 'client-by-email',
    text: `select s.id, s.company_name as "companyName"
           from clients c join clients s on s.business_id = $1 and s.id = coalesce(c.merged_into, c.id)
           where c.business_id = $1 and c.email = $2`,
    values: [businessId, email],
  })
  return row ?? null
}
