import { productName } from '../../../shared/product.ts'
import type { Integrations } from '../contract.ts'

export function moneyMode(isLive: boolean): { isTest: boolean; label: string } {
  return isLive
    ? { isTest: false, label: 'Live: real money' }
    : { isTest: true, label: 'Test mode: no real money' }
}

/** How clients pay without the business's own Stripe account, to follow "clients" or "they". */
export function payWithoutOwn({
  platformCardsAreLive,
  areTestsAllowed,
}: Pick<Integrations, 'platformCardsAreLive' | 'areTestsAllowed'>): string {
  if (platformCardsAreLive) return `pay through ${productName}’s own account`
  return areTestsAllowed
    ? `pay in ${productName}’s test mode, where no real money moves`
    : 'can’t pay by card'
}

/** Warns about test keys in use where test payments are not accepted; null otherwise. */
export function unusedText(
  isTest: boolean,
  { areTestsAllowed }: Pick<Integrations, 'areTestsAllowed'>,
): string | null {
  return isTest && !areTestsAllowed
    ? 'These are test keys, which aren’t accepted here, so no one can pay with them.'
    : null
}
