import { Stripe } from 'stripe'
import { ZodError } from 'zod'
import type { AccountProblem } from '../../shared/account-problems.ts'
import { CardProviderError } from './card-provider.ts'

export interface StripeAccount {
  secretKey: string
  /** Left out: Stripe's own. */
  address?: { host: string; port: number; protocol: 'http' | 'https' } | undefined
  /** Milliseconds for one try of a request. */
  timeout?: number | undefined
}

/** Each request is tried twice, the second time with the same idempotency key, which the client adds by itself. */
export function createStripeClient({ secretKey, address, timeout = 8000 }: StripeAccount): Stripe {
  return new Stripe(secretKey, { timeout, maxNetworkRetries: 1, telemetry: false, ...address })
}

/** The account is not set up, or not allowed, to take money: only its owner can change that, at Stripe. */
const problems = new Map<string, AccountProblem>(
  Object.entries({
    account_invalid: 'account-restricted',
    testmode_charges_only: 'not-enabled',
    payment_method_unactivated: 'not-enabled',
  } satisfies Record<string, AccountProblem>),
)
/** An account whose charges were paused gets no code of its own. */
const chargesPaused = /cannot currently (make|create) (live )?charges/i
const expiredKeys = new Set<string | undefined>(['api_key_expired', 'platform_api_key_expired'])

/** Turns whatever can go wrong with a request into a CardProviderError. */
export async function ask<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toProviderError(error)
  }
}

function toProviderError(error: unknown): unknown {
  const { errors } = Stripe
  const failed = (kind: CardProviderError['kind'], message: string) =>
    new CardProviderError(kind, message, { cause: error })
  if (error instanceof ZodError) return failed('nonsense', 'The card provider’s answer makes no sense.')
  if (error instanceof errors.StripeCardError) return failed('declined', error.message)
  if (error instanceof errors.StripeConnectionError || error instanceof errors.StripeRateLimitError) {
    return failed('unreachable', 'The card provider could not be reached.')
  }
  if (error instanceof errors.StripeAPIError) {
    // 409: the same question is being answered to somebody else this moment.
    const isDown = error.statusCode === 409 || (error.statusCode ?? 0) >= 500
    return failed(isDown ? 'unreachable' : 'nonsense', 'The card provider could not answer.')
  }
  if (error instanceof errors.StripeError) {
    const isMissing = error.code === 'resource_missing'
    const isWrongKey = error instanceof errors.StripeAuthenticationError || expiredKeys.has(error.code)
    const isForbidden = error instanceof errors.StripePermissionError
    const paused = chargesPaused.test(error.message) ? 'account-restricted' : null
    const signs = { isMissing, isWrongKey, isForbidden, problem: problems.get(error.code ?? '') ?? paused }
    // Such an error repeats the key, and errors go to the log: only its words are kept, without the key.
    if (isWrongKey || isForbidden) {
      const message = error.message.replaceAll(/\b[a-z]+_(?:test|live)_[\w*]+/g, '[key]')
      return new CardProviderError('refused', message, signs)
    }
    return new CardProviderError('refused', error.message, { cause: error, ...signs })
  }
  return error
}
