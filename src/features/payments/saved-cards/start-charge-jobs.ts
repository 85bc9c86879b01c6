import { runEveryMinute } from '../../../platform/jobs/every-minute.ts'
import { chargeSavedCards } from '../jobs.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { chargeDue } from './charge-due.ts'

export async function startChargeJobs(deps: PaymentDeps): Promise<void> {
  await runEveryMinute(deps, chargeSavedCards, () => chargeDue(deps))
}
