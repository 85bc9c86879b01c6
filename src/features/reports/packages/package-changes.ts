import { sql } from 'drizzle-orm'
import { reportPackages } from '../../../platform/db/tables/periods.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { attachmentDisposition } from '../../../platform/files/file-name.ts'
import { removeStoredFiles } from '../../../platform/files/stored-files.ts'
import type { FileAnswer } from '../../../shared/endpoint.ts'
import { AppError } from '../../../shared/errors.ts'
import { readParts } from './package-parts.ts'
import { type PackageKey, type PackageRow, getPackage, isPackage, packageNotFound } from './queries.ts'
import { packageFileName } from './rules.ts'

export async function getPackageFile(deps: Deps<'database' | 'files'>, key: PackageKey): Promise<FileAnswer> {
  const { state, parts, fromDay, toDay, byteCount, businessId } = await withTenant(
    deps.database,
    key.businessId,
    (tx) => getPackage(tx, key),
  )
  if (state !== 'ready')
    throw new AppError('UNAVAILABLE', 'This package isn’t ready.', { retryAfterSeconds: 10 })
  return {
    bytes: readParts(deps, { businessId, parts }),
    contentType: 'application/zip',
    headers: {
      'content-disposition': attachmentDisposition(packageFileName({ from: fromDay, to: toDay })),
      'content-length': String(byteCount),
    },
  }
}

/** Deletes a package with its files, also while it is made. */
export async function deletePackage(
  { database, jobs }: Deps<'database' | 'jobs'>,
  key: PackageKey,
): Promise<void> {
  await withTenant(database, key.businessId, async (tx) => {
    const [row] = await tx.db.delete(reportPackages).where(isPackage(key)).returning()
    if (!row) throw packageNotFound()
    await removeStoredFiles(tx, jobs, key.businessId, row.parts)
  })
}

/** Begins a run without what an interrupted one has left. Undefined if there is nothing to make any more. */
export function beginPackage(
  { database, jobs }: Deps<'database' | 'jobs'>,
  key: PackageKey,
): Promise<PackageRow | undefined> {
  return withTenant(database, key.businessId, async (tx) => {
    const [row] = await tx.db.select().from(reportPackages).where(isPackage(key)).for('update')
    if (row?.state !== 'waiting' && row?.state !== 'running') return undefined
    await changePackage(tx, key, { state: 'running', done: 0, total: 0, parts: [], byteCount: 0 })
    await removeStoredFiles(tx, jobs, key.businessId, row.parts)
    return row
  })
}

/** Ends a package without a file. */
export async function failPackage(
  { database, jobs }: Deps<'database' | 'jobs'>,
  key: PackageKey,
  problem: string,
): Promise<void> {
  await withTenant(database, key.businessId, async (tx) => {
    const [row] = await tx.db.select().from(reportPackages).where(isPackage(key)).for('update')
    if (row?.state !== 'waiting' && row?.state !== 'running') return
    await changePackage(tx, key, {
      state: 'failed',
      problem,
      parts: [],
      byteCount: 0,
      finishedAt: new Date(),
    })
    await removeStoredFiles(tx, jobs, key.businessId, row.parts)
  })
}

export async function changePackage(
  { db }: Transaction,
  key: PackageKey,
  change: Partial<typeof reportPackages.$inferInsert>,
): Promise<void> {
  await db
    .update(reportPackages)
    .set({ ...change, updatedAt: sql`now()` })
    .where(isPackage(key))
}
