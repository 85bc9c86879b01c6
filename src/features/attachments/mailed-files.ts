import type { Transaction } from '../../platform/db/transaction.ts'
import { pick } from '../../shared/pick.ts'
import { type AttachmentTarget, type StoredAttachment, listStored } from './queries.ts'
import { mailedFiles } from './rules.ts'

const namesOf = (files: readonly StoredAttachment[]) => files.map(({ name }) => name)

/** What a mail carries of the files of a document, and the names of those that it carries and those that are too large. */
export async function readMailedFiles(tx: Transaction, businessId: string, target: AttachmentTarget) {
  const stored = await listStored(tx, businessId, target)
  const carried = mailedFiles(stored)
  return {
    files: carried.map((file) => ({ id: file.fileId, ...pick(file, ['name', 'contentType']) })),
    names: { mailed: namesOf(carried), left: namesOf(stored.filter((file) => !carried.includes(file))) },
  }
}
