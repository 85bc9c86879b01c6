import type { PayoutLine, PayoutView } from '../contract.ts'
import { providerNames } from '../rules.ts'

/** What the part of a payout is that its entries do not explain. */
export function differenceText({
  provider,
  differenceMinor,
}: Pick<PayoutView, 'provider' | 'differenceMinor'>): string {
  const name = providerNames[provider]
  if (provider === 'card') return `Not explained by ${name}`
  return differenceMinor < 0 ? `Kept in your ${name} balance` : `From your earlier ${name} balance`
}

interface Part {
  name: string
  count: number | null
  amountMinor: number
}

/** The rows of the calculation. Together they are the amount of the payout. */
export function partsOf(payout: PayoutView): Part[] {
  const { sums, feeMinor, differenceMinor } = payout
  const counted = [
    { name: 'Payments', ...sums.payments },
    { name: 'Refunds', ...sums.refunds },
    { name: 'Disputes', ...sums.disputes },
    { name: 'Other', ...sums.other },
  ].filter(({ count }) => count > 0)
  return [
    ...counted,
    ...(feeMinor === 0 ? [] : [{ name: 'Fees', count: null, amountMinor: -feeMinor }]),
    ...(differenceMinor === 0
      ? []
      : [{ name: differenceText(payout), count: null, amountMinor: differenceMinor }]),
  ]
}

const kindNames: Record<PayoutLine['kind'], string> = {
  payment: 'Payment',
  refund: 'Refund',
  fee: 'Fee',
  dispute: 'Dispute',
  adjustment: 'Adjustment',
  other: 'Other',
}

export function kindName({ kind }: Pick<PayoutLine, 'kind'>): string {
  return kindNames[kind]
}

/** What the owner can do about an account that did not let its payouts be read. */
export function problemText(provider: PayoutView['provider'], problem: 'forbidden' | 'refused'): string {
  if (problem === 'refused') {
    return `${providerNames[provider]} did not accept your keys, so no payouts are read. Check them under Integrations.`
  }
  return provider === 'card'
    ? 'Your Stripe key has no permission to read payouts. In Stripe, let it read payouts and balance transactions. It is tried again within a day.'
    : 'Your PayPal app has no permission to read payouts. In its settings at PayPal, turn on Transaction search. It is tried again within a day.'
}
