import { withTenant } from '../../../platform/db/transaction.ts'
import type { Identity } from '../../../platform/http/api.ts'
import type { BodyOf } from '../../../shared/endpoint.ts'
import { AppError } from '../../../shared/errors.ts'
import type { BankFileDeps } from '../bank-file-deps.ts'
import type * as contract from '../contract.ts'
import type { BankFilePreview } from '../contract.ts'
import { type ImportRow, changeImport, getImport, getImportView, lockImport } from '../queries.ts'
import type { Choices } from '../reading/bank-file.ts'
import type { PackedFile } from '../reading/pack-bank-file.ts'
import { makePreview } from './make-preview.ts'
import { openForBusiness } from './open-for-business.ts'

/** Reads the file of an import that is not confirmed yet. */
export async function readKept(
  deps: BankFileDeps,
  { businessId, fileId, fileName }: ImportRow,
  choices: Choices,
): Promise<PackedFile> {
  if (fileId === null) throw noPreview()
  const bytes = await deps.files.read({ businessId, id: fileId })
  return openForBusiness(deps, businessId, { bytes, fileName, choices })
}

function noPreview(): AppError {
  return new AppError('NOT_FOUND', 'This file was imported or removed already.')
}

/** The preview of a request that comes again. Once it is confirmed there is nothing left to preview. */
export async function previewAgain(deps: BankFileDeps, row: ImportRow): Promise<BankFilePreview> {
  const { businessId, id, state } = row
  const choices = row.choices as Choices
  const file = state === 'preview' ? await readKept(deps, row, choices) : null
  return withTenant(deps.database, businessId, async (tx) =>
    file
      ? makePreview(tx, { businessId, id, file, choices })
      : {
          import: await getImportView(tx, businessId, id),
          statements: [],
          questions: [],
          choices,
          table: null,
        },
  )
}

/** Reads the file again with what the owner has decided. */
export async function previewBankFile(
  deps: BankFileDeps,
  { businessId }: Identity,
  id: string,
  { choices, accountIds }: BodyOf<typeof contract.previewBankFile>,
): Promise<BankFilePreview> {
  const { database, now } = deps
  const row = await withTenant(database, businessId, (tx) => getImport(tx, businessId, id))
  if (row.state !== 'preview') throw noPreview()
  const file = await readKept(deps, row, choices)
  return withTenant(database, businessId, async (tx) => {
    const { state } = await lockImport(tx, businessId, id)
    if (state !== 'preview') throw noPreview()
    const total = file.statements.reduce((sum, { count }) => sum + count, 0)
    await changeImport(tx, row, { choices: { ...choices }, shape: file.shape, total, updatedAt: now() })
    return makePreview(tx, { businessId, id, file, choices, accountIds })
  })
}
