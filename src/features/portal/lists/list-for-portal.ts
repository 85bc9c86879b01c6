import { readDatePage } from '../../../platform/db/date-pages.ts'
import { queryTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { dateIn } from '../../../shared/dates.ts'
import type { QueryOf, ResponseOf } from '../../../shared/endpoint.ts'
import { readClientRows } from '../../clients/read-client-rows.ts'
import { statusOn as estimateStatusOn } from '../../estimates/rules.ts'
import { isShownToClient } from '../../invoices/client/shown-to-client.ts'
import { statusOn } from '../../invoices/rules.ts'
import type { PortalClient } from '../access/authorize-portal.ts'
import type * as contract from '../contract.ts'

type ListDeps = Deps<'database' | 'now'>
type Stored<Item, Status> = Omit<Item, 'status'> & { status: Status }
type StoredInvoice = Stored<contract.PortalInvoice, 'pending' | 'paid' | 'cancelled'>
type StoredEstimate = Stored<contract.PortalEstimate, 'open' | 'accepted' | 'declined'>

/** Today, where the business is. */
async function todayOf({ database, now }: ListDeps, businessId: string): Promise<string> {
  const [row] = await queryTenant<{ timeZone: string }>(database, businessId, {
    name: 'portal-time-zone',
    text: 'select time_zone as "timeZone" from businesses where id = $1',
    values: [businessId],
  })
  return dateIn(row?.timeZone ?? 'UTC', now())
}

const inStatus = { all: '', open: `and i.status = 'pending'`, paid: `and i.status = 'paid'` }

/** The invoices of a client, without drafts. */
export async function listInvoicesForClient(
  deps: ListDeps,
  client: PortalClient,
  query: QueryOf<typeof contract.listPortalInvoices>,
): Promise<ResponseOf<typeof contract.listPortalInvoices>> {
  const today = await todayOf(deps, client.businessId)
  const { items, ...cursors } = await readDatePage(
    query,
    async (request) => {
      const rows = await readClientRows<StoredInvoice>(deps, client, request, {
        name: `portal-invoices-${query.status}`,
        text: `select i.id, i.number, i.issue_date::text as "issueDate", i.due_date::text as "dueDate", i.currency,
            i.total_minor::float8 as "totalMinor", i.open_minor::float8 as "openMinor", i.status,
            platform.due_minor(i, $3::date)::float8 as "dueMinor", i.is_disputed as "isDisputed"
          from invoices i where i.business_id = $1 and i.client_id = $2::uuid
            and ${isShownToClient} ${inStatus[query.status]}`,
        values: [today],
        key: ['i.issue_date', 'i.id'],
      })
      return rows.map((row) => Object.assign(row, { status: statusOn(today, row) }))
    },
    ({ issueDate, id }) => ({ date: issueDate, id }),
  )
  return { invoices: items, ...cursors }
}

/** The estimates of a client. One that was never sent is not finished. */
export async function listEstimatesForClient(
  deps: ListDeps,
  client: PortalClient,
  query: QueryOf<typeof contract.listPortalEstimates>,
): Promise<ResponseOf<typeof contract.listPortalEstimates>> {
  const today = await todayOf(deps, client.businessId)
  const { items, ...cursors } = await readDatePage(
    query,
    async (request) => {
      const rows = await readClientRows<StoredEstimate>(deps, client, request, {
        name: 'portal-estimates',
        text: `select e.id, e.number, e.issue_date::text as "issueDate", e.valid_until::text as "validUntil", e.currency,
            e.total_minor::float8 as "totalMinor", e.status
          from estimates e where e.business_id = $1 and e.client_id = $2::uuid
            and (e.sent_at is not null or e.status <> 'open')`,
        key: ['e.issue_date', 'e.id'],
      })
      return rows.map((row) => Object.assign(row, { status: estimateStatusOn(today, row) }))
    },
    ({ issueDate, id }) => ({ date: issueDate, id }),
  )
  return { estimates: items, ...cursors }
}

/** The payments for the invoices of a client. */
export async function listPaymentsForClient(
  deps: ListDeps,
  client: PortalClient,
  query: QueryOf<typeof contract.listPortalPayments>,
): Promise<ResponseOf<typeof contract.listPortalPayments>> {
  const { items, ...cursors } = await readDatePage(
    query,
    (request) =>
      readClientRows<contract.PortalPayment>(deps, client, request, {
        name: 'portal-payments',
        text: `select p.id, i.id as "invoiceId", i.number as "invoiceNumber", p.received_on::text as "receivedOn",
            p.method, p.currency, p.amount_minor::float8 as "amountMinor", p.is_test as "isTest",
            coalesce((select sum(r.amount_minor) from refunds r where r.business_id = $1 and r.payment_id = p.id
              and platform.is_given_back(r.state)), 0)::float8 as "refundedMinor"
          from payments p join invoices i on i.business_id = $1 and i.id = p.invoice_id
          where p.business_id = $1 and p.client_id = $2::uuid and p.undone_at is null`,
        key: ['p.received_on', 'p.id'],
      }),
    ({ receivedOn, id }) => ({ date: receivedOn, id }),
  )
  return { payments: items, ...cursors }
}
