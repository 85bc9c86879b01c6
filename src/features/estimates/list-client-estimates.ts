import { afterCursor, orderByDate, readDatePage, rowsToRead } from '../../platform/db/date-pages.ts'
import { queryTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import { dateIn } from '../../shared/dates.ts'
import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import { assertClientExists } from '../clients/assert-client-exists.ts'
import type { listClientEstimates as contract } from './contract.ts'
import { type ListedRow, listColumns, made, toListItem } from './list-estimates.ts'

export async function listClientEstimates(
  deps: Deps<'database' | 'now' | 'appUrl'>,
  { businessId, business }: Identity,
  clientId: string,
  query: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  await assertClientExists(deps.database, businessId, clientId)
  const today = dateIn(business.timeZone, deps.now())
  const { items, ...cursors } = await readDatePage(
    query,
    async (request) => {
      const values = [businessId, clientId]
      const key = ['e.issue_date', 'e.id'] as const
      const range = afterCursor(request, key, (value) => `$${values.push(value)}`)
      const rows = await queryTenant<ListedRow>(deps.database, businessId, {
        name: `client-estimates-${request.direction}`,
        text: `select ${listColumns} from estimates e ${made}
          where ${['e.business_id = $1', 'e.client_id = $2::uuid', ...range].join(' and ')}
          ${orderByDate(request, key)} limit ${rowsToRead}`,
        values,
      })
      return rows.map((row) => toListItem(row, { today, appUrl: deps.appUrl }))
    },
    ({ issueDate, id }) => ({ date: issueDate, id }),
  )
  return { estimates: items, ...cursors }
}
