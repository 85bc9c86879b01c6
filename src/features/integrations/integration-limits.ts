import type { Limit } from '../../platform/limits/limit.ts'

/**
 * Limits connection tests to twenty an hour per business: each contacts another company's server with keys
 * that may be guesses.
 */
export function connectionTestLimits(businessId: string): Limit[] {
  return [
    {
      key: `connection-test:${businessId}`,
      max: 20,
      windowSeconds: 3600,
      refusal: 'You have tested connections 20 times within an hour.',
    },
  ]
}

/**
 * Limits saving the mail account: each save retries waiting mails with the new settings, and the timeline
 * shows the result, so it works like a connection test.
 */
export function mailAccountLimits(businessId: string): Limit[] {
  return [
    {
      key: `mail-account:${businessId}`,
      max: 60,
      windowSeconds: 3600,
      refusal: 'You have saved the email settings 60 times within an hour.',
    },
  ]
}
