import { CardProviderError } from '../../../platform/cards/card-provider.ts'
import { orUserMessage } from '../../../platform/cards/or-user-message.ts'
import { AppError } from '../../../shared/errors.ts'

export const sorry = 'There was a problem processing your payment'

/** Shown where a retry cannot help: only the business can resolve the problem, and it has been notified. */
export const payAnotherWay = 'This business can’t take this payment right now. Please pay another way.'

const amountRefused = 'This amount can’t be paid by card.'

/** The error that a client sees for any failure between Millrace and the provider. The log has the cause. */
export function cardFailure(cause: unknown, message = sorry): AppError {
  return new AppError('CARD_PROVIDER_FAILED', message, { cause })
}

/** Whether the object belongs to another account or to the sandbox. A wrong key does not count. */
export function isUnknownThere(error: unknown): boolean {
  return error instanceof CardProviderError && error.isMissing
}

/**
 * Whether the account cannot be asked about the object: it is not there, or the business's own account
 * refuses the keys, or they cannot be read. Nothing can be read or closed until the owner fixes the keys.
 */
export function isOutOfReach(error: unknown, { isOwn }: { isOwn: boolean }): boolean {
  const isRefused = error instanceof CardProviderError && error.kind === 'refused'
  return isUnknownThere(error) || (isOwn && isRefused)
}

/** The error for a page that the provider still reports as open after it was asked to close it. */
export function stillOpen(): CardProviderError {
  return new CardProviderError('malformed', 'a page that was closed is open')
}

/** Runs work that calls the provider and turns its failures into errors that can be shown to the caller. */
export function askingProvider<T>(work: () => Promise<T>): Promise<T> {
  return orUserMessage(
    ({ problem, isAmountRefused }) => (isAmountRefused ? amountRefused : problem ? payAnotherWay : sorry),
    work,
  )
}
