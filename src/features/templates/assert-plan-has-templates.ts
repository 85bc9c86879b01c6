import { businesses } from '../../platform/db/tables/business.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import { opens } from '../billing/rules.ts'

/** Refuses, in these words, what the business's plan of this moment does not open. */
export async function assertOpensTemplates({ db }: Transaction, words: string): Promise<void> {
  // No filter: the transaction sees one business only.
  const [business] = await db.select({ plan: businesses.plan }).from(businesses)
  if (!business || !opens(business.plan, 'invoiceTemplates')) throw new AppError('PLAN_REQUIRED', words)
}
