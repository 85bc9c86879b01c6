import { eq } from 'drizzle-orm'
import { businesses } from '../../../platform/db/tables/business.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Identity } from '../../../platform/http/api.ts'
import type { BodyOf } from '../../../shared/endpoint.ts'
import { AppError } from '../../../shared/errors.ts'
import { includesFeature } from '../../billing/rules.ts'
import { invoiceNotFound } from '../queries.ts'
import type { ApprovalLimit, saveApprovalLimit as contract } from './contract.ts'

export function getApprovalLimit(
  { database }: Deps<'database'>,
  { businessId }: Identity,
): Promise<ApprovalLimit> {
  return withTenant(database, businessId, async (tx) => toLimit(await readLimit(tx, businessId)))
}

export function saveApprovalLimit(
  { database, now }: Deps<'database' | 'now'>,
  { businessId }: Identity,
  { aboveMinor }: BodyOf<typeof contract>,
): Promise<ApprovalLimit> {
  return withTenant(database, businessId, async (tx) => {
    const { plan } = await readLimit(tx, businessId)
    if (aboveMinor !== null && !includesFeature(plan, 'severalUsers')) {
      throw new AppError('PLAN_REQUIRED', 'Approval of invoices is part of the Enterprise plan.')
    }
    await tx.db
      .update(businesses)
      .set({ approvalAboveMinor: aboveMinor, updatedAt: now() })
      .where(eq(businesses.id, businessId))
    return toLimit(await readLimit(tx, businessId))
  })
}

async function readLimit({ db }: Transaction, businessId: string) {
  const [business] = await db
    .select({
      plan: businesses.plan,
      currency: businesses.currency,
      aboveMinor: businesses.approvalAboveMinor,
    })
    .from(businesses)
    .where(eq(businesses.id, businessId))
  if (!business) throw invoiceNotFound()
  return business
}

const toLimit = ({ aboveMinor, currency }: ApprovalLimit): ApprovalLimit => ({ aboveMinor, currency })
