import { and, desc, eq } from 'drizzle-orm'
import { reportPackages } from '../../../platform/db/tables/periods.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { AppError } from '../../../shared/errors.ts'
import { pick } from '../../../shared/pick.ts'
import type { ReportPackage } from './contract.ts'

export type PackageRow = typeof reportPackages.$inferSelect
export type PackageKey = Pick<PackageRow, 'businessId' | 'id'>

export const isPackage = ({ businessId, id }: PackageKey) =>
  and(eq(reportPackages.businessId, businessId), eq(reportPackages.id, id))

export async function findPackage({ db }: Transaction, key: PackageKey): Promise<PackageRow | undefined> {
  const [row] = await db.select().from(reportPackages).where(isPackage(key))
  return row
}

export async function getPackage(tx: Transaction, key: PackageKey): Promise<PackageRow> {
  const row = await findPackage(tx, key)
  if (!row) throw packageNotFound()
  return row
}

export function packageNotFound(): AppError {
  return new AppError('NOT_FOUND', 'This package could not be found. It may have been deleted.')
}

const shown = 20

export async function listPackageRows({ db }: Transaction, businessId: string): Promise<PackageRow[]> {
  return db
    .select()
    .from(reportPackages)
    .where(eq(reportPackages.businessId, businessId))
    .orderBy(desc(reportPackages.createdAt), reportPackages.id)
    .limit(shown)
}

export function toPackage(row: PackageRow): ReportPackage {
  return {
    ...pick(row, ['id', 'basis', 'state', 'done', 'total', 'problem', 'byteCount']),
    from: row.fromDay,
    to: row.toDay,
    createdAt: row.createdAt.toISOString(),
  }
}
