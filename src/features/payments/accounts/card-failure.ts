import { CardProviderError } from '../../../platform/cards/card-provider.ts'
import { orSay } from '../../../platform/cards/or-say.ts'
import { AppError } from '../../../shared/errors.ts'

export const sorry = 'There was a problem processing your payment'

/** Trying again would not help: only the business can change it, and it has been told. */
export const payAnotherWay = 'This business cannot take this payment at the moment. Please pay another way.'

/** What a client is told, whatever went wrong between us and the provider; the log has the cause. */
export function cardFailure(cause: unknown, message = sorry): AppError {
  return new AppError('CARD_PROVIDER_FAILED', message, { cause })
}

/** There is no such thing at the provider's: it is another account's, such as the sandbox's. A wrong key is no such sign. */
export function isUnknownThere(error: unknown): boolean {
  return error instanceof CardProviderError && error.isMissing
}

/**
 * Nobody will answer for it any more: it is unknown there, or it is with a business's own account that does not take the
 * business's keys, or whose keys cannot be read. Nothing can be learnt or closed with these until somebody mends them.
 */
export function isOutOfReach(error: unknown, { isOwn }: { isOwn: boolean }): boolean {
  const isRefused = error instanceof CardProviderError && error.kind === 'refused'
  return isUnknownThere(error) || (isOwn && isRefused)
}

/** What a provider says that was told to close a page, and did not. */
export function stillOpen(): CardProviderError {
  return new CardProviderError('nonsense', 'a page that was closed is open')
}

/** Work that asks the provider, for a caller who waits for the answer. */
export function askingProvider<T>(work: () => Promise<T>): Promise<T> {
  return orSay(({ problem }) => (problem ? payAnotherWay : sorry), work)
}
