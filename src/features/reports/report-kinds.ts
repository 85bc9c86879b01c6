import { cashFlow } from './kinds/cash-flow.ts'
import { expensesByCategory } from './kinds/expenses-by-category.ts'
import { expensesByMerchant } from './kinds/expenses-by-merchant.ts'
import { incomeByClient } from './kinds/income-by-client.ts'
import { incomeByItem } from './kinds/income-by-item.ts'
import { mileage } from './kinds/mileage.ts'
import { missingReceipts } from './kinds/missing-receipts.ts'
import { owedByAge } from './kinds/owed-by-age.ts'
import { paymentsByMethod } from './kinds/payments-by-method.ts'
import { profitAndLoss } from './kinds/profit-and-loss.ts'
import { taxes } from './kinds/taxes.ts'
import type { ReportKind } from './report-body.ts'
import type { ReportName } from './rules.ts'

export const reportKinds: Record<ReportName, ReportKind> = {
  'profit-and-loss': profitAndLoss,
  'cash-flow': cashFlow,
  'owed-by-age': owedByAge,
  'income-by-client': incomeByClient,
  'income-by-item': incomeByItem,
  'expenses-by-category': expensesByCategory,
  'expenses-by-merchant': expensesByMerchant,
  taxes,
  'payments-by-method': paymentsByMethod,
  mileage,
  'missing-receipts': missingReceipts,
}
