import type { Database } from '../../platform/db/connect.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { removeStoredFiles } from '../../platform/files/stored-files.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { sweepBusinesses } from '../../platform/jobs/sweep-businesses.ts'
import { AppError, fieldError } from '../../shared/errors.ts'
import type { Attachment } from './contract.ts'
import { type AttachmentTarget, belongsToNothing, columnOf, listStored, toAttachment } from './queries.ts'
import { attachmentsProblem } from './rules.ts'

const tableOf = {
  invoice: 'invoices',
  expense: 'expenses',
  client: 'clients',
  estimate: 'estimates',
} as const

export function listAttachments(
  database: Database,
  businessId: string,
  target: AttachmentTarget,
): Promise<Attachment[]> {
  return withTenant(database, businessId, async (tx) => {
    await assertTarget(tx, businessId, target)
    return (await listStored(tx, businessId, target)).map(toAttachment)
  })
}

async function assertTarget(
  { client }: Transaction,
  businessId: string,
  { kind, id }: AttachmentTarget,
  lock = '',
): Promise<void> {
  const query = `select from ${tableOf[kind]} where business_id = $1 and id = $2 ${lock}`
  const { rowCount } = await client.query(query, [businessId, id])
  if (rowCount === 0) throw new AppError('NOT_FOUND', `This ${kind} does not exist.`)
}

/**
 * The files are a part of the offer. After an answer they stay, and a client who reads the former version has to reload
 * before answering.
 */
async function changeEstimate({ client }: Transaction, businessId: string, id: string): Promise<void> {
  const { rowCount } = await client.query(
    `update estimates set version = version + 1, updated_at = now()
     where business_id = $1 and id = $2 and status = 'open'`,
    [businessId, id],
  )
  if (rowCount === 0) {
    throw new AppError('ESTIMATE_DECIDED', 'This estimate was answered, so its files can’t be changed.')
  }
}

/** Replaces the files of what is there already. */
export async function setAttachments(
  { database, jobs }: Deps<'database' | 'jobs'>,
  businessId: string,
  target: AttachmentTarget,
  ids: readonly string[],
): Promise<Attachment[]> {
  return withTenant(database, businessId, async (tx) => {
    // Locked, so that two requests at once do not both see room for their files.
    await assertTarget(tx, businessId, target, 'for no key update')
    if (target.kind === 'estimate') await changeEstimate(tx, businessId, target.id)
    const before = await listStored(tx, businessId, target)
    const removed = before.filter(({ id }) => !ids.includes(id))
    if (removed.length > 0) {
      await removeAttachments(tx, jobs, businessId, {
        sql: 'id = any($2::uuid[])',
        value: removed.map(({ id }) => id),
      })
    }
    const kept = new Set(before.map(({ id }) => id))
    await attachFiles(
      tx,
      businessId,
      target,
      ids.filter((id) => !kept.has(id)),
    )
    return (await listStored(tx, businessId, target)).map(toAttachment)
  })
}

/** Attaches files that were sent before, in the transaction that writes what they belong to. */
export async function attachFiles(
  tx: Transaction,
  businessId: string,
  target: AttachmentTarget,
  ids: readonly string[],
): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length > 0) {
    const { rowCount } = await tx.client.query(
      `update attachments set ${columnOf[target.kind]} = $3
       where business_id = $1 and id = any($2::uuid[]) and ${belongsToNothing}`,
      [businessId, wanted, target.id],
    )
    if (rowCount !== wanted.length) {
      throw fieldError('attachments', 'One of the files was removed or is already used. Please add it again.')
    }
  }
  const problem = attachmentsProblem(await listStored(tx, businessId, target))
  if (problem) throw fieldError('attachments', problem)
}

/** Removes the attachments that match the condition. A stored file goes once nothing shares it anymore. */
async function removeAttachments(
  tx: Transaction,
  jobs: JobQueue,
  businessId: string,
  condition: { sql: string; value: unknown },
): Promise<void> {
  // All that share a file are locked in one order, so that of two removals at once the second sees what the first removed.
  const { rows } = await tx.client.query<{ id: string; fileId: string; isRemoved: boolean }>(
    `select id, file_id as "fileId", ${condition.sql} as "isRemoved" from attachments
     where business_id = $1 and file_id in (
       select file_id from attachments where business_id = $1 and ${condition.sql})
     order by id for update`,
    [businessId, condition.value],
  )
  const [removed, kept] = [rows.filter(({ isRemoved }) => isRemoved), rows.filter((row) => !row.isRemoved)]
  if (removed.length === 0) return
  await tx.client.query('delete from attachments where business_id = $1 and id = any($2::uuid[])', [
    businessId,
    removed.map(({ id }) => id),
  ])
  const shared = new Set(kept.map(({ fileId }) => fileId))
  const unused = new Set(removed.map(({ fileId }) => fileId).filter((id) => !shared.has(id)))
  await removeStoredFiles(tx, jobs, businessId, [...unused])
}

const dayMs = 24 * 3600 * 1000

/** Removes files older than a day that belong to nothing: what they were sent for was never saved, or is deleted. */
export async function removeLeftAttachments(deps: Deps<'database' | 'jobs' | 'log' | 'now'>): Promise<void> {
  const { database, jobs, now } = deps
  const before = new Date(now().getTime() - dayMs)
  await sweepBusinesses(deps, {
    sql: `select distinct business_id as id from attachments
      where ${belongsToNothing} and created_at < '${before.toISOString()}' and business_id > $1 order by 1 limit $2`,
    work: (businessId) =>
      withTenant(database, businessId, (tx) =>
        removeAttachments(tx, jobs, businessId, {
          sql: `(${belongsToNothing} and created_at < $2)`,
          value: before,
        }),
      ),
    failed: 'files that were left could not be removed',
  })
}
