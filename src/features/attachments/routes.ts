import { withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { type Api, assertPermitted } from '../../platform/http/api.ts'
import * as contract from './contract.ts'
import { getStored, readAttachment } from './queries.ts'
import { targetKinds } from './rules.ts'
import { listAttachments, setAttachments } from './set-attachments.ts'
import { uploadAttachment } from './upload-attachment.ts'

export function registerAttachmentRoutes(api: Api, deps: Deps<'database' | 'jobs' | 'files' | 'now'>): void {
  const { database } = deps
  api.register(contract.uploadAttachment, ({ identity, query, file }) =>
    uploadAttachment(deps, identity, query, file),
  )
  for (const kind of targetKinds) {
    api.register(contract.listAttachments[kind], async ({ identity: { businessId }, params }) => ({
      attachments: await listAttachments(database, businessId, { kind, id: params.id }),
    }))
    api.register(contract.setAttachments[kind], async ({ identity: { businessId }, params, body }) => ({
      attachments: await setAttachments(deps, businessId, { kind, id: params.id }, body.attachments),
    }))
  }
  api.register(contract.getAttachmentFile, async ({ identity, params }) => {
    const { businessId } = identity
    const stored = await withTenant(database, businessId, (tx) => getStored(tx, businessId, params.id))
    if (stored.isOfExpense) assertPermitted(identity, 'money.read')
    return readAttachment(deps, businessId, stored)
  })
}
