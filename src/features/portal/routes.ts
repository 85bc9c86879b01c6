import type { Api } from '../../platform/http/api.ts'
import { assertClientExists } from '../clients/assert-client-exists.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import { decideProposal } from './details/decide-proposal.ts'
import { listMessages, markRead, sendOwnerAnswer } from './messages/messages.ts'
import { endPortalDevices, getClientPortal, renewClientPortal } from './owner/client-portal.ts'
import * as contract from './owner/contract.ts'

interface ClientCall {
  identity: { businessId: string }
  params: { id: string }
}

function keyOf({ identity, params }: ClientCall) {
  return { businessId: identity.businessId, clientId: params.id }
}

/** The other side of the portal: what the owner sees and decides on the page of the client. */
export function registerClientPortalRoutes(api: Api, deps: InvoiceDeps): void {
  api.register(contract.getClientPortal, (call) => getClientPortal(deps, keyOf(call)))
  api.register(contract.renewClientPortal, (call) => renewClientPortal(deps, keyOf(call)))
  api.register(contract.endPortalDevices, (call) => endPortalDevices(deps, keyOf(call)))
  api.register(contract.decideClientProposal, (call) =>
    decideProposal(deps, {
      ...keyOf(call),
      proposalId: call.body.proposalId,
      accepts: call.body.decision === 'accept',
    }),
  )
  api.register(contract.listClientMessages, async (call) => {
    const key = keyOf(call)
    await assertClientExists(deps.database, key.businessId, key.clientId)
    return listMessages(deps, key, call.query)
  })
  api.register(contract.answerClient, (call) => sendOwnerAnswer(deps, keyOf(call), call.body))
  api.register(contract.readClientMessages, (call) => markRead(deps, keyOf(call)))
}
