import type { Transaction } from '../../platform/db/transaction.ts'
import { type AttachmentTarget, columnOf } from './queries.ts'

/** Gives files to something else, too. Both have rows of their own, which share the stored file. The first is locked. */
export async function copyAttachments(
  { client }: Transaction,
  businessId: string,
  { from, to }: { from: AttachmentTarget; to: AttachmentTarget },
): Promise<void> {
  await client.query(
    `insert into attachments (business_id, created_by, request_id, name, file_id, ${columnOf[to.kind]}, created_at)
     select business_id, created_by, gen_random_uuid(), name, file_id, $3, created_at
     from attachments where business_id = $1 and ${columnOf[from.kind]} = $2`,
    [businessId, from.id, to.id],
  )
}
