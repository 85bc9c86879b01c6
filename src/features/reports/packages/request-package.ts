import { and, eq } from 'drizzle-orm'
import { reportPackages } from '../../../platform/db/tables/periods.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import { isUniqueViolation } from '../../../platform/db/violations.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { withinLimits } from '../../../platform/limits/limit.ts'
import type { BodyOf } from '../../../shared/endpoint.ts'
import { AppError } from '../../../shared/errors.ts'
import { assertPlanHasReports } from '../../periods/queries.ts'
import type * as contract from './contract.ts'
import { makePackageJob } from './jobs.ts'
import { type PackageRow, toPackage } from './queries.ts'
import { maxPackagesPerDay, runningText } from './rules.ts'

/** Starts a package. A repeated request returns the same one. */
export async function requestPackage(
  { database, jobs, now }: Deps<'database' | 'jobs' | 'now'>,
  { businessId, userId }: Pick<Identity, 'businessId' | 'userId'>,
  { from, to, basis, requestId }: BodyOf<typeof contract.createPackage>,
): Promise<contract.ReportPackage> {
  const find = (tx: Transaction) => findByRequest(tx, businessId, requestId)
  const known = await withTenant(database, businessId, async (tx) => {
    await assertPlanHasReports(tx)
    return find(tx)
  })
  if (known) return toPackage(known)
  const limit = {
    key: `report-packages:${businessId}`,
    max: maxPackagesPerDay,
    windowSeconds: 24 * 3600,
    refusal: `You can make up to ${maxPackagesPerDay} packages a day.`,
  }
  const at = now()
  try {
    return await withinLimits(database, [limit], () =>
      withTenant(database, businessId, async (tx) => {
        const [row] = await tx.db
          .insert(reportPackages)
          .values({
            businessId,
            createdBy: userId,
            requestId,
            fromDay: from,
            toDay: to,
            basis,
            createdAt: at,
          })
          .returning()
        if (!row) throw new Error('no row came back for a package')
        await jobs.enqueue(tx, makePackageJob, { businessId, packageId: row.id })
        return toPackage(row)
      }),
    )
  } catch (error) {
    // The same request arrived twice at once. The other transaction won, and this one was rolled back.
    const winner =
      (isUniqueViolation(error, 'report_packages_request') ||
        isUniqueViolation(error, 'report_packages_current')) &&
      (await withTenant(database, businessId, find))
    if (winner) return toPackage(winner)
    if (isUniqueViolation(error, 'report_packages_current'))
      throw new AppError('TOO_MANY_REQUESTS', runningText, { retryAfterSeconds: 30 })
    throw error
  }
}

async function findByRequest(
  { db }: Transaction,
  businessId: string,
  requestId: string,
): Promise<PackageRow | undefined> {
  const [row] = await db
    .select()
    .from(reportPackages)
    .where(and(eq(reportPackages.businessId, businessId), eq(reportPackages.requestId, requestId)))
  return row
}
