import { and, eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { receipts } from '../../platform/db/tables/receipts.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import { isUniqueViolation } from '../../platform/db/violations.ts'
import type { Deps } from '../../platform/deps.ts'
import { safeFileName } from '../../platform/files/file-name.ts'
import { addStoredFile } from '../../platform/files/stored-files.ts'
import type { Identity } from '../../platform/http/api.ts'
import { withinLimits } from '../../platform/limits/limit.ts'
import type { QueryOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import type * as contract from './contract.ts'
import type { Receipt } from './contract.ts'
import { kindOf } from './file-kind.ts'
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

/** The file comes first, so that no receipt is ever without it. The sweep removes it if the rest fails. */
async function addReceipt(
  { database, jobs, now, files }: KeepDeps,
  { bytes, fileName, ...given }: NewReceipt,
  contentType: string,
): Promise<Receipt> {
  const { businessId } = given
  const original = { businessId, id: randomUUID() }
  await files.put(original, bytes)
  try {
    return await withTenant(database, businessId, async (tx) => {
      const at = now()
      await addStoredFile(tx, { ...original, contentType, bytes })
      const [row] = await tx.db
        .insert(receipts)
        .values({
          ...given,
          fileName: safeFileName(fileName, ''),
          originalId: original.id,
          createdAt: at,
          updatedAt: at,
        })
        .returning({ id: receipts.id })
      if (!row) throw new Error('no row came back for the new receipt')
      await enqueueReading(tx, jobs)
      return getReceiptView(tx, businessId, row.id)
    })
  } catch (error) {
    // After any other error the row may be there after all, if only the answer to the commit was lost.
    if (isUniqueViolation(error, 'receipts_request')) await files.remove(original)
    throw error
  }
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
