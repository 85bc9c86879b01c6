import { afterCursor, orderByDate, readDatePage, rowsToRead } from '../../platform/db/date-pages.ts'
import { isoMoment } from '../../platform/db/iso-moment.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import type * as contract from './contract.ts'
import { viewsOf } from './queries.ts'

const key = ['i.created_at', 'i.id'] as const

/** Those that were confirmed. A preview is not listed. */
export async function listDataImports(
  { database }: Deps<'database'>,
  { businessId }: Identity,
  query: QueryOf<typeof contract.listDataImports>,
): Promise<ResponseOf<typeof contract.listDataImports>> {
  return withTenant(database, businessId, async (tx) => {
    const { items, next } = await readDatePage(
      query,
      async (request) => {
        const values: string[] = [businessId]
        const parameter = (value: string) => `$${values.push(value)}`
        const conditions = [
          'i.business_id = $1',
          `i.state <> 'preview'`,
          ...afterCursor(request, key, parameter, 'timestamptz'),
        ]
        const text = `select i.id, ${isoMoment('i.created_at')} as date from data_imports i
          where ${conditions.join(' and ')} ${orderByDate(request, key)} limit ${rowsToRead}`
        return (await tx.client.query<{ id: string; date: string }>(text, values)).rows
      },
      (item) => item,
    )
    const ids = items.map(({ id }) => id)
    return { imports: await viewsOf(tx, businessId, ids), next }
  })
}
