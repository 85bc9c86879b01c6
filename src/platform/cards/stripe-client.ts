import { isDeepStrictEqual } from 'node:util'
import { Stripe } from 'stripe'
import { ZodError, z } from 'zod'
import type { AccountProblem } from '../../shared/account-problems.ts'
import type { Money } from '../../shared/money.ts'
import { CardProviderError } from './card-provider.ts'
import { fromStripeAmount } from './stripe-amounts.ts'

export interface StripeAccount {
  secretKey: string
  /** Left out: Stripe's address. */
  address?: { host: string; port: number; protocol: 'http' | 'https' } | undefined
  /** Milliseconds for one attempt of a request. */
  timeout?: number | undefined
}

/** Each request is tried twice. The client adds the same idempotency key to both attempts. */
export function createStripeClient({ secretKey, address, timeout = 8000 }: StripeAccount): Stripe {
  return new Stripe(secretKey, { timeout, maxNetworkRetries: 1, telemetry: false, ...address })
}

/** A moment, which Stripe gives as seconds since 1970. */
export const secondsSchema = z.int().transform((value) => new Date(value * 1000))
export const metadataSchema = z.record(z.string(), z.string()).nullish()

/** An amount and a currency as Stripe writes them. */
export function moneyOf(amount: number, code: string): Money {
  const currency = code.toUpperCase()
  const minor = fromStripeAmount(amount, currency)
  if (minor === null) throw new CardProviderError('malformed', `Not an amount: ${amount} ${code}`)
  return { minor, currency }
}

/** The account is not set up or not allowed to take payments. Only its owner can change that, at Stripe. */
const problems = new Map<string, AccountProblem>(
  Object.entries({
    account_invalid: 'account-restricted',
    testmode_charges_only: 'not-enabled',
    payment_method_unactivated: 'not-enabled',
  } satisfies Record<string, AccountProblem>),
)
/** An account with paused charges has no error code of its own. */
const chargesPaused = /cannot currently (make|create) (live )?charges/i
/** Nor has a currency that the account can't charge. */
const refusedCurrency = /^invalid currency/i
const refusedAmounts = new Set<string | undefined>(['amount_too_small', 'amount_too_large'])
/** Nor has a card that was removed from its customer. */
const removedCard = /may not be used again/i
const expiredKeys = new Set<string | undefined>(['api_key_expired', 'platform_api_key_expired'])

/** Reads every page of a list. */
export async function readAll<T, Facts>(list: AsyncIterable<T>, read: (one: T) => Facts): Promise<Facts[]> {
  const all: Facts[] = []
  for await (const one of list) all.push(read(one))
  return all
}

/** Converts every failure of a request into a CardProviderError. */
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
  if (error instanceof ZodError)
    return failed('malformed', 'The card provider’s answer couldn’t be understood.')
  if (error instanceof errors.StripeCardError) return failed('declined', error.message)
  if (error instanceof errors.StripeConnectionError || error instanceof errors.StripeRateLimitError) {
    return failed('unreachable', 'The card provider couldn’t be reached.')
  }
  if (error instanceof errors.StripeAPIError) {
    // 409: another request with the same idempotency key is in progress.
    const isDown = error.statusCode === 409 || (error.statusCode ?? 0) >= 500
    return failed(isDown ? 'unreachable' : 'malformed', 'The card provider couldn’t answer.')
  }
  if (error instanceof errors.StripeError) {
    const isMissing = error.code === 'resource_missing' || removedCard.test(error.message)
    const isWrongKey = error instanceof errors.StripeAuthenticationError || expiredKeys.has(error.code)
    const isForbidden = error instanceof errors.StripePermissionError
    const isAmountRefused = refusedAmounts.has(error.code)
    const problem = problems.get(error.code ?? '') ?? problemOfMessage(error.message)
    const flags = { isMissing, isWrongKey, isForbidden, isAmountRefused, problem }
    // Such an error contains the key, and errors are logged. Only the message is kept, without the key.
    if (isWrongKey || isForbidden) {
      const message = error.message.replaceAll(/\b[a-z]+_(?:test|live)_[\w*]+/g, '[key]')
      return new CardProviderError('refused', message, flags)
    }
    return new CardProviderError('refused', error.message, { cause: error, ...flags })
  }
  return error
}

function problemOfMessage(message: string): AccountProblem | null {
  if (chargesPaused.test(message)) return 'account-restricted'
  return refusedCurrency.test(message) ? 'currency' : null
}

/** Caches a lookup. After a refusal it is repeated, because what was found may be archived by now. */
export function remembered<T>(lookUp: () => Promise<T>): <R>(work: (found: T) => Promise<R>) => Promise<R> {
  let cached: Promise<T> | undefined
  const invalidate = (old: Promise<T>) => {
    if (cached === old) cached = undefined
  }
  const find = () => {
    const pending = (cached ??= lookUp())
    pending.catch(() => invalidate(pending))
    return pending
  }
  return async (work) => {
    const first = find()
    const before = await first
    try {
      return await work(before)
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      invalidate(first)
      const after = await find()
      if (isDeepStrictEqual(after, before)) throw error
      return work(after)
    }
  }
}
