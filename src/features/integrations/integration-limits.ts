import type { Limit } from '../../platform/limits/limit.ts'

/** Each knocks at somebody else's door, with keys that may be guesses: twenty an hour for a business. */
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

/** Each tries waiting mail at once with what was saved, and the timeline tells how it went: a test of another kind. */
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
