import { readDatePage } from '../../platform/db/date-pages.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import { dateIn } from '../../shared/dates.ts'
import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import { assertClientExists } from '../clients/assert-client-exists.ts'
import { readClientRows } from '../clients/read-client-rows.ts'
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
      const rows = await readClientRows<ListedRow>(deps, { businessId, clientId }, request, {
        name: 'client-estimates',
        text: `select ${listColumns} from estimates e ${made} where e.business_id = $1 and e.client_id = $2::uuid`,
        key: ['e.issue_date', 'e.id'],
      })
      return rows.map((row) => toListItem(row, { today, appUrl: deps.appUrl }))
    },
    ({ issueDate, id }) => ({ date: issueDate, id }),
  )
  return { estimates: items, ...cursors }
}
