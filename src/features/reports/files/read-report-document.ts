import type { Transaction } from '../../../platform/db/transaction.ts'
import type { DocumentStyle, Logo } from '../../business/contract.ts'
import { readOwnBusiness } from '../../business/queries.ts'
import { styleInPlan } from '../../invoices/document/style-rules.ts'
import type { Report, ReportQuery } from '../contract.ts'
import { readReport } from '../read-report.ts'
import type { ReportOwner } from '../report-context.ts'
import type { ReportName } from '../rules.ts'

/** Everything that the files of a report show. Plain data, so that it can be sent to a worker thread. */
export interface ReportDocument {
  report: Report
  company: { name: string; country: string }
  style: DocumentStyle
  logo: Logo | null
}

/** Reads a report with the look of its business. The journal has to be up to date. */
export async function readReportDocument(
  tx: Transaction,
  owner: ReportOwner,
  asked: { name: ReportName; query: ReportQuery; now: Date },
): Promise<ReportDocument> {
  const report = await readReport(tx, owner, asked)
  const { name, country, plan, documentStyle, logo } = await readOwnBusiness(tx)
  return {
    report,
    company: { name, country },
    style: styleInPlan(plan, documentStyle),
    logo,
  }
}
