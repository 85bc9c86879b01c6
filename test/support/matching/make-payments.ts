import { merchantKey } from '../../../src/features/banking/sync/merchant-rules.ts'
import { earlyPaymentOn } from '../../../src/features/invoices/rules.ts'
import type { OpenInvoice } from '../../../src/features/matching/candidates/document-rules.ts'
import { addDays } from '../../../src/shared/dates.ts'
import type { Draws } from './draws.ts'
import type { Client, MadeBusiness, MadeTransaction } from './made-business.ts'
import { asWritten, incomeText, mistyped } from './names.ts'

type Facts = Pick<MadeTransaction, 'date' | 'currency' | 'amountMinor' | 'isIncome' | 'truth'> & {
  description: string
  accountId?: string
}

export function addTransaction(
  { id, chance }: Draws,
  business: MadeBusiness,
  { description, accountId, ...facts }: Facts,
): MadeTransaction {
  const [first, second] = business.accounts
  const made = {
    ...facts,
    id: id(),
    accountId: accountId ?? (chance(0.85) ? first! : second!).id,
    text: description,
    merchantKey: merchantKey({ merchant: null, description }),
    category: 'Uncategorized',
    hasReceipt: false,
  }
  business.transactions.push(made)
  return made
}

/** The words of a payment: often with the number and the name, sometimes with one of them or neither. */
function textOf(draws: Draws, client: Client, invoices: readonly OpenInvoice[], date: string): string {
  const { weighted, chance } = draws
  const [first] = invoices
  const numbers = invoices.map(({ number }) => asWritten(draws, number)).join(chance(0.5) ? ', ' : ' ')
  const kind = weighted({ number: 62, none: 27, typo: 4, order: 3, words: 4 })
  const reference = {
    number: numbers,
    none: '',
    typo: mistyped(draws, first!.number),
    order: first!.purchaseOrder,
    words: 'thank you for your work',
  }[kind]
  const payer = chance(kind === 'number' ? 0.9 : 0.96) ? client.payer : ''
  return incomeText(draws, { payer, reference, date })
}

type Way = 'single' | 'parts' | 'sum' | 'fees' | 'over' | 'recorded' | 'cash' | 'unpaid'

/** How each invoice was paid. */
export function makePayments(draws: Draws, business: MadeBusiness): void {
  const { weighted, between, chance, id } = draws
  const left = new Set(business.invoices)
  for (const invoice of business.invoices) {
    if (!left.delete(invoice)) continue
    const client = business.clients.find((each) => each.id === invoice.clientId)!
    const { currency, totalMinor, issueDate } = invoice
    const on = (days: number) => addDays(issueDate, days)
    const date = on(between(2, 48))
    const pay = (how: string, invoices: OpenInvoice[], parts: number[], paidOn = date) =>
      addTransaction(draws, business, {
        date: paidOn,
        currency,
        amountMinor: parts.reduce((sum, part) => sum + part, 0),
        isIncome: true,
        description: textOf(draws, client, invoices, paidOn),
        truth: { kind: 'invoices', ids: invoices.map((each) => each.id), parts, how },
      })
    const way = weighted<Way>({
      single: 58,
      parts: 6,
      sum: 9,
      fees: 5,
      over: 1,
      recorded: 9,
      cash: 3,
      unpaid: 9,
    })
    if (way === 'parts') {
      const first = Math.floor((totalMinor * between(20, 70)) / 100)
      pay('part', [invoice], [first])
      pay('rest', [invoice], [totalMinor - first], addDays(date, between(7, 30)))
    } else if (way === 'fees') {
      const fee = Math.min(Math.round(totalMinor * 0.029) + 30, 3000)
      pay('fees', [invoice], [totalMinor - (chance(0.5) ? fee : 1500)])
    } else if (way === 'over') {
      pay('over', [invoice], [totalMinor + between(1, 20) * 100])
    } else if (way === 'recorded' || way === 'cash') {
      const payment = {
        id: id(),
        invoiceNumber: invoice.number,
        clientId: client.id,
        clientName: client.name,
        currency,
        amountMinor: totalMinor,
        receivedOn: date,
      }
      business.payments.push(payment)
      if (way === 'recorded')
        addTransaction(draws, business, {
          date: addDays(date, between(0, 4)),
          currency,
          amountMinor: totalMinor,
          isIncome: true,
          description: textOf(draws, client, [invoice], date),
          truth: { kind: 'payment', ids: [payment.id], parts: [totalMinor], how: 'recorded' },
        })
    } else if (way === 'sum') {
      const others = [...left]
        .filter((each) => each.clientId === client.id && each.currency === currency && each.issueDate <= date)
        .slice(0, between(1, 4))
      for (const other of others) left.delete(other)
      const together = [invoice, ...others]
      pay(
        others.length > 0 ? 'sum' : 'single',
        together,
        together.map((each) => each.totalMinor),
      )
    } else if (way === 'single') {
      const early = on(between(1, 9))
      const offer = chance(0.5) ? earlyPaymentOn(early, invoice) : null
      if (offer) pay('early', [invoice], [offer.amountMinor], early)
      else pay('single', [invoice], [totalMinor])
      // Some pay twice, or pay for something that is in no book.
      if (chance(0.01)) pay('single', [invoice], [totalMinor], addDays(date, between(3, 30))).truth = null
      if (chance(0.02)) pay('single', [invoice], [between(5000, 500_000)], on(between(0, 60))).truth = null
    }
  }
}
