import type { Deps } from '../../../platform/deps.ts'
import type { Identity } from '../../../platform/http/api.ts'
import type { FileAnswer, QueryOf } from '../../../shared/endpoint.ts'
import { readLogo } from '../../invoices/pdf/invoice-pdf.ts'
import { type getReportFile as contract, reportFileTypes } from '../contract.ts'
import { resultOf, withJournal } from '../read-report.ts'
import type { ReportName } from '../rules.ts'
import { makeReportFile } from './make-report-file.ts'
import { readReportDocument } from './read-report-document.ts'

/** The report that the page shows, as a file. */
export async function getReportFile(
  deps: Deps<'database' | 'now'>,
  identity: Pick<Identity, 'businessId' | 'business'>,
  name: ReportName,
  { format, ...query }: QueryOf<typeof contract>,
): Promise<FileAnswer> {
  const { businessId } = identity
  const date = deps.now()
  const answer = await withJournal(deps, businessId, async (tx) => {
    const document = await readReportDocument(tx, identity, { name, query, now: date })
    return { document, logo: format === 'pdf' ? await readLogo(tx, businessId, document.logo) : null }
  })
  const { document, logo } = resultOf(answer)
  const file = await makeReportFile(document, { format, logo, date })
  return {
    bytes: file.bytes,
    contentType: reportFileTypes[format],
    headers: { 'content-disposition': `attachment; filename="${file.name}"` },
  }
}
