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
export async function readOwnBusiness({ db }: Transaction) {
  const [row] = await db
    .select({
      id: businesses.id,
      name: businesses.name,
      timeZone: businesses.timeZone,
      currency: businesses.currency,
      locale: businesses.locale,
      email: businesses.email,
      phone: businesses.phone,
      address: businesses.address,
      contactName: businesses.contactName,
      country: businesses.country,
      taxId: businesses.taxId,
      plan: businesses.plan,
      documentStyle: styleColumns,
      lateFeeTerms: businesses.lateFeeTerms,
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
  const [row, isCurrencyFixed] = await Promise.all([readOwnBusiness(tx), hasAmounts(tx)])
  const { name: businessName, email, phone, address, contactName, timeZone, currency, locale, logo } = row
  const { country, taxId } = row
  const money = { currency, isCurrencyFixed, locale }
  const business = { businessName, businessEmail: email ?? '', phone, address, contactName, timeZone, logo }
  return { name: owner.name, email: owner.email, ...business, country, taxId, ...money }
}

/** Whether the business has stored an amount of its own. Balances of banks don't count: they are never converted for good. */
export async function hasAmounts({ client }: Transaction): Promise<boolean> {
  const tables = [
    'invoices',
    'expenses',
    'payments',
    'recurring_series',
    'recurring_expenses',
    'invoice_templates',
  ]
  const lateFee = `exists (select from businesses
    where late_fee_terms ->> 'kind' = 'amount' or late_fee_terms ->> 'maxMinor' is not null)`
  const sql = `select ${tables.map((table) => `exists (select from ${table})`).join(' or ')} or ${lateFee} as "hasAmounts"`
  const { rows } = await client.query<{ hasAmounts: boolean }>(sql)
  return rows[0]?.hasAmounts ?? false
}

/** Returns the style of the business's new invoices. */
export async function getOwnStyle({ db }: Transaction): Promise<DocumentStyle> {
  const [style] = await db.select(styleColumns).from(businesses)
  if (!style) throw businessNotFound()
  return style
}

/** Serializes changes of settings. Rows that refer to the business can still be added. Returns the home currency. */
export async function lockOwnBusiness({ db }: Transaction): Promise<{ currency: string }> {
  const [row] = await db.select({ currency: businesses.currency }).from(businesses).for('no key update')
  if (!row) throw businessNotFound()
  return row
}

export async function findFile({ db }: Transaction, id: string) {
  const [file] = await db
    .select({ bytes: files.bytes, contentType: files.contentType })
    .from(files)
    .where(eq(files.id, id))
  return file
}
