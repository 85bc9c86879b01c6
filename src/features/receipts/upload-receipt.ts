import { and, eq } from 'drizzle-orm'
import { receipts } from '../../platform/db/tables/receipts.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import { isUniqueViolation } from '../../platform/db/violations.ts'
import type { Deps } from '../../platform/deps.ts'
import { kindOf } from '../../platform/files/file-kind.ts'
import { safeFileName } from '../../platform/files/file-name.ts'
import { keepFile } from '../../platform/files/stored-files.ts'
import type { Identity } from '../../platform/http/api.ts'
import { withinLimits } from '../../platform/limits/limit.ts'
import type { QueryOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import type * as contract from './contract.ts'
import type { Receipt } from './contract.ts'
import { assertPlanHasReceipts, getReceiptView } from './queries.ts'
import { enqueueReading } from './reading/jobs.ts'
import { maxPerDay } from './rules.ts'

type KeepDeps = Deps<'database' | 'jobs' | 'now' | 'files'>

interface NewReceipt {
  businessId: string
  /** Left out if it came by email. */
  createdBy?: string
  source: 'upload' | 'email'
  sender?: string
  fileName: string
  requestId: string
  bytes: Uint8Array
}

/** Keeps a file that a member of the business sends. */
export function uploadReceipt(
  deps: KeepDeps,
  { businessId, userId }: Identity,
  query: QueryOf<typeof contract.uploadReceipt>,
  bytes: Uint8Array,
): Promise<Receipt> {
  return keepReceipt(deps, { businessId, createdBy: userId, source: 'upload', ...query, bytes })
}

/** Keeps a file as a receipt, which is then read in the background. A repeated request returns the same receipt. */
export async function keepReceipt(deps: KeepDeps, input: NewReceipt): Promise<Receipt> {
  const { database } = deps
  const { businessId, requestId } = input
  const find = (tx: Transaction) => findByRequest(tx, businessId, requestId)
  const kept = await withTenant(database, businessId, async (tx) => {
    const receipt = await find(tx)
    if (!receipt) await assertPlanHasReceipts(tx)
    return receipt
  })
  if (kept) return kept
  const { contentType } = assertReceiptFile(input.bytes)
  const refusal = `You can add up to ${maxPerDay} receipts a day.`
  const limit = { key: `receipts:${businessId}`, max: maxPerDay, windowSeconds: 24 * 3600, refusal }
  try {
    return await withinLimits(database, [limit], () => addReceipt(deps, input, contentType))
  } catch (error) {
    // The same request arrived twice at once. The other transaction won, and this one was rolled back.
    const winner =
      isUniqueViolation(error, 'receipts_request') && (await withTenant(database, businessId, find))
    if (!winner) throw error
    return winner
  }
}

function assertReceiptFile(bytes: Uint8Array): { contentType: string } {
  if (bytes.length === 0)
    throw new AppError('INVALID_FILE_TYPE', 'This file is empty. Please choose another one.')
  const kind = kindOf(bytes)
  if (!kind)
    throw new AppError('INVALID_FILE_TYPE', 'Please choose a picture (JPEG, PNG, WebP, GIF, HEIC) or a PDF.')
  return kind
}

function addReceipt(
  deps: KeepDeps,
  { bytes, fileName, ...given }: NewReceipt,
  contentType: string,
): Promise<Receipt> {
  const { businessId } = given
  const kept = { businessId, contentType, bytes, onceBy: 'receipts_request' }
  return keepFile(deps, kept, async (tx, originalId) => {
    const at = deps.now()
    const [row] = await tx.db
      .insert(receipts)
      .values({ ...given, fileName: safeFileName(fileName, ''), originalId, createdAt: at, updatedAt: at })
      .returning({ id: receipts.id })
    if (!row) throw new Error('no row came back for the new receipt')
    await enqueueReading(tx, deps.jobs)
    return getReceiptView(tx, businessId, row.id)
  })
}

async function findByRequest(
  tx: Transaction,
  businessId: string,
  requestId: string,
): Promise<Receipt | undefined> {
  const [row] = await tx.db
    .select({ id: receipts.id })
    .from(receipts)
    .where(and(eq(receipts.businessId, businessId), eq(receipts.requestId, requestId)))
  return row && getReceiptView(tx, businessId, row.id)
}
