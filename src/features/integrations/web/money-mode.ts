/** Whether real money moves, in words. */
export function moneyMode(isLive: boolean): { isTest: boolean; words: string } {
  return isLive
    ? { isTest: false, words: 'Live: real money' }
    : { isTest: true, words: 'Test mode: no real money' }
}
