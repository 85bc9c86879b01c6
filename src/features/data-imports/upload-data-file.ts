import { and, eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { dataImports } from '../../platform/db/tables/data-imports.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import { isUniqueViolation } from '../../platform/db/violations.ts'
import type { Deps } from '../../platform/deps.ts'
import { safeFileName } from '../../platform/files/file-name.ts'
import { keepFile } from '../../platform/files/stored-files.ts'
import type { Identity } from '../../platform/http/api.ts'
import { withinLimits } from '../../platform/limits/limit.ts'
import { dateIn } from '../../shared/dates.ts'
import type { QueryOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import { readCategoryNames } from '../categories/category-names.ts'
import { businessReclaimsTax } from '../expenses/queries.ts'
import type * as contract from './contract.ts'
import type { DataPreview } from './contract.ts'
import { assertPlanHasImports, changeImport, getImport, getPreview, lockImport } from './queries.ts'
import type { Choices, DataFile, Facts } from './reading/data-file.ts'
import { openDataFile } from './reading/open-data-file.ts'
import { maxFilesPerDay } from './rules.ts'
import { storeRows } from './store-rows.ts'

type UploadDeps = Deps<'database' | 'files' | 'log' | 'now'>

/** Reads a file and keeps it until it is imported. A repeated request returns the same preview. */
export async function uploadDataFile(
  deps: UploadDeps,
  identity: Identity,
  { requestId, fileName, kind }: QueryOf<typeof contract.uploadDataFile>,
  bytes: Uint8Array,
): Promise<DataPreview> {
  const { database } = deps
  const { businessId } = identity
  const find = (tx: Transaction) => findByRequest(tx, businessId, requestId)
  const kept = await withTenant(database, businessId, async (tx) => {
    const preview = await find(tx)
    if (!preview) await assertPlanHasImports(tx)
    return preview
  })
  if (kept) return kept
  const choices: Choices = kind === undefined ? {} : { kind }
  const limit = {
    key: `data-imports:${businessId}`,
    max: maxFilesPerDay,
    windowSeconds: 24 * 3600,
    refusal: `You can send up to ${maxFilesPerDay} files a day.`,
  }
  try {
    return await withinLimits(database, [limit], async () => {
      const file = await openDataFile(deps, { bytes, choices, facts: await readFacts(deps, identity) })
      return keepImport(deps, identity, { requestId, fileName, bytes, file, choices })
    })
  } catch (error) {
    // The same request arrived twice at once. The other transaction won, and this one was rolled back.
    const winner =
      isUniqueViolation(error, 'data_imports_request') && (await withTenant(database, businessId, find))
    if (!winner) throw error
    return winner
  }
}

/** Reads the file again, with what the owner has decided about it. */
export async function previewDataFile(
  deps: UploadDeps,
  identity: Identity,
  id: string,
  choices: Choices,
): Promise<DataPreview> {
  const { database, files, now } = deps
  const { businessId } = identity
  const { fileId } = await withTenant(database, businessId, async (tx) => {
    const row = assertPreview(await getImport(tx, businessId, id))
    await assertPlanHasImports(tx)
    return row
  })
  const bytes = await files.read({ businessId, id: fileId })
  const file = await openDataFile(deps, { bytes, choices, facts: await readFacts(deps, identity) })
  return withTenant(database, businessId, async (tx) => {
    const row = assertPreview(await lockImport(tx, businessId, id))
    await changeImport(tx, row, { ...readingOf(file), choices: { ...choices }, updatedAt: now() })
    await storeRows(tx, { businessId, id }, file)
    return getPreview(tx, businessId, id)
  })
}

function assertPreview<Row extends { state: string; fileId: string | null }>(
  row: Row,
): Row & { fileId: string } {
  const { state, fileId } = row
  if (state !== 'preview' || fileId === null)
    throw new AppError('NOT_FOUND', 'This file was imported already. Please send it again to see it.')
  return { ...row, fileId }
}

function readFacts({ database, now }: UploadDeps, { businessId, business }: Identity): Promise<Facts> {
  return withTenant(database, businessId, async (tx) => {
    const { rows: taxRates } = await tx.client.query<Facts['taxRates'][number]>(
      'select name, rate from tax_rates where business_id = $1',
      [businessId],
    )
    const { currency, locale, timeZone } = business
    return {
      currency,
      locale,
      today: dateIn(timeZone, now()),
      taxRates,
      reclaimsTax: await businessReclaimsTax(tx),
      categories: (await readCategoryNames(tx, businessId, 'expense')).offered,
    }
  })
}

function readingOf({ source, kind, header, sample, columns, missing, questions }: DataFile) {
  return { source, kind, reading: { header, sample, columns, missing, questions } }
}

interface NewImport {
  requestId: string
  fileName: string
  bytes: Uint8Array
  file: DataFile
  choices: Choices
}

function keepImport(
  deps: UploadDeps,
  { businessId, userId }: Identity,
  { requestId, fileName, bytes, file, choices }: NewImport,
): Promise<DataPreview> {
  const kept = { businessId, contentType: 'application/octet-stream', bytes, onceBy: 'data_imports_request' }
  return keepFile(deps, kept, async (tx, fileId) => {
    const id = randomUUID()
    const at = deps.now()
    await tx.db.insert(dataImports).values({
      businessId,
      id,
      createdBy: userId,
      requestId,
      fileName: safeFileName(fileName, ''),
      fileId,
      ...readingOf(file),
      choices: { ...choices },
      createdAt: at,
      updatedAt: at,
    })
    await storeRows(tx, { businessId, id }, file)
    return getPreview(tx, businessId, id)
  })
}

async function findByRequest(
  tx: Transaction,
  businessId: string,
  requestId: string,
): Promise<DataPreview | undefined> {
  const [row] = await tx.db
    .select({ id: dataImports.id })
    .from(dataImports)
    .where(and(eq(dataImports.businessId, businessId), eq(dataImports.requestId, requestId)))
  return row && getPreview(tx, businessId, row.id)
}
