import { businesses } from '../../platform/db/tables/business.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import { includesFeature } from '../billing/rules.ts'

/** Throws PLAN_REQUIRED with this message if the current plan of the business does not include templates. */
export async function assertPlanHasTemplates({ db }: Transaction, message: string): Promise<void> {
  // No filter: the transaction sees one business only.
  const [business] = await db.select({ plan: businesses.plan }).from(businesses)
  if (!business || !includesFeature(business.plan, 'invoiceTemplates'))
    throw new AppError('PLAN_REQUIRED', message)
}
