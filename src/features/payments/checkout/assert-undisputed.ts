import { AppError } from '../../../shared/errors.ts'

/** Should the dispute be won, whoever pays meanwhile has paid twice. */
export function assertUndisputed({ isDisputed }: { isDisputed: boolean }): void {
  if (isDisputed) {
    const message = 'A payment for this invoice is disputed: it cannot be paid until the bank has decided.'
    throw new AppError('INVOICE_DISPUTED', message)
  }
}
