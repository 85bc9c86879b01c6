import { BankProviderError } from '../../platform/banks/bank-provider.ts'
import { AppError } from '../../shared/errors.ts'

/** Turns an aggregator's error into an AppError with the same message, which is written for users. */
export async function translateBankErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof BankProviderError)) throw error
    throw new AppError('BANK_PROVIDER_FAILED', error.message, { cause: error })
  }
}
