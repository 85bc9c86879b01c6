import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { businesses } from '../../platform/db/tables/business.ts'
import { files } from '../../platform/db/tables/files.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import type { DocumentStyle, Profile, businessSchema } from './contract.ts'
import { fileUrl } from './rules.ts'

const businessNotFound = () => new AppError('NOT_FOUND', 'This business no longer exists.')

const styleColumns = {
  look: businesses.documentLook,
  accentColour: businesses.accentColour,
  logoPosition: businesses.logoPosition,
}

interface Owner {
  name: string
  email: string
}

// No filter: the transaction sees one business only.
async function readOwnBusiness({ db }: Transaction) {
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
      documentStyle: styleColumns,
      createdAt: businesses.createdAt,
      logo: { id: files.id, width: files.width, height: files.height },
    })
    .from(businesses)
    .leftJoin(files, and(eq(files.businessId, businesses.id), eq(files.id, businesses.logoId)))
  if (!row) throw businessNotFound()
  return { ...row, logo: row.logo && { ...row.logo, url: fileUrl(row.logo.id) } }
}

/** Returns the business, with the owner's e-mail address and name where it has none of its own. */
export async function getOwnBusiness(tx: Transaction, owner: Owner): Promise<z.infer<typeof businessSchema>> {
  const row = await readOwnBusiness(tx)
  return {
    ...row,
    email: row.email || owner.email,
    contactName: row.contactName || owner.name,
    createdAt: row.createdAt.toISOString(),
  }
}

export async function getOwnProfile(tx: Transaction, owner: Owner): Promise<Profile> {
  const { name: businessName, email, phone, address, contactName, timeZone, logo } = await readOwnBusiness(tx)
  const business = { businessName, businessEmail: email ?? '', phone, address, contactName, timeZone, logo }
  return { name: owner.name, email: owner.email, ...business }
}

/** Returns the style of the business's new invoices. */
export async function getOwnStyle({ db }: Transaction): Promise<DocumentStyle> {
  const [style] = await db.select(styleColumns).from(businesses)
  if (!style) throw businessNotFound()
  return style
}

/** Serializes changes of settings. Rows that refer to the business can still be added. */
export async function lockOwnBusiness({ db }: Transaction): Promise<void> {
  const [row] = await db.select({ id: businesses.id }).from(businesses).for('no key update')
  if (!row) throw businessNotFound()
}

export async function findFile({ db }: Transaction, id: string) {
  const [file] = await db
    .select({ bytes: files.bytes, contentType: files.contentType })
    .from(files)
    .where(eq(files.id, id))
  return file
}
