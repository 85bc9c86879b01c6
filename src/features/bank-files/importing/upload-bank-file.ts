import { and, eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { bankImports } from '../../../platform/db/tables/banking.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import { isUniqueViolation } from '../../../platform/db/violations.ts'
import { safeFileName } from '../../../platform/files/file-name.ts'
import { keepFile } from '../../../platform/files/stored-files.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { withinLimits } from '../../../platform/limits/limit.ts'
import type { QueryOf } from '../../../shared/endpoint.ts'
import { AppError } from '../../../shared/errors.ts'
import type { BankFileDeps } from '../bank-file-deps.ts'
import type * as contract from '../contract.ts'
import type { BankFilePreview } from '../contract.ts'
import { type ImportRow, assertPlanHasBankFiles } from '../queries.ts'
import type { Choices } from '../reading/bank-file.ts'
import type { PackedFile } from '../reading/pack-bank-file.ts'
import { findShape } from './file-shapes.ts'
import { makePreview } from './make-preview.ts'
import { openForBusiness } from './open-for-business.ts'
import { previewAgain } from './preview-bank-file.ts'

type Query = QueryOf<typeof contract.uploadBankFile>

const maxPerHour = 60

/** Reads a file and keeps it until it is imported. A repeated request returns the same preview. */
export async function uploadBankFile(
  deps: BankFileDeps,
  identity: Identity,
  { requestId, fileName }: Query,
  bytes: Uint8Array,
): Promise<BankFilePreview> {
  const { database } = deps
  const { businessId } = identity
  const find = (tx: Transaction) => findByRequest(tx, businessId, requestId)
  const kept = await withTenant(database, businessId, async (tx) => {
    const row = await find(tx)
    if (!row) await assertPlanHasBankFiles(tx)
    return row
  })
  if (kept) return previewAgain(deps, kept)
  const refusal = `You can send up to ${maxPerHour} bank files an hour.`
  const limit = { key: `bank-files:${businessId}`, max: maxPerHour, windowSeconds: 3600, refusal }
  try {
    return await withinLimits(database, [limit], async () => {
      const read = await readForBusiness(deps, businessId, { fileName, bytes })
      return keepImport(deps, identity, { requestId, fileName, bytes, ...read })
    })
  } catch (error) {
    // The same request arrived twice at once. The other transaction won, and this one was rolled back.
    const winner =
      isUniqueViolation(error, 'bank_imports_request') && (await withTenant(database, businessId, find))
    if (!winner) throw error
    return previewAgain(deps, winner)
  }
}

/** Reads the file, with what the owner has decided about an earlier one of this form. */
async function readForBusiness(
  deps: BankFileDeps,
  businessId: string,
  { fileName, bytes }: { fileName: string; bytes: Uint8Array },
): Promise<{ file: PackedFile; choices: Choices }> {
  if (bytes.length === 0)
    throw new AppError('INVALID_FILE_TYPE', 'This file is empty. Please choose another one.')
  const file = await openForBusiness(deps, businessId, { bytes, fileName, choices: {} })
  const { choices } = await withTenant(deps.database, businessId, (tx) =>
    findShape(tx, businessId, file.shape),
  )
  if (Object.keys(choices).length === 0) return { file, choices }
  try {
    return { file: await openForBusiness(deps, businessId, { bytes, fileName, choices }), choices }
  } catch (error) {
    // What fitted the earlier file does not fit this one.
    if (!(error instanceof AppError) || error.code !== 'INVALID_FILE_TYPE') throw error
    return { file, choices: {} }
  }
}

interface NewImport {
  requestId: string
  fileName: string
  bytes: Uint8Array
  file: PackedFile
  choices: Choices
}

function keepImport(
  deps: BankFileDeps,
  { businessId, userId }: Identity,
  { requestId, fileName, bytes, file, choices }: NewImport,
): Promise<BankFilePreview> {
  const kept = { businessId, contentType: 'application/octet-stream', bytes, onceBy: 'bank_imports_request' }
  return keepFile(deps, kept, async (tx, fileId) => {
    const id = randomUUID()
    const at = deps.now()
    await tx.db.insert(bankImports).values({
      businessId,
      id,
      createdBy: userId,
      requestId,
      fileName: safeFileName(fileName, ''),
      fileId,
      format: file.format,
      shape: file.shape,
      choices: { ...choices },
      total: file.statements.reduce((sum, { count }) => sum + count, 0),
      createdAt: at,
      updatedAt: at,
    })
    return makePreview(tx, { businessId, id, file, choices })
  })
}

async function findByRequest(
  { db }: Transaction,
  businessId: string,
  requestId: string,
): Promise<ImportRow | undefined> {
  const [row] = await db
    .select()
    .from(bankImports)
    .where(and(eq(bankImports.businessId, businessId), eq(bankImports.requestId, requestId)))
  return row
}
