import { invoiceEvents } from '../../../platform/db/tables/invoices.ts'
import type { payments } from '../../../platform/db/tables/payments.ts'
import { type Transaction, queryTenant, withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { dateIn } from '../../../shared/dates.ts'
import type { ResponseOf } from '../../../shared/endpoint.ts'
import type { Money } from '../../../shared/money.ts'
import { convertSums } from '../../figures/convert-sums.ts'
import { testBuckets, testSumsOf } from '../../figures/money-buckets.ts'
import type { CurrencySum } from '../../figures/sum-rules.ts'
import { shareLockIntegrationRow } from '../../integrations/queries.ts'
import { settleInvoice } from '../../invoices/settle-invoice.ts'
import { type AccountInForce, accountsInForce } from '../accounts/payment-accounts.ts'
import { chargeProblem } from '../checkout/charge-problem.ts'
import type { getTestPayments } from '../contract.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { providerMethods } from '../rules.ts'

/**
 * Every method that moves no money is a test: the demo payment, sandbox and test cards, PayPal in sandbox or
 * demo mode. Any client with an invoice's link could mark it as paid that way, hence these conditions.
 */
export interface TestPaymentFacts {
  /** The operator's setting DEMO_PAYMENTS. */
  isSwitchedOn: boolean
  /** Whether the platform's card account or one of the business's own accounts is live. */
  isAnyAccountLive: boolean
  /** Whether a live account confirmed a payment. Payments recorded by hand do not count. */
  hasRealMoney: boolean
}

export function areTestsAllowed({ isSwitchedOn, isAnyAccountLive, hasRealMoney }: TestPaymentFacts): boolean {
  return isSwitchedOn && !isAnyAccountLive && !hasRealMoney
}

type RuleDeps = Deps<'cards' | 'demoPayments'>

/** Null: there is no such account, or it is a test account and tests are not allowed. */
export interface WaysToPay {
  card: AccountInForce | null
  paypal: AccountInForce | null
  /** Whether test payments are allowed, including the demo payment. */
  tests: boolean
}

export async function waysToPay(tx: Transaction, deps: RuleDeps): Promise<WaysToPay> {
  // In parallel, because this runs for every mail.
  const [{ card, paypal, isAnyLive }, isReal] = await Promise.all([
    accountsInForce(tx, deps),
    deps.demoPayments && receivedRealMoney(tx),
  ])
  const tests = areTestsAllowed({
    isSwitchedOn: deps.demoPayments,
    isAnyAccountLive: isAnyLive,
    hasRealMoney: isReal,
  })
  const usable = (account: AccountInForce | null) => (account && (account.isLive || tests) ? account : null)
  return { card: usable(card), paypal: usable(paypal), tests }
}

/**
 * Locks the settings until the transaction ends: live keys saved at the same time are either seen here, or
 * saved after this payment is in the ledger.
 */
export async function mayWriteTestPayment(
  tx: Transaction,
  deps: RuleDeps,
  businessId: string,
): Promise<boolean> {
  await shareLockIntegrationRow(tx, businessId)
  return allowsTestPayments(tx, deps)
}

export async function allowsTestPayments(tx: Transaction, deps: RuleDeps): Promise<boolean> {
  return (await waysToPay(tx, deps)).tests
}

/** Whether a document may say that it can be paid online: a way to pay takes its currency, with these decimals. */
export async function canPayOnline(tx: Transaction, deps: RuleDeps, due: Money): Promise<boolean> {
  const ways = await waysToPay(tx, deps)
  return providerMethods.some((method) => {
    const problem = chargeProblem(method, due)
    return ways[method] !== null && problem !== 'currency' && problem !== 'decimals'
  })
}

async function receivedRealMoney({ client }: Transaction): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>({
    name: 'has-real-money',
    text: `select exists (select from payments where not is_test and method in ('card', 'paypal')) as has`,
  })
  return rows[0]?.has ?? false
}

type TestPayments = ResponseOf<typeof getTestPayments>

/** Reads the test payments that still count, and whether more are allowed. */
export async function readTestPayments(
  deps: PaymentDeps,
  { businessId, business }: Identity,
): Promise<TestPayments> {
  const [found] = await queryTenant<{ sums: CurrencySum[]; count: number; invoiceCount: number }>(
    deps.database,
    businessId,
    {
      name: 'test-payments',
      text: `with ${testBuckets}
      select count(*)::int as count, ${testSumsOf()} as sums, count(distinct invoice_id)::int as "invoiceCount"
      from payments where business_id = $1 and is_test and undone_at is null`,
      values: [businessId],
    },
  )
  const { sums, ...counts } = found!
  const today = dateIn(business.timeZone, deps.now())
  const { tests: sum } = await convertSums(
    deps.database,
    { businessId, home: business.currency, today },
    { tests: sums },
  )
  const { tests } = await withTenant(deps.database, businessId, (tx) => waysToPay(tx, deps))
  return { ...sum, ...counts, currency: business.currency, areAllowed: tests }
}

type Removed = Pick<typeof payments.$inferSelect, 'id' | 'invoiceId' | 'amountMinor'>

/**
 * Removes all test payments. They stay in the ledger as removed, and the amounts are owed again. A closed period does not keep
 * them: they moved no money, so no closed figure should have them.
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
        payments.map(({ amountMinor }) => ({
          businessId,
          invoiceId,
          kind: 'undone' as const,
          amountMinor,
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
     returning id, invoice_id as "invoiceId", amount_minor::float8 as "amountMinor"`,
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
