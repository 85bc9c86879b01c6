import { isDeepStrictEqual } from 'node:util'
import { Stripe } from 'stripe'

/**
 * Work with something that is looked up at the provider once a process. Somebody may archive it in the provider's dashboard
 * meanwhile: what is refused is asked again if a second look finds something else.
 */
export function remembered<T>(look: () => Promise<T>): <R>(work: (found: T) => Promise<R>) => Promise<R> {
  let last: Promise<T> | undefined
  const forget = (old: Promise<T>) => {
    if (last === old) last = undefined
  }
  const find = () => {
    const looking = (last ??= look())
    looking.catch(() => forget(looking))
    return looking
  }
  return async (work) => {
    const first = find()
    const before = await first
    try {
      return await work(before)
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      forget(first)
      const after = await find()
      if (isDeepStrictEqual(after, before)) throw error
      return work(after)
    }
  }
}
