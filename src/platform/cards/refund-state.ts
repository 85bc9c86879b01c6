import type { RefundFacts } from './card-provider.ts'

/** A refund with an unknown status counts as pending: it exists, and it is polled again. */
export function refundStateOf(
  states: ReadonlyMap<string, RefundFacts['state']>,
  status: string | null | undefined,
): Pick<RefundFacts, 'state' | 'unknownStatus'> {
  const state = states.get(status ?? '')
  return state ? { state } : { state: 'pending', unknownStatus: String(status) }
}
