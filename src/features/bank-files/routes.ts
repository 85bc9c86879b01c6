import type { Api } from '../../platform/http/api.ts'
import type { BankFileDeps } from './bank-file-deps.ts'
import * as contract from './contract.ts'
import { confirmBankImport } from './importing/confirm-bank-import.ts'
import { discardBankFile } from './importing/discard-bank-file.ts'
import { previewBankFile } from './importing/preview-bank-file.ts'
import { undoBankImport } from './importing/undo-bank-import.ts'
import { uploadBankFile } from './importing/upload-bank-file.ts'
import { getBankImport, listBankImports } from './list-bank-imports.ts'

export function registerBankFileRoutes(api: Api, deps: BankFileDeps): void {
  api.register(contract.listBankImports, ({ identity, query }) => listBankImports(deps, identity, query))
  api.register(contract.getBankImport, ({ identity, params }) => getBankImport(deps, identity, params.id))
  api.register(contract.uploadBankFile, ({ identity, query, file, log }) =>
    uploadBankFile({ ...deps, log }, identity, query, file),
  )
  api.register(contract.previewBankFile, ({ identity, params, body, log }) =>
    previewBankFile({ ...deps, log }, identity, params.id, body),
  )
  api.register(contract.confirmBankImport, ({ identity, params, body, log }) =>
    confirmBankImport({ ...deps, log }, identity, params.id, body),
  )
  api.register(contract.undoBankImport, ({ identity, params }) => undoBankImport(deps, identity, params.id))
  api.register(contract.discardBankFile, ({ identity, params }) => discardBankFile(deps, identity, params.id))
}
