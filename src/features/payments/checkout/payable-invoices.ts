import type { Transaction } from '../../../platform/db/transaction.ts'
import { currencyName } from '../../../shared/currencies.ts'
import { AppError, fieldError } from '../../../shared/errors.ts'
import type { Money } from '../../../shared/money.ts'
import type { InvoiceDocument } from '../../invoices/contract.ts'
import { toDocument } from '../../invoices/invoice-view.ts'
import {
  type InvoiceRow,
  getInvoiceBusiness,
  invoiceNotFound,
  listInvoiceRows,
} from '../../invoices/queries.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { ProviderMethod } from '../rules.ts'
import { type WholeOrDue, amountToPay } from './amount-to-pay.ts'
import { chargeProblem } from './charge-problem.ts'
import { lockInvoicesIfThere } from './checkout-queries.ts'
import { assertNotCancelled, assertStays, assertUndisputed } from './payment-conditions.ts'

/** The most invoices that can be paid in one payment. */
export const maxInvoices = 50

export interface InvoicesToPay extends WholeOrDue {
  businessId: string
  invoiceIds: readonly string[]
  /** The client to whom all of them belong. Null for a person with the link to a single invoice. */
  clientId: string | null
}

export interface PayableInvoice {
  invoice: InvoiceRow
  document: InvoiceDocument
  amountMinor: number
  creditedMinor: number
}

interface PayableInvoices {
  /** The invoice that is due first comes first. */
  payables: readonly [PayableInvoice, ...PayableInvoice[]]
  business: Awaited<ReturnType<typeof getInvoiceBusiness>>
  /** What is paid in all. */
  money: Money
}

/** Locks and reads what is paid together. Throws for what cannot be paid now, or not together. */
export async function lockPayables(
  tx: Transaction,
  deps: PaymentDeps,
  wanted: InvoicesToPay,
): Promise<PayableInvoices> {
  assertCount(wanted)
  await assertStays(tx, deps, wanted.businessId)
  await lockInvoicesIfThere(tx, wanted.invoiceIds)
  return readPayables(tx, deps, wanted)
}

/** The same without locks. */
export async function readPayables(
  tx: Transaction,
  deps: PaymentDeps,
  wanted: InvoicesToPay,
): Promise<PayableInvoices> {
  const { businessId, invoiceIds, clientId } = wanted
  assertCount(wanted)
  const [business, rows] = await Promise.all([
    getInvoiceBusiness(tx, businessId),
    listInvoiceRows(tx, invoiceIds),
  ])
  const isForeign = rows.some((row) => clientId !== null && row.clientId !== clientId)
  if (rows.length !== invoiceIds.length || isForeign) throw invoiceNotFound()
  const payables = rows.toSorted(dueFirst).map((invoice) => {
    const document = toDocument(deps, { invoice, business })
    const amountMinor = amountToPay(document, invoice, wanted)
    assertPayable(
      document,
      invoice,
      amountMinor,
      clientId === null ? 'this invoice' : `invoice ${invoice.number}`,
    )
    return { invoice, document, amountMinor, creditedMinor: document.earlyPayment?.discountMinor ?? 0 }
  })
  const [first, ...others] = payables
  if (!first) throw invoiceNotFound()
  const { currency } = first.invoice
  if (others.some(({ invoice }) => invoice.currency !== currency)) {
    throw fieldError('invoiceIds', 'Only invoices in the same currency can be paid together.')
  }
  const minor = payables.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  return { payables: [first, ...others], business, money: { minor, currency } }
}

function assertCount({ invoiceIds }: InvoicesToPay): void {
  if (invoiceIds.length === 0) throw fieldError('invoiceIds', 'Please choose at least one invoice.')
  if (invoiceIds.length > maxInvoices) {
    throw fieldError('invoiceIds', `At most ${maxInvoices} invoices can be paid together.`)
  }
  if (new Set(invoiceIds).size !== invoiceIds.length) {
    throw fieldError('invoiceIds', 'Please choose each invoice only once.')
  }
}

function dueFirst(a: InvoiceRow, b: InvoiceRow): number {
  return a.dueDate.localeCompare(b.dueDate) || a.id.localeCompare(b.id)
}

function assertPayable(
  { status }: InvoiceDocument,
  invoice: InvoiceRow,
  amountMinor: number,
  name: string,
): void {
  const start = name.charAt(0).toUpperCase() + name.slice(1)
  if (status === 'paid') throw new AppError('INVOICE_PAID', `${start} is already paid.`)
  assertNotCancelled(invoice, name)
  assertUndisputed(invoice, name)
  if (amountMinor <= 0) throw new AppError('NOTHING_TO_PAY', `There is nothing to pay on ${name}.`)
}

/** Why the provider does not take these amounts; null if it does. Each has to fit its decimals, to be refunded alone. */
export function problemWith(
  method: ProviderMethod,
  { payables, money }: Pick<PayableInvoices, 'payables' | 'money'>,
): ReturnType<typeof chargeProblem> {
  const { currency } = money
  const hasDecimals = payables.some(
    ({ amountMinor }) => chargeProblem(method, { minor: amountMinor, currency }) === 'decimals',
  )
  return chargeProblem(method, money) ?? (hasDecimals ? 'decimals' : null)
}

/** Throws if the provider does not take these amounts. */
export function assertChargeable(
  method: ProviderMethod,
  paid: Pick<PayableInvoices, 'payables' | 'money'>,
): void {
  const problem = problemWith(method, paid)
  if (!problem) return
  const what = problem === 'currency' ? `Invoices in ${currencyName(paid.money.currency)}` : 'This amount'
  throw new AppError('NOTHING_TO_PAY', `${what} can’t be paid ${howToPay[method]}.`)
}

export const howToPay: Record<ProviderMethod, string> = { card: 'by card', paypal: 'with PayPal' }
