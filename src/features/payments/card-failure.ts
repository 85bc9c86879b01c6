import { CardProviderError } from '../../platform/cards/card-provider.ts'
import { AppError } from '../../shared/errors.ts'

/** What a client is told, whatever went wrong between us and the provider; the log has the cause. */
export function cardFailure(
  cause: unknown,
  message = 'There was a problem processing your payment',
): AppError {
  return new AppError('CARD_PROVIDER_FAILED', message, { cause })
}

/** Work that asks the provider, for a caller who waits for the answer. */
export async function askingProvider<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof CardProviderError ? cardFailure(error) : error
  }
}
