import { profitAndLoss } from './kinds/profit-and-loss.ts'
import type { ReportKind } from './report-body.ts'
import type { ReportName } from './rules.ts'

export const reportKinds: Partial<Record<ReportName, ReportKind>> = {
  'profit-and-loss': profitAndLoss,
}
