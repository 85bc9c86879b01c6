import { domainToASCII } from 'node:url'
import { queryTenant, withAuth, withPlatform } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { permissions } from '../../../shared/roles.ts'
import { type Plan, includesFeature } from '../../billing/rules.ts'
import { SmtpRefusal } from './smtp-refusal.ts'

/** Where a message goes, and who may send one there. */
export interface ReceiptMailbox {
  businessId: string
  senders: ReadonlySet<string>
}

export const notAllowed = () =>
  new SmtpRefusal(
    550,
    'This sender may not send receipts to this address. The owner can allow senders in the settings of receipts.',
  )

/** Splits an address into the parts by which addresses are compared. */
function partsOf(address: string): { name: string; domain: string } {
  const at = address.lastIndexOf('@')
  return { name: address.slice(0, at).toLowerCase(), domain: domainToASCII(address.slice(at + 1)) }
}

export function maySend({ senders }: ReceiptMailbox, address: string): boolean {
  return senders.has(keyOf(address))
}

function keyOf(address: string): string {
  const { name, domain } = partsOf(address)
  return `${name}@${domain}`
}

/** Finds the business of an address. An unknown one costs the same query as one that exists. */
export async function findMailbox(
  deps: Deps<'database'> & { domain: string },
  address: string,
): Promise<ReceiptMailbox> {
  const { name, domain } = partsOf(address)
  const businessId = await withPlatform(deps.database, async ({ client }) => {
    const { rows } = await client.query<{ id: string }>(
      'select business_id as id from receipt_settings where mail_name = $1',
      [name],
    )
    return rows[0]?.id
  })
  const business = businessId && domain === deps.domain && (await getBusiness(deps, businessId))
  if (!business || business.isSuspended) throw new SmtpRefusal(550, 'This address does not exist.')
  if (!includesFeature(business.plan, 'receipts'))
    throw new SmtpRefusal(550, 'Receipts are part of the Pro plan, which this business does not have.')
  const members = await listMemberAddresses(deps, businessId)
  return { businessId, senders: new Set([...members, ...business.senders].map(keyOf)) }
}

async function getBusiness({ database }: Deps<'database'>, businessId: string) {
  const [row] = await queryTenant<{ plan: Plan; isSuspended: boolean; senders: string[] }>(
    database,
    businessId,
    {
      text: `select b.plan, b.suspended_at is not null as "isSuspended", s.mail_senders as senders
             from businesses b join receipt_settings s on s.business_id = b.id where b.id = $1`,
      values: [businessId],
    },
  )
  return row
}

async function listMemberAddresses({ database }: Deps<'database'>, businessId: string): Promise<string[]> {
  return withAuth(database, async ({ client }) => {
    const { rows } = await client.query<{ email: string }>(
      `select u.email from members m join auth.users u on u.id = m.user_id
       where m.business_id = $1 and m.role = any($2) and m.paused_at is null and u.suspended_at is null`,
      [businessId, permissions['money.write']],
    )
    return rows.map(({ email }) => email)
  })
}
