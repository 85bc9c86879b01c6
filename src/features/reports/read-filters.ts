import { eq } from 'drizzle-orm'
import { clients } from '../../platform/db/tables/clients.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { ReportContext } from './report-context.ts'

/** What a report is limited to, as text. */
export async function readFilters(
  { db }: Transaction,
  { query: { client, category, currency } }: Pick<ReportContext, 'query'>,
): Promise<string[]> {
  const nameOf = async (id: string) => {
    const [found] = await db.select({ name: clients.companyName }).from(clients).where(eq(clients.id, id))
    return found?.name ?? 'deleted'
  }
  return [
    ...(client === undefined ? [] : [`Client: ${await nameOf(client)}`]),
    ...(category === undefined ? [] : [`Category: ${category}`]),
    ...(currency === undefined ? [] : [`Only amounts in ${currency}`]),
  ]
}
