import { withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Api } from '../../platform/http/api.ts'
import * as contract from './contract.ts'
import { deleteReceipts } from './delete-receipts.ts'
import { attachReceipt, detachReceipt } from './filing/attach-receipt.ts'
import { confirmReceipts } from './filing/confirm-receipts.ts'
import { createExpenseOfReceipt } from './filing/create-expense-of-receipt.ts'
import { listExpensesWithoutReceipt } from './filing/expenses-without-receipt.ts'
import { findReceiptTargets } from './filing/find-receipt-targets.ts'
import { listReceipts } from './list-receipts.ts'
import { makeReceiptAddress } from './mail/make-receipt-address.ts'
import { getReceiptView } from './queries.ts'
import { getOriginal, getPage, getThumbnail } from './receipt-files.ts'
import { getReceiptSettings, saveReceiptSettings } from './receipt-settings.ts'
import { summarizeReceipts } from './summarize-receipts.ts'
import { readReceiptAgain, updateReceipt } from './update-receipt.ts'
import { uploadReceipt } from './upload-receipt.ts'

export function registerReceiptRoutes(
  api: Api,
  deps: Deps<'database' | 'jobs' | 'now' | 'files' | 'receiptMail'>,
): void {
  const { database } = deps
  api.register(contract.listReceipts, ({ identity, query }) => listReceipts(deps, identity, query))
  // Registered before the route of one receipt, which would match these paths as an id.
  api.register(contract.getReceiptSummary, ({ identity }) => summarizeReceipts(deps, identity))
  api.register(contract.listExpensesWithoutReceipt, ({ identity, query }) =>
    listExpensesWithoutReceipt(deps, identity, query),
  )
  api.register(contract.confirmReceipts, ({ identity, body }) => confirmReceipts(deps, identity, body))
  api.register(contract.getReceipt, ({ identity, params }) =>
    withTenant(database, identity.businessId, (tx) => getReceiptView(tx, identity.businessId, params.id)),
  )
  api.register(contract.updateReceipt, ({ identity, params, body }) =>
    updateReceipt(deps, identity, params.id, body),
  )
  api.register(contract.readReceiptAgain, ({ identity, params }) =>
    readReceiptAgain(deps, identity, params.id),
  )
  api.register(contract.createExpenseOfReceipt, ({ identity, params, body }) =>
    createExpenseOfReceipt(deps, identity, params.id, body),
  )
  api.register(contract.attachReceipt, ({ identity, params, body }) =>
    attachReceipt(deps, identity, params.id, body),
  )
  api.register(contract.detachReceipt, ({ identity, params, body }) =>
    detachReceipt(deps, identity, params.id, body),
  )
  api.register(contract.findReceiptTargets, ({ identity, params, query }) =>
    findReceiptTargets(deps, identity, params.id, query),
  )
  api.register(contract.getReceiptSettings, ({ identity }) => getReceiptSettings(deps, identity))
  api.register(contract.saveReceiptSettings, ({ identity, body }) =>
    saveReceiptSettings(deps, identity, body),
  )
  api.register(contract.makeReceiptAddress, ({ identity }) => makeReceiptAddress(deps, identity))
  api.register(contract.uploadReceipt, ({ identity, query, file }) =>
    uploadReceipt(deps, identity, query, file),
  )
  api.register(contract.getReceiptPage, ({ identity, params }) =>
    getPage(deps, identity, params.id, Number(params.page)),
  )
  api.register(contract.getReceiptThumbnail, ({ identity, params }) =>
    getThumbnail(deps, identity, params.id),
  )
  api.register(contract.getReceiptOriginal, ({ identity, params }) => getOriginal(deps, identity, params.id))
  api.register(contract.deleteReceipts, async ({ identity, body }) => ({
    deleted: await deleteReceipts(deps, identity, body.ids),
  }))
}
