import { businesses } from '../../platform/db/tables/businesses.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'

/** No filter: the transaction sees one business only. */
export async function getOwnBusiness({ db }: Transaction) {
  const [business] = await db
    .select({
      id: businesses.id,
      name: businesses.name,
      timeZone: businesses.timeZone,
      createdAt: businesses.createdAt,
    })
    .from(businesses)
  if (!business) throw new AppError('NOT_FOUND', 'This business is not there any more.')
  return { ...business, createdAt: business.createdAt.toISOString() }
}
