import type { Transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { attachmentDisposition } from '../../platform/files/file-name.ts'
import type { FileAnswer } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import { pick } from '../../shared/pick.ts'
import type { Attachment } from './contract.ts'
import type { TargetKind } from './rules.ts'

export interface AttachmentTarget {
  kind: TargetKind
  id: string
}

export interface StoredAttachment extends Attachment {
  fileId: string
  isOfExpense: boolean
}

const columns = `a.id, a.name, a.file_id as "fileId", a.expense_id is not null as "isOfExpense",
  f.content_type as "contentType", f.byte_count::float8 as "byteCount"
  from attachments a join stored_files f on f.business_id = a.business_id and f.id = a.file_id
  where a.business_id = $1`

/** The column with the id of what a file belongs to. */
export const columnOf = {
  invoice: 'invoice_id',
  expense: 'expense_id',
  client: 'client_id',
  estimate: 'estimate_id',
} as const

/** Of a file that belongs to nothing. */
export const belongsToNothing = Object.values(columnOf)
  .map((column) => `${column} is null`)
  .join(' and ')

export async function listStored(
  { client }: Transaction,
  businessId: string,
  { kind, id }: AttachmentTarget,
): Promise<StoredAttachment[]> {
  const { rows } = await client.query<StoredAttachment>({
    name: `list-attachments-${kind}`,
    text: `select ${columns} and a.${columnOf[kind]} = $2 order by a.created_at, a.id`,
    values: [businessId, id],
  })
  return rows
}

/** `of` limits it to the files of one invoice or estimate. */
export async function getStored(
  { client }: Transaction,
  businessId: string,
  id: string,
  of?: AttachmentTarget,
): Promise<StoredAttachment> {
  const { rows } = await client.query<StoredAttachment>(
    `select ${columns} and a.id = $2 ${of ? `and a.${columnOf[of.kind]} = $3` : ''}`,
    of ? [businessId, id, of.id] : [businessId, id],
  )
  if (!rows[0]) throw new AppError('NOT_FOUND', 'This file does not exist or was removed.')
  return rows[0]
}

export function toAttachment(stored: StoredAttachment): Attachment {
  return pick(stored, ['id', 'name', 'contentType', 'byteCount'])
}

/** The file, to be saved: a browser must never show or run it. */
export async function readAttachment(
  { files }: Deps<'files'>,
  businessId: string,
  { fileId, name }: StoredAttachment,
): Promise<FileAnswer> {
  return {
    bytes: new Uint8Array(await files.read({ businessId, id: fileId })),
    contentType: 'application/octet-stream',
    headers: { 'content-disposition': attachmentDisposition(name), 'cache-control': 'private, no-store' },
  }
}
