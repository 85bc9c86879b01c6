import { withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { countUse } from '../../../platform/limits/limit.ts'
import type { FileAnswer, QueryOf } from '../../../shared/endpoint.ts'
import { readLogo } from '../../invoices/pdf/invoice-pdf.ts'
import { statementPdf } from '../../statements/pdf/statement-pdf.ts'
import { readStatement } from '../../statements/read-statement.ts'
import { statementFileName } from '../../statements/rules.ts'
import type { PortalClient } from '../access/authorize-portal.ts'
import type { getPortalStatement as contract } from '../contract.ts'
import { pdfLimits } from './pdf-limits.ts'

/** Draws the statement of account of this client in a currency and a period. */
export async function getPortalStatement(
  { database }: Deps<'database'>,
  ip: string,
  client: PortalClient,
  { currency, from, to }: QueryOf<typeof contract>,
): Promise<FileAnswer> {
  await countUse(database, pdfLimits(ip, client))
  const { statement, logo } = await withTenant(database, client.businessId, async (tx) => {
    const { businessId, clientId } = client
    const read = await readStatement(tx, { businessId, clientId, currency, from, to })
    return { statement: read, logo: await readLogo(tx, businessId, read.logo) }
  })
  return {
    bytes: new Uint8Array(await statementPdf(statement, logo)),
    contentType: 'application/pdf',
    headers: { 'content-disposition': `attachment; filename="${statementFileName(statement)}"` },
  }
}
