import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { pick } from '../../../shared/pick.ts'
import { isPermitted } from '../../../shared/roles.ts'
import { balanceOf, countsAsRefunded, countsAsDisputed } from '../../invoices/document/ledger-rules.ts'
import { getInvoiceRow } from '../../invoices/queries.ts'
import { readLedger } from '../../invoices/settle-invoice.ts'
import type { Ledger, LedgerPayment } from '../contract.ts'
import { isProviderMethod } from '../rules.ts'

type StoredLedger = Awaited<ReturnType<typeof readLedger>>

/** Lists the payments of an invoice with their refunds and disputes, newest first. */
export async function listPayments(
  { database }: Deps<'database'>,
  { businessId, business, memberRole }: Identity,
  invoiceId: string,
): Promise<Ledger> {
  const maySeeBanks = isPermitted(memberRole, 'money.read')
  const { invoice, ledger, banked, together } = await withTenant(database, businessId, async (tx) => ({
    invoice: await getInvoiceRow(tx, invoiceId),
    ledger: await readLedger(tx, { businessId, invoiceId }),
    banked: maySeeBanks ? await readBankTransactions(tx, businessId, invoiceId) : null,
    together: await readTogether(tx, businessId, invoiceId),
  }))
  const { totalMinor, creditNotesMinor } = invoice
  const askedMinor = totalMinor - creditNotesMinor
  const { payments, refunds, disputes } = ledger
  const balance = balanceOf(askedMinor, payments, refunds, disputes)
  const creditedWithout = ({ id }: StoredLedger['payments'][number]) => {
    const others = payments.filter((payment) => payment.id !== id)
    return balanceOf(askedMinor, others, refunds, disputes).creditedMinor
  }
  return {
    ...pick(invoice, ['currency', 'locale']),
    homeCurrency: business.currency,
    totalMinor,
    creditNotesMinor,
    ...pick(balance, ['receivedMinor', 'creditedMinor', 'waivedMinor', 'openMinor', 'overpaidMinor']),
    payments: payments
      .toSorted((a, b) => newestFirst(a, b) || b.createdAt.getTime() - a.createdAt.getTime())
      .map((payment) => ({
        ...toPayment(payment, ledger),
        bankTransaction: banked?.get(payment.id) ?? null,
        together: (together.get(payment.id) ?? []).map((other) =>
          pick(other, ['id', 'number', 'amountMinor']),
        ),
        // The discount that would be lost without this payment.
        creditedMinor: balance.creditedMinor - creditedWithout(payment),
      })),
  }
}

/** The bank transactions that payments of the invoice are matched with, by payment. */
async function readBankTransactions(
  { client }: Transaction,
  businessId: string,
  invoiceId: string,
): Promise<Map<string, LedgerPayment['bankTransaction']>> {
  const { rows } = await client.query<{ paymentId: string; id: string; description: string }>(
    `select p.id as "paymentId", t.id, t.description from payments p
     join transactions t on t.business_id = $1 and t.id = p.transaction_id
     where p.business_id = $1 and p.invoice_id = $2 and p.undone_at is null`,
    [businessId, invoiceId],
  )
  return new Map(rows.map(({ paymentId, ...transaction }) => [paymentId, transaction]))
}

type PaidInvoice = LedgerPayment['together'][number] & { paymentId: string }

/** The other invoices of payments by which several were paid at the provider, by payment. */
async function readTogether(
  { client }: Transaction,
  businessId: string,
  invoiceId: string,
): Promise<Map<string, PaidInvoice[]>> {
  const { rows } = await client.query<PaidInvoice>(
    `select p.id as "paymentId", o.invoice_id as id, o.invoice_number as number, o.amount_minor::float8 as "amountMinor"
     from payments p
     join payments o on o.business_id = $1 and o.provider_payment_id = p.provider_payment_id and o.id <> p.id
     left join checkouts c on c.business_id = $1 and c.id = o.checkout_id
     where p.business_id = $1 and p.invoice_id = $2 order by c.position, o.invoice_number`,
    [businessId, invoiceId],
  )
  return Map.groupBy(rows, ({ paymentId }) => paymentId)
}

const newestFirst = (a: { receivedAt: Date }, b: { receivedAt: Date }) =>
  b.receivedAt.getTime() - a.receivedAt.getTime()

const sumOf = (list: readonly { amountMinor: number }[]) =>
  list.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

function toPayment(
  payment: StoredLedger['payments'][number],
  { refunds, disputes }: StoredLedger,
): Omit<LedgerPayment, 'creditedMinor' | 'bankTransaction' | 'together'> {
  const { id, method, isTest, amountMinor, receivedOn, receivedAt, note, undoneAt } = payment
  const ownRefunds = refunds
    .filter(({ paymentId }) => paymentId === id)
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  // A requested refund may still be made, so its amount cannot be refunded again.
  const reservedMinor = sumOf(ownRefunds.filter(({ state }) => state !== 'failed'))
  const disputed = disputes.filter(({ paymentId }) => paymentId === id)
  const isDisputed = disputed.some(({ state }) => state === 'open')
  const leftMinor = amountMinor - reservedMinor - sumOf(disputed.filter(countsAsDisputed))
  return {
    id,
    method,
    isTest,
    amountMinor,
    ...pick(payment, ['homeMinor', 'rate', 'ratedOn', 'rateSource']),
    refundedMinor: sumOf(ownRefunds.filter(countsAsRefunded)),
    receivedOn,
    receivedAt: receivedAt.toISOString(),
    note,
    undoneAt: undoneAt?.toISOString() ?? null,
    canUndo: !isProviderMethod(method) && undoneAt === null,
    refundableMinor:
      isProviderMethod(method) && undoneAt === null && !isDisputed ? Math.max(0, leftMinor) : 0,
    refunds: ownRefunds.map((refund) => ({
      ...pick(refund, ['id', 'amountMinor', 'state', 'stillOwed']),
      createdAt: refund.createdAt.toISOString(),
    })),
    disputes: disputed
      .toSorted((a, b) => b.openedAt.getTime() - a.openedAt.getTime())
      .map((dispute) => ({
        ...pick(dispute, ['id', 'amountMinor', 'reason', 'state', 'stillOwed', 'needsResponse']),
        evidenceDueAt: dispute.evidenceDueAt?.toISOString() ?? null,
        ...pick(dispute, ['url', 'openedOn']),
      })),
  }
}
