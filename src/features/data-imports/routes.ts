import { withTenant } from '../../platform/db/transaction.ts'
import type { Api } from '../../platform/http/api.ts'
import { confirmDataImport } from './confirm-data-import.ts'
import * as contract from './contract.ts'
import { getDataTemplate, getErrorsFile } from './data-files.ts'
import type { DataImportDeps } from './data-import-deps.ts'
import { discardDataFile } from './discard-data-file.ts'
import { listDataImports } from './list-data-imports.ts'
import { listDataRows } from './list-data-rows.ts'
import { getImportView, getPreview } from './queries.ts'
import { undoDataImport } from './undo-data-import.ts'
import { previewDataFile, uploadDataFile } from './upload-data-file.ts'

export function registerDataImportRoutes(api: Api, deps: DataImportDeps): void {
  const { database } = deps
  api.register(contract.listDataImports, ({ identity, query }) => listDataImports(deps, identity, query))
  // Registered before the routes of one import, which would match this path as an id.
  api.register(contract.getDataTemplate, ({ params }) => getDataTemplate(params.kind))
  api.register(contract.getDataImport, ({ identity: { businessId }, params }) =>
    withTenant(database, businessId, (tx) => getImportView(tx, businessId, params.id)),
  )
  api.register(contract.getDataPreview, ({ identity: { businessId }, params }) =>
    withTenant(database, businessId, (tx) => getPreview(tx, businessId, params.id)),
  )
  api.register(contract.uploadDataFile, ({ identity, query, file, log }) =>
    uploadDataFile({ ...deps, log }, identity, query, file),
  )
  api.register(contract.previewDataFile, ({ identity, params, body, log }) =>
    previewDataFile({ ...deps, log }, identity, params.id, body.choices),
  )
  api.register(contract.listDataRows, ({ identity, params, query }) =>
    listDataRows(deps, identity, params.id, query),
  )
  api.register(contract.getErrorsFile, ({ identity, params }) => getErrorsFile(deps, identity, params.id))
  api.register(contract.confirmDataImport, ({ identity, params, body }) =>
    confirmDataImport(deps, identity, params.id, body),
  )
  api.register(contract.undoDataImport, ({ identity, params }) => undoDataImport(deps, identity, params.id))
  api.register(contract.discardDataFile, ({ identity, params }) => discardDataFile(deps, identity, params.id))
}
