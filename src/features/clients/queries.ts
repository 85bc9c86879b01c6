import type { Database } from '../../platform/db/connect.ts'
import { containsPattern } from '../../platform/db/contains-pattern.ts'
import { queryTenant } from '../../platform/db/transaction.ts'
import type { Client } from './contract.ts'

const select = `
  select id, company_name as "companyName", contact_name as "contactName", email, phone, address, currency,
    country, tax_id as "taxId", tax_treatment as "taxTreatment"
  from clients where business_id = $1`
// The subselect converts the pattern to lower case once instead of once per row.
const matchesSearch = `
  and (lower(company_name) like (select lower($2)) or lower(contact_name) like (select lower($2))
    or email like (select lower($2)))`
const firstByName = 'order by lower(company_name), id limit 20'

export function listClients(database: Database, businessId: string, search = ''): Promise<Client[]> {
  return queryTenant<Client>(
    database,
    businessId,
    search === ''
      ? { name: 'list-clients', text: `${select} ${firstByName}`, values: [businessId] }
      : {
          name: 'search-clients',
          text: `${select} ${matchesSearch} ${firstByName}`,
          values: [businessId, containsPattern(search)],
        },
  )
}
