import { AppError } from '../../../shared/errors.ts'

/**
 * Refuses a payment while another one is disputed: if the business wins the dispute, the client would have
 * paid twice.
 */
export function assertUndisputed({ isDisputed }: { isDisputed: boolean }): void {
  if (isDisputed) {
    const message = 'A payment for this invoice is disputed: it cannot be paid until the bank has decided.'
    throw new AppError('INVOICE_DISPUTED', message)
  }
}
