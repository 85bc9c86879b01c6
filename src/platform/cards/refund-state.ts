import type { RefundFacts } from './card-provider.ts'

/** A refund with a status that is not known here is pending: it exists, and it is asked about again. */
export function refundStateOf(
  known: ReadonlyMap<string, RefundFacts['state']>,
  status: string | null | undefined,
): Pick<RefundFacts, 'state' | 'unknownStatus'> {
  const state = known.get(status ?? '')
  return state ? { state } : { state: 'pending', unknownStatus: String(status) }
}
