import { productName } from '../../../shared/product.ts'
import type { Integrations } from '../contract.ts'

/** Whether real money moves, in words. */
export function moneyMode(isLive: boolean): { isTest: boolean; words: string } {
  return isLive
    ? { isTest: false, words: 'Live: real money' }
    : { isTest: true, words: 'Test mode: no real money' }
}

/** How clients pay while the business's own Stripe account is not used. To be put after "clients" or "they". */
export function payWithoutOwn({
  platformCardsAreLive,
  areTestsAllowed,
}: Pick<Integrations, 'platformCardsAreLive' | 'areTestsAllowed'>): string {
  if (platformCardsAreLive) return `pay through ${productName}’s own account`
  return areTestsAllowed
    ? `pay in ${productName}’s test mode, where no real money moves`
    : 'cannot pay by card'
}

/** Said of test keys that are in force where tests are not taken; null otherwise. */
export function unusedText(
  isTest: boolean,
  { areTestsAllowed }: Pick<Integrations, 'areTestsAllowed'>,
): string | null {
  return isTest && !areTestsAllowed
    ? 'These are for tests, which are not taken here: nobody can pay with them.'
    : null
}
