import { eq } from 'drizzle-orm'
import { businesses } from '../../../platform/db/tables/business.ts'
import { recurringSeries } from '../../../platform/db/tables/recurring.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { fieldError } from '../../../shared/errors.ts'
import { includesFeature } from '../../billing/rules.ts'
import type { InvoiceRow } from '../../invoices/queries.ts'
import type { ProviderMethod } from '../rules.ts'

/** Whether the client of this invoice can save a card for the invoices that follow. */
export async function offersAutopay(
  { db }: Transaction,
  { seriesId, clientId }: Pick<InvoiceRow, 'seriesId' | 'clientId'>,
): Promise<boolean> {
  if (seriesId === null || clientId === null) return false
  const [series] = await db
    .select({
      autopay: recurringSeries.autopay,
      endedAt: recurringSeries.endedAt,
      plan: businesses.plan,
    })
    .from(recurringSeries)
    .innerJoin(businesses, eq(businesses.id, recurringSeries.businessId))
    .where(eq(recurringSeries.id, seriesId))
  return (
    series !== undefined &&
    series.autopay &&
    series.endedAt === null &&
    includesFeature(series.plan, 'recurringInvoices')
  )
}

/** Only cards can be saved. */
export async function assertOffersAutopay(
  tx: Transaction,
  invoice: Pick<InvoiceRow, 'seriesId' | 'clientId'>,
  provider: ProviderMethod,
): Promise<void> {
  if (provider === 'card' && (await offersAutopay(tx, invoice))) return
  throw fieldError('savesCard', 'Automatic payments aren’t offered for this invoice.')
}
