import { productName } from '../../../shared/product.ts'

/** Whether real money moves, in words. */
export function moneyMode(isLive: boolean): { isTest: boolean; words: string } {
  return isLive
    ? { isTest: false, words: 'Live: real money' }
    : { isTest: true, words: 'Test mode: no real money' }
}

/** How clients pay while the business's own Stripe account is not used. To be put after "clients" or "they". */
export function payWithoutOwn(platformCardsAreLive: boolean): string {
  return platformCardsAreLive
    ? `pay through ${productName}’s own account`
    : `pay in ${productName}’s test mode, where no real money moves`
}
