import { AppError } from '../../../shared/errors.ts'
import type { LogoImage } from '../../invoices/pdf/invoice-pdf.ts'
import { type ReportFile, makeReportFile } from '../files/make-report-file.ts'
import type { ReportDocument } from '../files/read-report-document.ts'
import { patiently } from './patiently.ts'

/** The files of a report in a package: for people and for spreadsheets. A report that is too long for a PDF has none. */
export async function reportFiles(
  document: ReportDocument,
  { logo, date }: { logo: LogoImage | null; date: Date },
): Promise<ReportFile[]> {
  const make = (format: 'pdf' | 'xlsx') => patiently(() => makeReportFile(document, { format, logo, date }))
  const pdf = await make('pdf').catch(ignoreTooLong)
  return [...(pdf ? [pdf] : []), await make('xlsx')]
}

function ignoreTooLong(error: unknown): undefined {
  if (!(error instanceof AppError && error.code === 'VALIDATION_FAILED')) throw error
}
