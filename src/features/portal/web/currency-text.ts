import { formatMoney } from '../../../shared/money.ts'
import type { Portal } from '../contract.ts'

interface DueDay {
  date: string
  /** "Next:", and on a later day "Next in EUR:". */
  lead: string
  /** "$40.00 and ¥500 are" */
  amounts: string
}

const lists = new Intl.ListFormat('en-US')

/** What is due next in each currency, by day. */
export function nextDueDays(nextDue: Portal['nextDue']): DueDay[] {
  const dates = [...new Set(nextDue.map(({ date }) => date))]
  return dates.map((date, index) => {
    const sums = nextDue.filter((sum) => sum.date === date)
    const currencies = lists.format(sums.map(({ currency }) => currency))
    const amounts = lists.format(sums.map((sum) => formatMoney(sum.minor, sum)))
    return {
      date,
      lead: index === 0 ? 'Next:' : `Next in ${currencies}:`,
      amounts: `${amounts} ${sums.length === 1 ? 'is' : 'are'}`,
    }
  })
}

/** Says that invoices in other currencies are not in the payment; empty if none are open. */
export function otherCurrenciesText(currency: string | null, owed: Portal['owed']): string {
  const others = owed.map((sum) => sum.currency).filter((other) => other !== currency)
  if (currency === null || others.length === 0) return ''
  return `This payment is in ${currency}. Your invoices in ${lists.format(others)} need a payment of their own.`
}
