import { withTenant } from '../../platform/db/transaction.ts'
import type { Api } from '../../platform/http/api.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import {
  type PortalDoorDeps,
  authorizeClient,
  authorizeLink,
  authorizePortal,
  forbidTraces,
  isOwnerOf,
} from './access/authorize-portal.ts'
import { enterCode, sendCode } from './access/codes.ts'
import { addDeviceToken } from './access/device-cookie.ts'
import { mailLink } from './access/mail-link.ts'
import * as contract from './contract.ts'
import { proposeDetails, readDetails } from './details/proposals.ts'
import {
  listEstimatesForClient,
  listInvoicesForClient,
  listPaymentsForClient,
} from './lists/list-for-portal.ts'
import { payDemoFor, paymentOptionsFor, startCheckoutFor } from './lists/pay-several.ts'
import { getPortalReceipt } from './lists/portal-receipt.ts'
import { getPortalStatement } from './lists/portal-statement.ts'
import { notePortalOpened, readPortal } from './lists/read-portal.ts'
import { listMessages, sendClientMessage } from './messages/messages.ts'
import { getPortalBusiness, getPortalPerson, logoOf } from './queries.ts'
import { maskEmail } from './rules.ts'

/** The routes for a client who has the link. Each begins with an authorization, which names the business and the client. */
export function registerPortalRoutes(
  api: Api,
  allDeps: InvoiceDeps & PaymentDeps,
  identify: PortalDoorDeps['identify'],
): void {
  const deps = { ...allDeps, identify }

  // Before the link is confirmed with a code.
  api.register(contract.openPortal, async (call) => {
    const { isKnownDevice, ...client } = await authorizeLink(deps, call)
    const isOpen = isKnownDevice || (await isOwnerOf(deps, call, client))
    return withTenant(deps.database, client.businessId, async (tx) => {
      const business = await getPortalBusiness(tx, client.businessId)
      const { email } = await getPortalPerson(tx, client)
      return {
        business: { name: business.name, logo: logoOf(business) },
        maskedEmail: maskEmail(email),
        isOpen,
      }
    })
  })
  api.register(contract.sendPortalCode, async (call) =>
    sendCode(deps, call.ip, await authorizeLink(deps, call)),
  )
  api.register(contract.enterPortalCode, async (call) => {
    const client = await authorizeLink(deps, call)
    const token = await enterCode(deps, call.ip, client, call.body.code)
    addDeviceToken(call.context, deps.appUrl, token)
  })
  api.register(contract.requestPortalLink, ({ context, ip, body }) => {
    forbidTraces(context)
    return mailLink(deps, ip, body.token)
  })

  // For the client on a confirmed device, and for the owner as a preview.
  api.register(contract.getPortal, async (call) => readPortal(deps, await authorizePortal(deps, call)))
  api.register(contract.notePortalOpened, async (call) =>
    notePortalOpened(deps, await authorizePortal(deps, call)),
  )
  api.register(contract.listPortalInvoices, async (call) =>
    listInvoicesForClient(deps, await authorizePortal(deps, call), call.query),
  )
  api.register(contract.listPortalEstimates, async (call) =>
    listEstimatesForClient(deps, await authorizePortal(deps, call), call.query),
  )
  api.register(contract.listPortalPayments, async (call) =>
    listPaymentsForClient(deps, await authorizePortal(deps, call), call.query),
  )
  api.register(contract.getPortalReceipt, async (call) =>
    getPortalReceipt(deps, call.ip, await authorizePortal(deps, call), call.params.paymentId),
  )
  api.register(contract.getPortalStatement, async (call) =>
    getPortalStatement(deps, call.ip, await authorizePortal(deps, call), call.query),
  )
  api.register(contract.getPortalDetails, async (call) => {
    const client = await authorizePortal(deps, call)
    return withTenant(deps.database, client.businessId, (tx) => readDetails(tx, client))
  })
  api.register(contract.listPortalMessages, async (call) =>
    listMessages(deps, await authorizePortal(deps, call), call.query),
  )

  api.register(contract.getPortalPaymentOptions, async (call) => {
    const client = await authorizePortal(deps, call)
    return paymentOptionsFor(deps, client, call.body.invoiceIds)
  })

  // For the client alone.
  api.register(contract.startPortalCheckout, async (call) =>
    startCheckoutFor(deps, call.ip, await authorizeClient(deps, call), call.body),
  )
  api.register(contract.payPortalDemo, async (call) =>
    payDemoFor(deps, call.ip, await authorizeClient(deps, call), call.body),
  )
  api.register(contract.proposePortalDetails, async (call) =>
    proposeDetails(deps, call.ip, await authorizeClient(deps, call), call.body),
  )
  api.register(contract.sendPortalMessage, async (call) =>
    sendClientMessage(deps, call.ip, await authorizeClient(deps, call), call.body),
  )
}
