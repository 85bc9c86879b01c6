import type { BankingDeps } from './banking-deps.ts'
import { receivePlaidEvent } from './contract.ts'

/** Where the aggregator sends its news. */
export function newsUrl({ appUrl }: Pick<BankingDeps, 'appUrl'>): string {
  return appUrl + receivePlaidEvent.path
}
