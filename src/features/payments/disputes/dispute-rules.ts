import { formatDate } from '../../../shared/dates.ts'

/** The client's reason for each of Stripe's codes. Stripe may add codes. */
const reasons = new Map<string, string>(
  Object.entries({
    bank_cannot_process: 'The bank could not process the payment.',
    credit_not_processed: 'The client says that they didn’t get a promised refund.',
    customer_initiated: 'The client has disputed the payment with their bank.',
    debit_not_authorized: 'The client says that they didn’t authorize this payment.',
    duplicate: 'The client says that they were charged twice.',
    fraudulent: 'The cardholder says that they didn’t make this payment.',
    general: 'The bank gave no particular reason.',
    insufficient_funds: 'The bank says that there wasn’t enough money.',
    product_not_received: 'The client says that they didn’t get what they paid for.',
    product_unacceptable: 'The client says that what they got was faulty or not as described.',
    subscription_canceled: 'The client says that they had canceled.',
    unrecognized: 'The cardholder doesn’t recognize this payment.',
  }),
)

export function disputeReason(reason: string): string {
  return reasons.get(reason) ?? `The bank’s reason: ${reason.replaceAll('_', ' ')}.`
}

/** The deadline for evidence, as part of a sentence. */
export function evidenceDeadline(dueOn: string | null): string {
  return dueOn === null ? 'as soon as you can' : `by ${formatDate(dueOn)}`
}
