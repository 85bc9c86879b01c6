import { actorOf } from '../../platform/audit/record-admin-action.ts'
import type { Api } from '../../platform/http/api.ts'
import type { AdminMailDeps } from './admin-mail-deps.ts'
import { checkDns } from './check-dns.ts'
import * as contract from './contract.ts'
import { getMailSetup } from './get-mail-setup.ts'
import { getOutboxMail, listOutbox } from './list-outbox.ts'
import { getMailboxAttachment, getMailboxMessage, listMailbox } from './read-mailbox.ts'
import { sendMailAgain } from './send-mail-again.ts'
import { sendTestMail } from './send-test-mail.ts'

export function registerAdminMailRoutes(api: Api, deps: AdminMailDeps): void {
  api.register(contract.getMailSetup, () => getMailSetup(deps))
  api.register(contract.listOutbox, ({ query }) => listOutbox(deps, query))
  api.register(contract.getOutboxMail, ({ params }) => getOutboxMail(deps.database, params.id))
  api.register(contract.sendMailAgain, (call) => sendMailAgain(deps, actorOf(call), call.params.id))
  api.register(contract.sendTestMail, (call) => sendTestMail(deps, actorOf(call), call.body))
  api.register(contract.checkDns, ({ identity, query }) => checkDns(deps, identity.userId, query))
  api.register(contract.listMailbox, ({ query }) => listMailbox(deps, query))
  api.register(contract.getMailboxMessage, (call) => getMailboxMessage(deps, actorOf(call), call.params.id))
  api.register(contract.getMailboxAttachment, (call) =>
    getMailboxAttachment(deps, actorOf(call), call.params),
  )
}
