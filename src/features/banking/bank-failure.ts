import { BankProviderError } from '../../platform/banks/bank-provider.ts'
import { AppError } from '../../shared/errors.ts'

/** What the aggregator refuses is told in its words, which are made for people. */
export async function askingBank<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof BankProviderError)) throw error
    throw new AppError('BANK_PROVIDER_FAILED', error.message, { cause: error })
  }
}
