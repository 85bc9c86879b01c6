import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { accountRestores } from '../../../platform/db/tables/installation/activity.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import { isUniqueViolation } from '../../../platform/db/violations.ts'
import { addStoredFile, removeStoredFiles } from '../../../platform/files/stored-files.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { countUse } from '../../../platform/limits/limit.ts'
import type { BodyOf, ResponseOf } from '../../../shared/endpoint.ts'
import { AppError } from '../../../shared/errors.ts'
import { type Caller, reportActivity } from '../../auth/activity.ts'
import type { AccountDeps } from '../account-deps.ts'
import type * as contract from './contract.ts'
import type { AccountRestore } from './contract.ts'
import { findData } from './find-data.ts'
import { restoreArchive } from './jobs.ts'
import { alreadyRestoredText, notEmptyText, partBytes, partCount } from './rules.ts'

type RestoreRow = typeof accountRestores.$inferSelect

export function getRestore(
  { database }: AccountDeps,
  { businessId }: Identity,
): Promise<ResponseOf<typeof contract.getRestore>> {
  return withTenant(database, businessId, async (tx) => {
    const [row] = await tx.db.select().from(accountRestores).orderBy(desc(accountRestores.createdAt)).limit(1)
    return { data: await findData(tx), restore: row ? toRestore(row) : null }
  })
}

/** Begins an upload. One that was begun before and not started is given up. */
export async function beginRestore(
  deps: AccountDeps,
  { businessId, userId }: Identity,
  { requestId, byteCount }: BodyOf<typeof contract.beginRestore>,
): Promise<AccountRestore> {
  const find = (tx: Transaction) =>
    tx.db.select().from(accountRestores).where(eq(accountRestores.requestId, requestId))
  const [repeated] = await withTenant(deps.database, businessId, find)
  if (repeated) return toRestore(repeated)
  const refusal = 'You can upload an archive ten times an hour.'
  await countUse(deps.database, [{ key: `restore:${businessId}`, max: 10, windowSeconds: 3600, refusal }])
  try {
    return await withTenant(deps.database, businessId, async (tx) => {
      await assertEmpty(tx)
      await giveUp(tx, deps, businessId)
      const parts = Array.from({ length: partCount(byteCount) }, () => null)
      const [row] = await tx.db
        .insert(accountRestores)
        .values({ businessId, createdBy: userId, requestId, byteCount, parts })
        .returning()
      if (!row) throw new Error('no row came back for the new restore')
      return toRestore(row)
    })
  } catch (error) {
    // The same request, or one from another tab, was faster.
    if (isUniqueViolation(error, 'account_restores_request'))
      return toRestore((await withTenant(deps.database, businessId, find))[0]!)
    if (isUniqueViolation(error, 'account_restores_current')) throw underWay()
    throw error
  }
}

const underWay = () =>
  new AppError('NOT_EMPTY', 'An archive is being restored. Please wait until that is finished.')

async function assertEmpty(tx: Transaction): Promise<void> {
  const [last] = await tx.db
    .select({ state: accountRestores.state })
    .from(accountRestores)
    .where(ne(accountRestores.state, 'failed'))
  if (last?.state === 'restoring') throw underWay()
  if (last?.state === 'restored') throw new AppError('NOT_EMPTY', alreadyRestoredText)
  const data = await findData(tx)
  if (data.length > 0) throw new AppError('NOT_EMPTY', notEmptyText(data))
}

async function giveUp(tx: Transaction, { jobs }: AccountDeps, businessId: string): Promise<void> {
  const given = await tx.db
    .delete(accountRestores)
    .where(eq(accountRestores.state, 'uploading'))
    .returning({ parts: accountRestores.parts })
  const ids = given.flatMap(({ parts }) => parts.filter((part) => part !== null))
  await removeStoredFiles(tx, jobs, businessId, ids)
}

/** Keeps one part. The file comes first, then its row: see receipts. */
export async function keepPart(
  { database, files }: AccountDeps,
  { businessId }: Identity,
  { id, part, bytes }: { id: string; part: number; bytes: Buffer },
): Promise<AccountRestore> {
  const before = await withTenant(database, businessId, (tx) => getUploading(tx, id))
  const length = Math.min(partBytes, before.byteCount - part * partBytes)
  if (part >= before.parts.length || bytes.length !== length)
    throw new AppError('VALIDATION_FAILED', 'This part doesn’t fit the file. Please choose the file again.')
  if (before.parts[part]) return toRestore(before)
  const file = { businessId, id: randomUUID() }
  await files.put(file, bytes)
  return withTenant(database, businessId, async (tx) => {
    const row = await getUploading(tx, id, true)
    if (row.parts[part]) return toRestore(row)
    await addStoredFile(tx, { ...file, contentType: 'application/octet-stream', bytes })
    const parts = row.parts.with(part, file.id)
    const [changed] = await tx.db
      .update(accountRestores)
      .set({ parts, updatedAt: sql`now()` })
      .where(and(eq(accountRestores.businessId, businessId), eq(accountRestores.id, id)))
      .returning()
    return toRestore(changed ?? row)
  })
}

async function getUploading({ db }: Transaction, id: string, isLocked = false): Promise<RestoreRow> {
  const query = db.select().from(accountRestores).where(eq(accountRestores.id, id))
  const [row] = await (isLocked ? query.for('update') : query)
  if (!row) throw new AppError('NOT_FOUND', 'This upload could not be found. Please choose the file again.')
  if (row.state !== 'uploading') throw underWay()
  return row
}

/** Has a job restore the archive. Repeating it changes nothing. */
export function startRestore(deps: AccountDeps, caller: Caller, id: string): Promise<AccountRestore> {
  const { businessId } = caller
  return withTenant(deps.database, businessId, async (tx) => {
    const [current] = await tx.db
      .select()
      .from(accountRestores)
      .where(eq(accountRestores.id, id))
      .for('update')
    if (current && current.state !== 'uploading') return toRestore(current)
    const row = await getUploading(tx, id)
    if (row.parts.includes(null))
      throw new AppError('VALIDATION_FAILED', 'The file hasn’t arrived completely. Please choose it again.')
    const data = await findData(tx)
    if (data.length > 0) throw new AppError('NOT_EMPTY', notEmptyText(data))
    const [started] = await tx.db
      .update(accountRestores)
      .set({ state: 'restoring', updatedAt: sql`now()` })
      .where(and(eq(accountRestores.businessId, businessId), eq(accountRestores.id, id)))
      .returning()
    await deps.jobs.enqueue(tx, restoreArchive, { businessId, restoreId: id })
    await reportActivity(tx, deps, caller, {
      kind: 'data-restored',
      subject: 'An archive is being restored into your account',
      detail: 'All data of the archive, without passwords and secret keys',
    })
    return toRestore(started ?? row)
  })
}

function toRestore(row: RestoreRow): AccountRestore {
  const { id, state, problem, byteCount, done, total, counts, createdAt } = row
  const parts = row.parts.flatMap((part, index) => (part === null ? [] : [index]))
  return {
    id,
    state,
    problem,
    byteCount,
    partBytes,
    parts,
    done,
    total,
    counts,
    createdAt: createdAt.toISOString(),
  }
}
