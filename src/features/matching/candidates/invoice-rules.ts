import { type Currency, digitsOf } from '../../../shared/currencies.ts'
import { addDays, daysBetween } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { earlyPaymentOn } from '../../invoices/rules.ts'
import type { BankTransaction, Candidate, OpenInvoice } from './document-rules.ts'
import { type Evidence, type Index, amountKey, clientKey, whoOf } from './index-rules.ts'
import { findSum } from './sum-rules.ts'

/** Days before the issue date on which a payment may still be for an invoice. */
const daysBefore = 3
/** Invoices of one client, or of one amount, that are looked at, the oldest first. */
const maxOfClient = 12

/** What banks and card companies keep: a share and a fixed sum, in units of the currency. At least 80 % arrive. */
const fees = { share: 0.04, units: 30, least: 0.8 }

type Fit = 'exact' | 'early' | 'fees' | 'part' | 'over'
const fitScore: Record<Fit, number> = { exact: 0.4, early: 0.38, fees: 0.25, part: 0.1, over: 0.05 }

function fitOf({ date, amountMinor }: BankTransaction, invoice: OpenInvoice): Fit {
  const { openMinor, currency } = invoice
  if (amountMinor === openMinor) return 'exact'
  if (amountMinor > openMinor) return 'over'
  if (earlyPaymentOn(date, invoice)?.amountMinor === amountMinor) return 'early'
  const maxFees = openMinor * fees.share + fees.units * 10 ** digitsOf(currency)
  return openMinor - amountMinor <= maxFees && amountMinor >= openMinor * fees.least ? 'fees' : 'part'
}

const money = (minor: number, currency: Currency) => formatMoney(minor, { currency, locale: 'en-US' })

const sentences: Record<Fit, (transaction: BankTransaction, invoice: OpenInvoice) => string> = {
  exact: (_, { number }) => `Same amount as invoice ${number}`,
  early: (_, { number }) => `Same amount as invoice ${number} with its discount for paying early`,
  fees: ({ amountMinor, currency }, { number, openMinor }) =>
    `${money(openMinor - amountMinor, currency)} less than invoice ${number}, perhaps because of fees`,
  part: (_, { number }) => `A part of invoice ${number}`,
  over: ({ amountMinor, currency }, { number, openMinor }) =>
    `${money(amountMinor - openMinor, currency)} more than is due for invoice ${number}`,
}

interface Facts {
  isNumbered: boolean
  isOrdered: boolean
  isNamed: boolean
  isKnown: boolean
}

/** "…, and the text names it and the client." */
function becauseOf({ isNumbered, isOrdered, isNamed, isKnown }: Facts): string {
  const things = [isNumbered ? 'it' : isOrdered ? 'its order number' : '', isNamed ? 'the client' : '']
  const named = things.filter(Boolean).join(' and ')
  if (named) return `, and the text names ${named}.`
  return isKnown ? ', and earlier payments from this payer were from this client.' : '.'
}

interface Around {
  evidence: Evidence
  /** All open invoices with the amount of the transaction. */
  same: readonly OpenInvoice[]
  /** How many invoices of a client are open. */
  openOf: (client: string) => number
  isIssued: (invoice: OpenInvoice) => boolean
}

function judge(
  transaction: BankTransaction,
  invoice: OpenInvoice,
  { evidence, same, openOf, isIssued }: Around,
): Candidate | null {
  const fit = fitOf(transaction, invoice)
  const isNumbered = evidence.numbers.has(invoice.number)
  const isOrdered = evidence.orders.has(invoice.id)
  const { isNamed, isKnown, isDistrusted, score: whoScore } = whoOf(evidence, invoice)
  const { date } = transaction
  const isWhole = fit === 'exact' || fit === 'early'
  if (!isNumbered && !isIssued(invoice)) return null
  if (fit === 'over' && (!isNumbered || transaction.amountMinor > invoice.openMinor * 3)) return null
  if (fit === 'fees' && !isNumbered && !isOrdered && !isNamed && !isKnown) return null
  const isSole = fit === 'part' && openOf(clientKey(invoice)) === 1
  if (fit === 'part' && !isNumbered && !(isNamed && isKnown) && !(isSole && (isNamed || isKnown))) return null

  const namesAnother = !isNumbered && evidence.numbers.size > 0
  const rivals = same.filter((other) => other !== invoice).length
  const isOnly = isWhole && rivals === 0
  const score =
    fitScore[fit] +
    (isNumbered ? 0.45 : isOrdered ? 0.25 : 0) +
    whoScore +
    (invoice.issueDate <= date ? 0.05 : 0) +
    (isOnly || isSole ? 0.1 : isWhole ? -Math.min(0.15, 0.03 * rivals) : 0) -
    (isDistrusted ? 0.3 : 0) -
    (namesAnother ? 0.2 : 0)
  const isInTime = () => invoice.issueDate <= date && daysBetween(invoice.dueDate, date) <= 120
  return {
    kind: 'invoices',
    transactionId: transaction.id,
    targets: [{ id: invoice.id, amountMinor: transaction.amountMinor, ofMinor: invoice.openMinor }],
    clientId: invoice.clientId,
    score,
    isCertain:
      isWhole &&
      !invoice.isDraft &&
      isIssued(invoice) &&
      !isDistrusted &&
      !namesAnother &&
      (isNumbered || (isOnly && (isNamed || isKnown) && isInTime())),
    reason: [
      sentences[fit](transaction, invoice) + becauseOf({ isNumbered, isOrdered, isNamed, isKnown }),
      ...(fit === 'fees' || fit === 'part' ? ['The rest stays due.'] : []),
    ].join(' '),
  }
}

/** The invoices that an incoming transaction may pay: one, wholly or in part, or several of one client. */
export function findInvoices(transaction: BankTransaction, index: Index): Candidate[] {
  if (!transaction.isIncome) return []
  const { currency, amountMinor } = transaction
  const evidence = index.evidenceOf(transaction)
  const key = amountKey(currency, amountMinor)
  const byNumber = [...evidence.numbers].flatMap((number) => index.invoicesByNumber.get(number) ?? [])
  const byOrder = [...evidence.orders].flatMap((id) => index.invoicesById.get(id) ?? [])
  const clients = new Set([...evidence.named, ...evidence.known, ...[...byNumber, ...byOrder].map(clientKey)])
  const lastIssue = addDays(transaction.date, daysBefore)
  const isIssued = ({ issueDate }: OpenInvoice) => issueDate <= lastIssue
  const inCurrency = (invoices: readonly OpenInvoice[]) =>
    invoices.filter((invoice) => invoice.currency === currency)
  const ofClients = [...clients].map((client) =>
    inCurrency(index.invoicesByClient.get(client) ?? [])
      .filter(isIssued)
      .slice(0, maxOfClient),
  )
  const same = (index.invoicesByAmount.get(key) ?? []).filter(isIssued)
  const named = inCurrency(byNumber)
  const openOf = (client: string) => index.invoicesByClient.get(client)?.length ?? 0
  const near = new Set([
    // Among more, the amount alone tells nothing.
    ...same.slice(0, maxOfClient),
    ...(index.offersByAmount.get(key) ?? []).map(({ invoice }) => invoice),
    ...named,
    ...inCurrency(byOrder),
    ...ofClients.flat(),
  ])
  const single = [...near].flatMap(
    (invoice) => judge(transaction, invoice, { evidence, same, openOf, isIssued }) ?? [],
  )
  return [...single, ...[...ofClients, named].flatMap((open) => findSum(transaction, open, index) ?? [])]
}
