import { AppError } from '../../shared/errors.ts'
import type { StoredStatus } from '../invoices/rules.ts'

export function assertUnpaid({ status }: { status: StoredStatus }): void {
  if (status === 'paid')
    throw new AppError('INVOICE_PAID', 'This invoice is paid: nobody is reminded of it any more.')
}
