import type { BankingDeps } from './banking-deps.ts'
import { receivePlaidEvent } from './contract.ts'

/** The address that the aggregator sends webhooks to. */
export function plaidWebhookUrl({ appUrl }: Pick<BankingDeps, 'appUrl'>): string {
  return appUrl + receivePlaidEvent.path
}
