import { earlyPaymentOn } from '../../../src/features/invoices/rules.ts'
import type {
  Decision,
  Documents,
  OpenInvoice,
} from '../../../src/features/matching/candidates/document-rules.ts'
import { targetKeyOf } from '../../../src/features/matching/candidates/document-rules.ts'
import { type Decided, decideMatches } from '../../../src/features/matching/decide-rules.ts'
import { addDays } from '../../../src/shared/dates.ts'
import { type MadeBusiness, type MadeTransaction, firstDay, lastDay } from './made-business.ts'

/** What became of a transaction. */
export interface Outcome {
  transaction: MadeTransaction
  /** The first that was suggested for it, or that was accepted without asking. */
  first: 'auto right' | 'auto wrong' | 'suggest right' | 'suggest wrong' | 'nothing'
  match: Decided | null
}

export const truthKey = ({ truth }: MadeTransaction) => truth && targetKeyOf(truth.kind, truth.ids)

/** Lives through the year week by week. The owner notes everything on its day, and decides about every suggestion. */
export function live(business: MadeBusiness): Outcome[] {
  const received = new Map<string, number>()
  const closed = new Set<string>()
  const linked = new Set<string>()
  const decisions: Decision[] = []
  const declined = new Map<string, Set<string>>()
  const outcomes = new Map<string, Outcome>()
  const byHand = new Map(business.payments.map((payment) => [payment.invoiceNumber, payment.receivedOn]))
  for (const transaction of business.transactions)
    outcomes.set(transaction.id, { transaction, first: 'nothing', match: null })

  const invoiceById = new Map(business.invoices.map((invoice) => [invoice.id, invoice]))
  const open = (invoice: OpenInvoice, today: string) =>
    invoice.issueDate <= today && !closed.has(invoice.id) && !(byHand.get(invoice.number)! <= today)
  const documentsOn = (today: string): Documents => ({
    businessName: business.name,
    payouts: [],
    accounts: business.accounts,
    invoices: business.invoices
      .filter((invoice) => open(invoice, today))
      .map((invoice) => {
        const receivedMinor = received.get(invoice.id) ?? 0
        return { ...invoice, receivedMinor, openMinor: invoice.totalMinor - receivedMinor }
      }),
    closedNumbers: business.invoices
      .filter((invoice) => invoice.issueDate <= today && !open(invoice, today))
      .map(({ number }) => number),
    payments: business.payments.filter(({ id, receivedOn }) => receivedOn <= today && !linked.has(id)),
    expenses: business.expenses.filter(({ id, date }) => date <= today && !linked.has(id)),
    receipts: business.receipts.filter(({ id, date }) => date <= today && !linked.has(id)),
    decisions,
    declined,
  })

  function decide(state: 'accepted' | 'declined', { merchantKey }: MadeTransaction, match: Decided): void {
    const notes = business.expenses.find(({ id }) => id === match.targets[0]?.id)?.notes ?? null
    decisions.push({
      merchantKey,
      state,
      clientId: match.clientId,
      notes: state === 'accepted' ? notes : null,
    })
  }

  function accept(transaction: MadeTransaction, match: Decided): void {
    decide('accepted', transaction, match)
    linked.add(transaction.id)
    for (const { id, amountMinor } of match.targets) {
      linked.add(id)
      const invoice = invoiceById.get(id)
      if (!invoice) continue
      const receivedMinor = (received.get(id) ?? 0) + amountMinor
      received.set(id, receivedMinor)
      const isEarly = earlyPaymentOn(transaction.date, invoice)?.amountMinor === amountMinor
      if (receivedMinor >= invoice.totalMinor || isEarly) closed.add(id)
    }
  }

  for (let today = addDays(firstDay, 7); today < addDays(lastDay, 7); today = addDays(today, 7)) {
    // As often as the owner says no to something.
    for (let isDone = false; !isDone;) {
      isDone = true
      const unmatched = business.transactions.filter(({ id, date }) => date <= today && !linked.has(id))
      const byId = new Map(unmatched.map((transaction) => [transaction.id, transaction]))
      for (const match of decideMatches(unmatched, documentsOn(today))) {
        const transaction = byId.get(match.transactionId)!
        const isRight = truthKey(transaction) === match.targetKey
        const outcome = outcomes.get(transaction.id)!
        const isWrongAuto = match.band === 'auto' && !isRight
        if (outcome.first === 'nothing' || isWrongAuto)
          Object.assign(outcome, { first: `${match.band} ${isRight ? 'right' : 'wrong'}`, match })
        if (isRight) {
          accept(transaction, match)
          continue
        }
        isDone = false
        decide('declined', transaction, match)
        declined.set(transaction.id, (declined.get(transaction.id) ?? new Set()).add(match.targetKey))
      }
    }
  }
  return [...outcomes.values()]
}
