import { queryTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { countUse } from '../../../platform/limits/limit.ts'
import { networkOf } from '../../../platform/limits/network-of.ts'
import type { BodyOf, ResponseOf } from '../../../shared/endpoint.ts'
import { pick } from '../../../shared/pick.ts'
import { isShownToClient } from '../../invoices/client/shown-to-client.ts'
import { invoiceNotFound } from '../../invoices/queries.ts'
import { jointPaymentOptions } from '../../payments/checkout/joint-payment-options.ts'
import { payJointDemo } from '../../payments/checkout/pay-demo.ts'
import { startJointCheckout } from '../../payments/checkout/start-joint-checkout.ts'
import type { PaymentDeps } from '../../payments/payment-deps.ts'
import type { PortalClient } from '../access/authorize-portal.ts'
import type * as contract from '../contract.ts'

/** How the client can pay these invoices together. One of another client is unknown here. */
export async function paymentOptionsFor(
  deps: PaymentDeps,
  { businessId, clientId }: PortalClient,
  invoiceIds: readonly string[],
): Promise<ResponseOf<typeof contract.getPortalPaymentOptions>> {
  await assertShown(deps, { businessId, clientId }, invoiceIds)
  const options = await jointPaymentOptions(deps, { businessId, clientId, invoiceIds })
  return pick(options, [
    'amountMinor',
    'currency',
    'card',
    'paypal',
    'demo',
    'isSandbox',
    'isPaypalSandbox',
    'cardProblem',
    'isProcessing',
    'problem',
  ])
}

/** Starts one payment for several invoices of the client. */
export async function startCheckoutFor(
  deps: PaymentDeps,
  ip: string,
  { businessId, clientId }: PortalClient,
  { invoiceIds, method }: BodyOf<typeof contract.startPortalCheckout>,
): Promise<{ url: string | null }> {
  await countPayment(deps, ip, clientId)
  await assertShown(deps, { businessId, clientId }, invoiceIds)
  return startJointCheckout(deps, { businessId, clientId, invoiceIds, method })
}

/** Pays several invoices of the client without moving money. */
export async function payDemoFor(
  deps: PaymentDeps,
  ip: string,
  { businessId, clientId }: PortalClient,
  { invoiceIds }: BodyOf<typeof contract.payPortalDemo>,
): Promise<void> {
  await countPayment(deps, ip, clientId)
  await assertShown(deps, { businessId, clientId }, invoiceIds)
  await payJointDemo(deps, { businessId, clientId, invoiceIds })
}

/** Most requests ask the provider for a new page or for the state of the last one. */
function countPayment({ database }: Deps<'database'>, ip: string, clientId: string): Promise<void> {
  return countUse(database, [
    { key: `portal-checkout:ip:${networkOf(ip)}`, max: 60, windowSeconds: 3600 },
    { key: `portal-checkout:client:${clientId}`, max: 60, windowSeconds: 3600 },
  ])
}

/** Drafts and invoices of others are unknown here. */
async function assertShown(
  { database }: Deps<'database'>,
  { businessId, clientId }: PortalClient,
  invoiceIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(invoiceIds)]
  const [row] = await queryTenant<{ count: number }>(database, businessId, {
    name: 'portal-payable',
    text: `select count(*)::int as count from invoices
           where business_id = $1 and client_id = $2::uuid and id = any($3::uuid[]) and ${isShownToClient}`,
    values: [businessId, clientId, ids],
  })
  if (row?.count !== ids.length) throw invoiceNotFound()
}
