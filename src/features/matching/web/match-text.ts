import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { Match, MatchTarget } from '../contract.ts'

/** "+$1,200.00" or "-$27.55": what moved on the bank account. */
export function movedText({ type, amountMinor, currency }: Match['transaction']): string {
  return `${type === 'income' ? '+' : '-'}${formatMoney(amountMinor, { currency })}`
}

/** "Harbor Studio, -$27.55, Mar 3, 2026": one transaction in a line. */
export function movedOn(transaction: Match['transaction']): string {
  return [transaction.description, movedText(transaction), formatDate(transaction.date)].join(', ')
}

/** What accepting does, as the label of the button. */
export function acceptText({ kind, targets }: Pick<Match, 'kind' | 'targets'>): string {
  switch (kind) {
    case 'invoices':
      return targets.length === 1 ? 'Record payment' : `Record ${targets.length} payments`
    case 'payment':
      return 'Same payment'
    case 'expense':
      return 'Same expense'
    case 'receipt':
      return 'Attach receipt'
    case 'transfer':
      return 'It’s a transfer'
    case 'payout':
      return 'It’s this payout'
  }
}

/** What accepting has done. */
export function acceptedText({ kind, targets }: Pick<Match, 'kind' | 'targets'>): string {
  switch (kind) {
    case 'invoices':
      return targets.length === 1 ? 'Payment Recorded' : 'Payments Recorded'
    case 'payment':
      return 'Payment Matched'
    case 'expense':
      return 'Expense Matched'
    case 'receipt':
      return 'Receipt Attached'
    case 'transfer':
      return 'Transfer Matched'
    case 'payout':
      return 'Payout Matched'
  }
}

/** "$500.00 of $1,200.00" if only a part of the target is covered, otherwise its whole amount. */
export function coveredText({ amountMinor, totalMinor, currency }: MatchTarget): string {
  const whole = formatMoney(totalMinor, { currency })
  return amountMinor === totalMinor ? whole : `${formatMoney(amountMinor, { currency })} of ${whole}`
}

/** "Northwind GmbH, Mar 3, 2026": what is known of a target besides its title. */
export function targetDetail({ detail, date }: Pick<MatchTarget, 'detail' | 'date'>): string {
  return [detail, formatDate(date)].filter(Boolean).join(', ')
}

/** How many wait, for the heading and for screen readers. */
export function waitingText(count: number): string {
  if (count === 0) return 'Nothing to review'
  return count === 1 ? '1 match to review' : `${count.toLocaleString('en-US')} matches to review`
}
