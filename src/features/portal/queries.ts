import { and, eq } from 'drizzle-orm'
import { businesses } from '../../platform/db/tables/business.ts'
import { clients } from '../../platform/db/tables/clients.ts'
import { files } from '../../platform/db/tables/files.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import type { Logo } from '../business/contract.ts'
import { fileUrl } from '../business/rules.ts'
import { clientNotFound } from '../clients/client-rows.ts'
import type { PortalDetails } from './contract.ts'

interface ClientKey {
  businessId: string
  clientId: string
}

/** What pages and emails of the portal say about the business. */
export async function getPortalBusiness({ db }: Transaction, businessId: string) {
  const [row] = await db
    .select({
      id: businesses.id,
      name: businesses.name,
      email: businesses.email,
      phone: businesses.phone,
      timeZone: businesses.timeZone,
      currency: businesses.currency,
      plan: businesses.plan,
      ownerVerified: businesses.ownerVerified,
      logo: { id: files.id, width: files.width, height: files.height },
    })
    .from(businesses)
    .leftJoin(files, and(eq(files.businessId, businesses.id), eq(files.id, businesses.logoId)))
    .where(eq(businesses.id, businessId))
  if (!row) throw new AppError('NOT_FOUND', 'This business no longer exists.')
  return row
}
export type PortalBusiness = Awaited<ReturnType<typeof getPortalBusiness>>

export function logoOf({ logo }: PortalBusiness): Logo | null {
  return logo && { ...logo, url: fileUrl(logo.id) }
}

/** A client as emails address them. */
export async function getPortalPerson({ db }: Transaction, { businessId, clientId }: ClientKey) {
  const [row] = await db
    .select({
      id: clients.id,
      companyName: clients.companyName,
      contactName: clients.contactName,
      email: clients.email,
    })
    .from(clients)
    .where(and(eq(clients.businessId, businessId), eq(clients.id, clientId)))
  if (!row) throw clientNotFound()
  return row
}
export type PortalPerson = Awaited<ReturnType<typeof getPortalPerson>>

/** The details of a client as the portal shows them. */
export async function getDetails(
  { db }: Transaction,
  { businessId, clientId }: ClientKey,
): Promise<PortalDetails> {
  const [row] = await db
    .select({
      name: clients.companyName,
      contactName: clients.contactName,
      email: clients.email,
      phone: clients.phone,
      address: clients.address,
      country: clients.country,
      taxId: clients.taxId,
    })
    .from(clients)
    .where(and(eq(clients.businessId, businessId), eq(clients.id, clientId)))
  if (!row) throw clientNotFound()
  return row
}

/**
 * Where the owner gets emails about a client: the address of the business, or the one on the newest document for the
 * client. Null if there is neither.
 */
export async function findOwnerAddress(
  { client }: Transaction,
  { businessId, clientId }: ClientKey,
): Promise<string | null> {
  const { rows } = await client.query<{ address: string | null }>(
    `select coalesce(nullif(b.email, ''),
       (select i.company_email from invoices i where i.business_id = $1 and i.client_id = $2
        order by i.issue_date desc, i.id desc limit 1),
       (select e.content -> 'company' ->> 'email' from estimates e where e.business_id = $1 and e.client_id = $2
        order by e.issue_date desc, e.id desc limit 1)) as address
     from businesses b where b.id = $1`,
    [businessId, clientId],
  )
  return rows[0]?.address ?? null
}
