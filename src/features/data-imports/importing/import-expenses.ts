import { expenses } from '../../../platform/db/tables/expenses.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { filedUnder, readCategoryNames } from '../../categories/category-names.ts'
import type { DataImportDeps } from '../data-import-deps.ts'
import type { ImportRow } from '../queries.ts'
import type { ExpenseRecord } from '../reading/data-file.ts'
import type { BatchResult, ChosenRow } from './batch.ts'

/** The preview has said which of them are probably here already. The owner's choice counts. */
export async function importExpenses(
  tx: Transaction,
  { now }: DataImportDeps,
  { businessId, createdBy }: ImportRow,
  rows: readonly ChosenRow[],
): Promise<BatchResult> {
  const at = now()
  const names = await readCategoryNames(tx, businessId, 'expense')
  const added = await tx.db
    .insert(expenses)
    .values(
      rows
        .map(({ record }) => record as unknown as ExpenseRecord)
        .map((record) => ({
          ...record,
          category: filedUnder(names, record.category),
          businessId,
          createdBy,
          createdAt: at,
          updatedAt: at,
        })),
    )
    .returning({ id: expenses.id })
  return { created: added.map(({ id }) => ({ kind: 'expense', recordId: id })), skipped: 0 }
}
