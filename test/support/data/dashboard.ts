import type { Dashboard } from '../../../src/features/dashboard/contract.ts'
import { getDashboard } from '../../../src/features/dashboard/contract.ts'
import { readDashboard } from '../../../src/features/dashboard/get-dashboard.ts'
import { foldMoneyOf } from '../../../src/features/figures/fold-money.ts'
import type { Database } from '../../../src/platform/db/connect.ts'
import { withPlatform } from '../../../src/platform/db/transaction.ts'
import { addOwner } from '../providers/connected-bank.ts'
import { openBooks } from '../figures/books.ts'
import { addInvoiceRow } from './invoice-rows.ts'

interface StoredMail {
  invoiceId: string | null
  /** By itself `invoice`. */
  kind?: string
  /** By itself `failed`. */
  state?: string
  at: string
}

/** A new business, with what fills its tables, and its dashboard at any moment. */
export async function openDashboard(database: Database, timeZone = 'UTC') {
  const owner = await addOwner(database)
  const identity = { ...owner, business: { ...owner.business, timeZone } }
  const { businessId } = identity
  const books = openBooks(database, businessId)
  const sql = async (text: string, values: unknown[] = []) =>
    books.tenant(({ client }) => client.query<{ id: string }>(text, values))
  return {
    ...books,
    identity,
    sql,
    /** Checked against its schema. */
    async readAt(moment: string): Promise<Dashboard> {
      return getDashboard.response.parse(
        await readDashboard({ database, now: () => new Date(moment) }, identity),
      )
    },
    fold: () => foldMoneyOf({ database }, businessId),
    addInvoice: (overrides: Parameters<typeof addInvoiceRow>[2]) =>
      addInvoiceRow(database, businessId, overrides),
    async addMail({ invoiceId, kind = 'invoice', state = 'failed', at }: StoredMail): Promise<string> {
      const { rows } = await sql(
        `insert into mails (business_id, invoice_id, kind, from_address, to_address, subject, state, created_at)
         values ($1, $2, $3, 'studio@example.com', 'client@example.com', 'Hello', $4, $5) returning id`,
        [businessId, invoiceId, kind, state, at],
      )
      return rows[0]!.id
    },
    subscribe: (plan: string, status: string, endsAt: string | null) =>
      withPlatform(database, ({ client }) =>
        client.query(
          `insert into subscriptions (business_id, plan, status, current_period_end) values ($1, $2, $3, $4)
           on conflict (business_id) do update
             set plan = excluded.plan, status = excluded.status, current_period_end = excluded.current_period_end`,
          [businessId, plan, status, endsAt],
        ),
      ),
  }
}
export type DashboardOwner = Awaited<ReturnType<typeof openDashboard>>
