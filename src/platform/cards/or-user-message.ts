import { AppError } from '../../shared/errors.ts'
import { CardProviderError } from './card-provider.ts'

/** Replaces the provider's error with our own message. The provider's reason is logged as the cause. */
export async function orUserMessage<T>(
  message: string | ((error: CardProviderError) => string),
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CardProviderError)) throw error
    const text = typeof message === 'string' ? message : message(error)
    throw new AppError('CARD_PROVIDER_FAILED', text, { cause: error })
  }
}
