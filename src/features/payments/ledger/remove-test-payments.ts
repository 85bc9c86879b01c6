import { invoiceEvents } from '../../../platform/db/tables/invoices.ts'
import type { payments } from '../../../platform/db/tables/payments.ts'
import { type Transaction, queryTenant, withTenant } from '../../../platform/db/transaction.ts'
import type { Identity } from '../../../platform/http/api.ts'
import type { ResponseOf } from '../../../shared/endpoint.ts'
import { testCentsOf, testBuckets } from '../../figures/money-buckets.ts'
import { settleInvoice } from '../../invoices/settle-invoice.ts'
import type { getTestPayments } from '../contract.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { waysToPay } from './test-payments.ts'

type TestPayments = ResponseOf<typeof getTestPayments>

/** Reads the test payments that still count, and whether more are allowed. */
export async function readTestPayments(deps: PaymentDeps, { businessId }: Identity): Promise<TestPayments> {
  const [found] = await queryTenant<Omit<TestPayments, 'areAllowed'>>(deps.database, businessId, {
    name: 'test-payments',
    text: `with ${testBuckets}
      select count(*)::int as count, ${testCentsOf()} as cents, count(distinct invoice_id)::int as "invoiceCount"
      from payments where business_id = $1 and is_test and undone_at is null`,
    values: [businessId],
  })
  const { tests } = await withTenant(deps.database, businessId, (tx) => waysToPay(tx, deps))
  return { ...found!, areAllowed: tests }
}

type Removed = Pick<typeof payments.$inferSelect, 'id' | 'invoiceId' | 'amountCents'>

/**
 * Removes all test payments with their refunds and disputes. They stay in the ledger as removed, and the
 * amounts are owed again. Payments removed earlier are not changed.
 */
export async function removeTestPayments(
  deps: PaymentDeps,
  { businessId, userId }: Identity,
): Promise<{ count: number }> {
  return withTenant(deps.database, businessId, async (tx) => {
    await lockPaidInvoices(tx, businessId)
    const removed = await undo(tx, businessId, userId)
    for (const [invoiceId, payments] of byInvoice(removed)) {
      await settleInvoice(tx, { businessId, invoiceId }, deps.now())
      await tx.db.insert(invoiceEvents).values(
        payments.map(({ amountCents }) => ({
          businessId,
          invoiceId,
          kind: 'undone' as const,
          amountCents,
          isTest: true,
        })),
      )
      await deps.closeCheckouts(tx, { businessId, invoiceId })
    }
    return { count: removed.length }
  })
}

/** Locks in a fixed order, so that two concurrent removals wait for each other instead of deadlocking. */
async function lockPaidInvoices({ client }: Transaction, businessId: string): Promise<void> {
  await client.query(
    `select from invoices i where i.business_id = $1 and i.id in (
       select p.invoice_id from payments p where p.business_id = $1 and p.is_test and p.undone_at is null)
     order by i.id for update`,
    [businessId],
  )
}

async function undo({ client }: Transaction, businessId: string, userId: string): Promise<Removed[]> {
  const { rows } = await client.query<Removed>(
    `update payments set undone_at = now(), undone_by = $2
     where business_id = $1 and is_test and undone_at is null
     returning id, invoice_id as "invoiceId", amount_cents::float8 as "amountCents"`,
    [businessId, userId],
  )
  const values = [businessId, rows.map(({ id }) => id)]
  await client.query(
    `update refunds set state = 'removed', updated_at = now()
     where business_id = $1 and payment_id = any($2) and state <> 'failed'`,
    values,
  )
  await client.query(
    `update disputes set state = 'removed', needs_response = false, closed_at = coalesce(closed_at, now()), updated_at = now()
     where business_id = $1 and payment_id = any($2)`,
    values,
  )
  return rows
}

function byInvoice(removed: readonly Removed[]): Map<string, Removed[]> {
  return Map.groupBy(
    removed.filter(({ invoiceId }) => invoiceId !== null),
    ({ invoiceId }) => invoiceId ?? '',
  )
}
