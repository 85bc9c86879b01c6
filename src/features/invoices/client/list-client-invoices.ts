import { readDatePage } from '../../../platform/db/date-pages.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { dateIn } from '../../../shared/dates.ts'
import type { QueryOf, ResponseOf } from '../../../shared/endpoint.ts'
import { assertClientExists } from '../../clients/assert-client-exists.ts'
import { readClientRows } from '../../clients/read-client-rows.ts'
import type { InvoiceDeps } from '../invoice-deps.ts'
import { type ListedRow, listColumns, toListItem } from '../list-invoices.ts'
import type { listClientInvoices as contract } from './contract.ts'

export async function listClientInvoices(
  deps: InvoiceDeps,
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
        name: 'client-invoices',
        text: `select ${listColumns} from invoices i where i.business_id = $1 and i.client_id = $2::uuid`,
        key: ['i.issue_date', 'i.id'],
      })
      return rows.map((row) => toListItem(row, { today, appUrl: deps.appUrl }))
    },
    ({ issueDate, id }) => ({ date: issueDate, id }),
  )
  return { invoices: items, ...cursors }
}
