import type { OutboxMail } from '../contract.ts'

const kindLabels = new Map(
  Object.entries({
    invoice: 'Invoice',
    receipt: 'Receipt',
    reminder: 'Reminder',
    'payment-received': 'Payment received',
    refund: 'Refund',
    dispute: 'Payment disputed',
    'client-says-paid': 'Client says it’s paid',
    autopay: 'Automatic payment',
    'autopay-owner': 'Automatic payment, to the owner',
    'series-paused': 'Recurring invoice paused',
    'bank-notice': 'Bank notice',
    'card-keys-refused': 'Stripe keys refused',
    'paypal-keys-refused': 'PayPal keys refused',
    'card-problem': 'Stripe account needs attention',
    'paypal-problem': 'PayPal account needs attention',
    'verify-email': 'Email confirmation',
    'reset-password': 'Password reset link',
    'password-changed': 'Password changed',
    'account-deletion': 'Account deletion requested',
    'account-kept': 'Account deletion canceled',
    'account-deleted': 'Account deleted',
    'test-mail': 'Test email',
    'contact-message': 'Contact message',
    'contact-acknowledgement': 'Contact message received',
    'contact-answer': 'Answer to a contact message',
  }),
)

/** Returns the label of a kind of mail; a kind without a label is shown as it is. */
export function mailKindText(kind: string): string {
  // The kinds of these mails end with the reason.
  const [account] = /^(card|paypal)-problem(?=-)/.exec(kind) ?? []
  return kindLabels.get(account ?? kind) ?? kind
}

export const stateLabels: Record<OutboxMail['state'], string> = {
  queued: 'Queued',
  held: 'Waiting',
  failed: 'Failed',
  sent: 'Sent',
}

export function reasonText(
  mail: Pick<OutboxMail, 'state' | 'attempts' | 'lastError' | 'canSendAgain'>,
): string | null {
  const { state, attempts, lastError, canSendAgain } = mail
  if (state === 'sent') return null
  if (state === 'held') {
    return (
      lastError ??
      'It will be sent once the owner of the business has confirmed an address and isn’t suspended.'
    )
  }
  const reason = lastError ?? (state === 'failed' ? 'The reason is unknown.' : null)
  if (state === 'queued') {
    if (attempts === 0) return reason
    const tries =
      attempts === 1
        ? 'Tried once. We’ll try again later.'
        : `Tried ${attempts} times. We’ll try again later.`
    return reason === null ? tries : `${reason} ${tries}`
  }
  return canSendAgain
    ? reason
    : `${reason} It can’t be sent again because it contained a secret link, which isn’t stored. The person can request a new one.`
}

export function countText({ queued, held, failed }: Record<'queued' | 'held' | 'failed', number>): string {
  const parts = [
    queued > 0 && `${queued.toLocaleString('en-US')} queued`,
    held > 0 && `${held.toLocaleString('en-US')} waiting`,
    failed > 0 && `${failed.toLocaleString('en-US')} failed`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? 'Nothing is queued, waiting or failed.' : `Right now: ${parts.join(', ')}.`
}

export function sizeText(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  const [size, unit] = bytes < 999_500 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB']
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${unit}`
}
