import { isoMoment } from '../../../platform/db/iso-moment.ts'
import { nameOf } from '../../../platform/db/name-of.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { ResponseOf } from '../../../shared/endpoint.ts'
import { type InvoiceKey, getInvoiceRow } from '../queries.ts'
import type * as contract from './contract.ts'

const maxListed = 50

const waitingStatement = `
  select i.id, i.number, i.client_name as "clientName", i.currency, i.total_minor::float8 as "totalMinor", i.approval,
    (select ${nameOf('e.user_id')} from invoice_events e
     where e.business_id = $1 and e.invoice_id = i.id and e.kind = 'approval-asked' order by e.at desc limit 1) as who
  from invoices i where i.business_id = $1 and i.approval is not null
  order by i.created_at, i.id limit ${maxListed}`

export function listWaitingInvoices(
  { database }: Deps<'database'>,
  businessId: string,
): Promise<ResponseOf<typeof contract.listWaitingInvoices>> {
  return withTenant(database, businessId, async ({ client }) => {
    const [{ rows: invoices }, { rows: counted }] = await Promise.all([
      client.query<contract.WaitingInvoice>({
        name: 'waiting-invoices',
        text: waitingStatement,
        values: [businessId],
      }),
      client.query<{ count: number }>({
        name: 'count-waiting-invoices',
        text: 'select count(*)::int as count from invoices where business_id = $1 and approval is not null',
        values: [businessId],
      }),
    ])
    return { invoices, count: counted[0]?.count ?? 0 }
  })
}

interface LastEvent {
  kind: 'approval-asked' | 'sent-back'
  who: string | null
  at: string
  note: string | null
}

export function getInvoiceApproval(
  { database }: Deps<'database'>,
  { businessId, invoiceId }: InvoiceKey,
): Promise<ResponseOf<typeof contract.getInvoiceApproval>> {
  return withTenant(database, businessId, async (tx) => {
    const { approval } = await getInvoiceRow(tx, invoiceId)
    if (approval === null) return { approval, asked: null, sentBack: null }
    const { rows } = await tx.client.query<LastEvent>(
      `select distinct on (e.kind) e.kind, ${nameOf('e.user_id')} as who, ${isoMoment('e.at')} as at, e.note
       from invoice_events e
       where e.business_id = $1 and e.invoice_id = $2 and e.kind in ('approval-asked', 'sent-back')
       order by e.kind, e.at desc`,
      [businessId, invoiceId],
    )
    const asked = rows.find(({ kind }) => kind === 'approval-asked')
    const back = approval === 'returned' && rows.find(({ kind }) => kind === 'sent-back')
    return {
      approval,
      asked: asked ? { who: asked.who, at: asked.at } : null,
      sentBack: back ? { who: back.who, at: back.at, note: back.note ?? '' } : null,
    }
  })
}
