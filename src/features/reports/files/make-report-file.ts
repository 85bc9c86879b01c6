import { buffer } from 'node:stream/consumers'
import { csvBytes, xlsxBytes } from '../../../platform/files/spreadsheet.ts'
import type { LogoImage } from '../../invoices/pdf/invoice-pdf.ts'
import type { ReportFormat } from '../contract.ts'
import { reportFileName } from '../report-text-rules.ts'
import type { ReportDocument } from './read-report-document.ts'
import { reportPdf } from './report-pdf.ts'
import { reportSheet } from './report-sheet.ts'

export interface ReportFile {
  name: string
  bytes: Buffer<ArrayBuffer>
}

/** Makes a file of a report. Only a PDF shows the logo. */
export async function makeReportFile(
  document: ReportDocument,
  { format, logo, date }: { format: ReportFormat; logo: LogoImage | null; date: Date },
): Promise<ReportFile> {
  const makers = {
    pdf: () => reportPdf(document, logo),
    csv: () => buffer(csvBytes(reportSheet(document, { hasNotes: false }))),
    xlsx: () => buffer(xlsxBytes([reportSheet(document, { hasNotes: true })], { date })),
  }
  return { name: reportFileName(document.report, format), bytes: Buffer.from(await makers[format]()) }
}
