import { addDays } from '../../shared/dates.ts'
import type { EstimateStatus } from './contract.ts'

export type StoredStatus = Exclude<EstimateStatus, 'expired'>

/** Returns the status of an estimate. `today` is the date in the business's time zone. Expired is never stored. */
export function statusOn(
  today: string,
  estimate: { status: StoredStatus; validUntil: string },
): EstimateStatus {
  return estimate.status === 'open' && estimate.validUntil < today ? 'expired' : estimate.status
}

export const defaultValidDays = 30

/** Until when a new estimate is valid, unless the owner chooses another day. */
export function defaultValidUntil(issueDate: string): string {
  return addDays(issueDate, defaultValidDays)
}
