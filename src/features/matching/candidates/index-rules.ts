import { earlyPaymentOn } from '../../invoices/rules.ts'
import type { BankTransaction, Documents, OpenInvoice } from './document-rules.ts'
import { indexNames, nameOf } from './name-rules.ts'
import { keysOfNumber, keysOfText } from './number-rules.ts'

/** What the words of a transaction, and earlier decisions, say about who and what it is for. */
export interface Evidence {
  /** The words of its text that are names. */
  name: readonly string[]
  /** The invoice numbers in its text. */
  numbers: ReadonlySet<string>
  /** Invoices whose order number is in its text. */
  orders: ReadonlySet<string>
  /** Keys of the clients who are named. */
  named: ReadonlySet<string>
  /** Keys of the clients that earlier transactions of this payer belonged to, and of those that were declined. */
  known: ReadonlySet<string>
  distrusted: ReadonlySet<string>
}

export type Who = Pick<OpenInvoice, 'clientId' | 'clientName'>

/** Identifies a client, also one that is on invoices only. */
export const clientKey = ({ clientId, clientName }: Who) => clientId ?? `name ${clientName}`

/** An amount that more documents have than this says little about any of them. */
export const maxSame = 200

export const amountKey = (currency: string, minor: number) => `${currency} ${minor}`

function group<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const found = groups.get(key)
    if (found) found.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/** By due date, then by number. */
function oldestFirst(a: OpenInvoice, b: OpenInvoice): number {
  if (a.dueDate !== b.dueDate) return a.dueDate < b.dueDate ? -1 : 1
  return a.number < b.number ? -1 : 1
}

/** The early payment offer of an invoice, as long as it stands. */
function offerOf(invoice: OpenInvoice) {
  return earlyPaymentOn(invoice.issueDate, invoice)
}

/** Documents by what transactions are compared with, so that a transaction meets only those that come near. */
export function indexDocuments(documents: Documents, transactions: readonly BankTransaction[]) {
  const { invoices, payments, expenses, receipts, payouts, decisions } = documents
  const byDue = invoices.toSorted(oldestFirst)
  const offers = byDue.flatMap((invoice) => {
    const offer = offerOf(invoice)
    return offer ? [{ invoice, ...offer }] : []
  })
  const clients = new Map([...byDue, ...payments].map((who) => [clientKey(who), who.clientName]))
  const names = indexNames(clients)
  const numbers = group(
    [
      ...new Set([
        ...invoices.map(({ number }) => number),
        ...payments.map(({ invoiceNumber }) => invoiceNumber),
        ...documents.closedNumbers,
      ]),
    ].flatMap((number) => keysOfNumber(number).map((key) => ({ key, number }))),
    ({ key }) => key,
  )
  const orders = group(
    byDue.flatMap(({ id, purchaseOrder }) => keysOfNumber(purchaseOrder).map((key) => ({ key, id }))),
    ({ key }) => key,
  )
  const decided = group(decisions, ({ merchantKey, state }) => `${state} ${merchantKey}`)
  const texts = new Map<string, Evidence>()

  function decidedClients(state: 'accepted' | 'declined', { merchantKey }: BankTransaction): Set<string> {
    if (merchantKey === '') return new Set()
    return new Set((decided.get(`${state} ${merchantKey}`) ?? []).flatMap(({ clientId }) => clientId ?? []))
  }

  function read(transaction: BankTransaction): Evidence {
    const { text } = transaction
    const keys = keysOfText(text)
    const name = nameOf(text)
    const known = decidedClients('accepted', transaction)
    const declined = decidedClients('declined', transaction)
    return {
      name,
      // A way of writing that several numbers share names none of them.
      numbers: new Set(
        [...keys].flatMap((key) => {
          const found = numbers.get(key) ?? []
          return found.length === 1 ? found.map(({ number }) => number) : []
        }),
      ),
      orders: new Set([...keys].flatMap((key) => (orders.get(key) ?? []).map(({ id }) => id))),
      named: new Set(transaction.isIncome ? names.find(name) : []),
      known,
      distrusted: new Set([...declined].filter((client) => !known.has(client))),
    }
  }

  return {
    documents,
    invoicesById: new Map(byDue.map((invoice) => [invoice.id, invoice])),
    invoicesByNumber: new Map(byDue.map((invoice) => [invoice.number, invoice])),
    invoicesByAmount: group(byDue, ({ currency, openMinor }) => amountKey(currency, openMinor)),
    invoicesByClient: group(byDue, clientKey),
    offersByAmount: group(offers, ({ invoice, amountMinor }) => amountKey(invoice.currency, amountMinor)),
    paymentsByAmount: group(payments, ({ currency, amountMinor }) => amountKey(currency, amountMinor)),
    expensesByAmount: group(expenses, ({ currency, amountMinor }) => amountKey(currency, amountMinor)),
    payoutsByAmount: group(payouts, ({ currency, amountMinor }) => amountKey(currency, amountMinor)),
    receiptsByCurrency: group(
      receipts.toSorted((a, b) => a.totalMinor - b.totalMinor),
      ({ currency }) => currency,
    ),
    transactionsByAmount: group(transactions, ({ currency, amountMinor }) =>
      amountKey(currency, amountMinor),
    ),
    accountsById: new Map(documents.accounts.map((account) => [account.id, account])),
    businessName: nameOf(documents.businessName),
    /** Notes of the expenses that earlier transactions of a merchant were. */
    notesOf: ({ merchantKey }: BankTransaction): Set<string> =>
      new Set(
        merchantKey === ''
          ? []
          : (decided.get(`accepted ${merchantKey}`) ?? []).flatMap(({ notes }) =>
              notes ? notes.toLowerCase() : [],
            ),
      ),
    evidenceOf(transaction: BankTransaction): Evidence {
      const found = texts.get(transaction.id) ?? read(transaction)
      texts.set(transaction.id, found)
      return found
    },
  }
}

export type Index = ReturnType<typeof indexDocuments>

/** What speaks for a client as the payer. */
export function whoOf(evidence: Evidence, who: Who) {
  const key = clientKey(who)
  const [isNamed, isKnown] = [evidence.named.has(key), evidence.known.has(key)]
  const score = (isNamed ? 0.2 : 0) + (isKnown ? 0.25 : 0)
  return { isNamed, isKnown, isDistrusted: evidence.distrusted.has(key), score: Math.min(score, 0.35) }
}
