import { isDeepStrictEqual } from 'node:util'
import { Stripe } from 'stripe'

/**
 * Caches a lookup at the provider, where what was found may be archived: after a refusal it is looked up
 * again, and the work is retried if the result differs.
 */
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
