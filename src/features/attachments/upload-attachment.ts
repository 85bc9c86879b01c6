import { attachments } from '../../platform/db/tables/files.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import { isUniqueViolation } from '../../platform/db/violations.ts'
import type { Deps } from '../../platform/deps.ts'
import { endingOf, kindOf } from '../../platform/files/file-kind.ts'
import { safeFileName } from '../../platform/files/file-name.ts'
import { keepFile } from '../../platform/files/stored-files.ts'
import type { Identity } from '../../platform/http/api.ts'
import { withinLimits } from '../../platform/limits/limit.ts'
import type { QueryOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import type * as contract from './contract.ts'
import { getStored, toAttachment } from './queries.ts'

const maxPerDay = 500

/** Keeps a file that belongs to nothing yet. A repeated request returns the same one. */
export async function uploadAttachment(
  deps: Deps<'database' | 'files' | 'now'>,
  { businessId, userId }: Pick<Identity, 'businessId' | 'userId'>,
  { requestId, fileName }: QueryOf<typeof contract.uploadAttachment>,
  bytes: Uint8Array,
): Promise<contract.Attachment> {
  const { database } = deps
  const find = (tx: Transaction) => findByRequest(tx, businessId, requestId)
  const kept = await withTenant(database, businessId, find)
  if (kept) return kept
  const contentType = assertAttachable(bytes)
  const name = nameFor(contentType, safeFileName(fileName, 'file'))
  const refusal = `You can add up to ${maxPerDay} files a day.`
  const limit = { key: `attachments:${businessId}`, max: maxPerDay, windowSeconds: 24 * 3600, refusal }
  try {
    return await withinLimits(database, [limit], () =>
      keepFile(
        deps,
        { businessId, contentType, bytes, onceBy: 'attachments_request' },
        async (tx, fileId) => {
          const row = { businessId, createdBy: userId, requestId, name, fileId, createdAt: deps.now() }
          const [added] = await tx.db.insert(attachments).values(row).returning({ id: attachments.id })
          if (!added) throw new Error('no row came back for the new attachment')
          return toAttachment(await getStored(tx, businessId, added.id))
        },
      ),
    )
  } catch (error) {
    // The same request arrived twice at once. The other transaction won, and this one was rolled back.
    const winner =
      isUniqueViolation(error, 'attachments_request') && (await withTenant(database, businessId, find))
    if (!winner) throw error
    return winner
  }
}

/** By the content: a name can say anything. */
function assertAttachable(bytes: Uint8Array): string {
  if (bytes.length === 0) {
    throw new AppError('INVALID_FILE_TYPE', 'This file is empty. Please choose another one.')
  }
  const kind = kindOf(bytes)
  if (!kind) {
    throw new AppError(
      'INVALID_FILE_TYPE',
      'This file is neither a PDF nor a picture (JPEG, PNG, WebP, GIF, HEIC). Please choose another one.',
    )
  }
  return kind.contentType
}

const pictureEnding = /\.(?:jpe?g|png|gif|webp|hei[cf])$/i

/**
 * The name with the ending of the content, because a computer opens the file by it. A picture that is named like another kind
 * of picture gets the right ending; a picture that says it is a PDF, or the reverse, is refused.
 */
function nameFor(contentType: string, name: string): string {
  const isPdf = contentType === 'application/pdf'
  if (isPdf ? pictureEnding.test(name) : /\.pdf$/i.test(name)) {
    const [said, found] = isPdf ? ['a picture', 'a PDF'] : ['a PDF', 'a picture']
    throw new AppError(
      'INVALID_FILE_TYPE',
      `This file is named like ${said}, but it is ${found}. Please check it and give it the right name.`,
    )
  }
  const ending = `.${endingOf(contentType)}`
  const isRight = ending === '.jpg' ? /\.jpe?g$/i.test(name) : name.toLowerCase().endsWith(ending)
  return isRight ? name : `${name.replace(pictureEnding, '')}${ending}`
}

async function findByRequest(
  tx: Transaction,
  businessId: string,
  requestId: string,
): Promise<contract.Attachment | undefined> {
  const { rows } = await tx.client.query<{ id: string }>(
    'select id from attachments where business_id = $1 and request_id = $2',
    [businessId, requestId],
  )
  return rows[0] && toAttachment(await getStored(tx, businessId, rows[0].id))
}
