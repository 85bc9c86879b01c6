import { formatDate } from '../../shared/dates.ts'
import type { ProviderMethod } from '../payments/rules.ts'
import type { Payout, PayoutLine } from './contract.ts'

export const providerNames: Record<ProviderMethod, string> = { card: 'Stripe', paypal: 'PayPal' }

export const payoutStates: Record<Payout['state'], string> = {
  'in-transit': 'On its way',
  paid: 'Paid out',
  failed: 'Failed',
  canceled: 'Canceled',
}

/** "Stripe payout of Mar 3, 2026" */
export function payoutTitle({ provider, arrivesOn }: Pick<Payout, 'provider' | 'arrivesOn'>): string {
  return `${providerNames[provider]} payout of ${formatDate(arrivesOn)}`
}

const counted = (count: number, name: string): string[] =>
  count === 0 ? [] : [`${count} ${name}${count === 1 ? '' : 's'}`]

/** "12 payments, 2 refunds" */
export function contentText({
  paymentCount,
  refundCount,
}: Pick<Payout, 'paymentCount' | 'refundCount'>): string {
  return [...counted(paymentCount, 'payment'), ...counted(refundCount, 'refund')].join(', ')
}

/** The notes of the expense: "Stripe fees of the payout of Mar 3, 2026: 12 payments, 2 refunds" */
export function feeNotes(
  payout: Pick<Payout, 'provider' | 'arrivesOn' | 'paymentCount' | 'refundCount'>,
): string {
  const content = contentText(payout)
  const title = `${providerNames[payout.provider]} fees of the payout of ${formatDate(payout.arrivesOn)}`
  return content === '' ? title : `${title}: ${content}`
}

type Amounts = Pick<PayoutLine, 'kind' | 'amountMinor' | 'feeMinor'>

/** What the entries add up to after fees, and the fees: those that are deducted from entries, and those of their own. */
export function sumEntries(entries: readonly Amounts[]): { entriesMinor: number; feeMinor: number } {
  let [entriesMinor, feeMinor] = [0, 0]
  for (const entry of entries) {
    entriesMinor += entry.amountMinor - entry.feeMinor
    feeMinor += entry.feeMinor - (entry.kind === 'fee' ? entry.amountMinor : 0)
  }
  return { entriesMinor, feeMinor }
}
