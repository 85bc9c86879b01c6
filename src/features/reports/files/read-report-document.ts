import { eq } from 'drizzle-orm'
import { clients } from '../../../platform/db/tables/clients.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { DocumentStyle, Logo } from '../../business/contract.ts'
import { readOwnBusiness } from '../../business/queries.ts'
import { clientNotFound } from '../../clients/client-rows.ts'
import { styleInPlan } from '../../invoices/document/style-rules.ts'
import type { Report, ReportQuery } from '../contract.ts'
import { readReport } from '../read-report.ts'
import { type ReportOwner, hasPart } from '../report-context.ts'
import type { ReportName } from '../rules.ts'

/** Everything that the files of a report show. Plain data, so that it can be sent to a worker thread. */
export interface ReportDocument {
  report: Report
  /** What the report is limited to, such as "Client: Blue Door Bakery". */
  filters: string[]
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
    filters: await readFilters(tx, asked),
    company: { name, country },
    style: styleInPlan(plan, documentStyle),
    logo,
  }
}

async function readFilters(
  tx: Transaction,
  { name, query }: { name: ReportName; query: ReportQuery },
): Promise<string[]> {
  const { client, category, currency } = query
  return [
    ...(client !== undefined && hasPart(name, 'client') ? [`Client: ${await nameOf(tx, client)}`] : []),
    ...(category !== undefined && hasPart(name, 'category') ? [`Category: ${category}`] : []),
    ...(currency !== undefined && hasPart(name, 'currency') ? [`Only amounts in ${currency}`] : []),
  ]
}

async function nameOf({ db }: Transaction, id: string): Promise<string> {
  const [client] = await db.select({ name: clients.companyName }).from(clients).where(eq(clients.id, id))
  if (!client) throw clientNotFound()
  return client.name
}
