import { eq } from 'drizzle-orm'
import { businesses } from '../../../platform/db/tables/business.ts'
import { checkouts } from '../../../platform/db/tables/payments.ts'
import { type Transaction, withAuth } from '../../../platform/db/transaction.ts'
import type { PaymentDeps } from '../payment-deps.ts'

/** Identifies the checkout in which a problem occurred. */
export type CheckoutRef = { checkoutId: string } | { sessionId: string }

export async function findCheckout({ db }: Transaction, ref: CheckoutRef) {
  const [checkout] = await db
    .select({ invoiceNumber: checkouts.invoiceNumber, amountCents: checkouts.amountCents })
    .from(checkouts)
    .where('checkoutId' in ref ? eq(checkouts.id, ref.checkoutId) : eq(checkouts.sessionId, ref.sessionId))
  return checkout
}

/** The owner's sign-in address, not the address that invoices show. */
export async function findOwnerAddress(
  { database }: PaymentDeps,
  businessId: string,
): Promise<string | undefined> {
  const { rows } = await withAuth(database, ({ client }) =>
    client.query<{ email: string }>(
      `select u.email from members m join auth.users u on u.id = m.user_id
       where m.business_id = $1 and m.role = 'owner' order by m.created_at limit 1`,
      [businessId],
    ),
  )
  return rows[0]?.email
}

export async function getBusiness({ db }: Transaction, businessId: string) {
  const [business] = await db
    .select({ name: businesses.name, ownerVerified: businesses.ownerVerified })
    .from(businesses)
    .where(eq(businesses.id, businessId))
  if (!business) throw new Error('the business is not there any more')
  return business
}
