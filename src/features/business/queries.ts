import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { businesses } from '../../platform/db/tables/businesses.ts'
import { files } from '../../platform/db/tables/files.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import type { businessSchema } from './contract.ts'
import { fileUrl } from './rules.ts'

const gone = () => new AppError('NOT_FOUND', 'This business is not there any more.')

/** No filter: the transaction sees one business only. What it has not said about itself is its owner's. */
export async function getOwnBusiness(
  { db }: Transaction,
  owner: { name: string; email: string },
): Promise<z.infer<typeof businessSchema>> {
  const [row] = await db
    .select({
      id: businesses.id,
      name: businesses.name,
      timeZone: businesses.timeZone,
      email: businesses.email,
      phone: businesses.phone,
      address: businesses.address,
      contactName: businesses.contactName,
      plan: businesses.plan,
      createdAt: businesses.createdAt,
      logo: { id: files.id, width: files.width, height: files.height },
    })
    .from(businesses)
    .leftJoin(files, and(eq(files.businessId, businesses.id), eq(files.id, businesses.logoId)))
  if (!row) throw gone()
  return {
    ...row,
    email: row.email || owner.email,
    contactName: row.contactName || owner.name,
    logo: row.logo && { ...row.logo, url: fileUrl(row.logo.id) },
    createdAt: row.createdAt.toISOString(),
  }
}

/**
 * Lets one change of a business's own things happen after the other: the next waits here until this transaction ends.
 * Rows that refer to the business can be added meanwhile.
 */
export async function lockOwnBusiness({ db }: Transaction): Promise<void> {
  const [row] = await db.select({ id: businesses.id }).from(businesses).for('no key update')
  if (!row) throw gone()
}

export async function findFile({ db }: Transaction, id: string) {
  const [file] = await db
    .select({ bytes: files.bytes, contentType: files.contentType })
    .from(files)
    .where(eq(files.id, id))
  return file
}
