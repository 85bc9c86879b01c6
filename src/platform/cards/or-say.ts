import { AppError } from '../../shared/errors.ts'
import { CardProviderError } from './card-provider.ts'

/** What the provider fails at is told in our words; its own reason goes to the log. */
export async function orSay<T>(
  message: string | ((error: CardProviderError) => string),
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CardProviderError)) throw error
    const words = typeof message === 'string' ? message : message(error)
    throw new AppError('CARD_PROVIDER_FAILED', words, { cause: error })
  }
}
