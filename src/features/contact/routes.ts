import { actorOf } from '../../platform/audit/record-admin-action.ts'
import type { Api } from '../../platform/http/api.ts'
import { answerMessage, closeMessage, reopenMessage } from './answer-message.ts'
import type { ContactDeps } from './contact-deps.ts'
import * as contract from './contract.ts'
import { listMessages } from './queries.ts'
import { receiveMessage } from './receive-message.ts'

export function registerContactRoutes(api: Api, deps: ContactDeps): void {
  api.register(contract.sendContactMessage, ({ body, ip }) => receiveMessage(deps, body, ip))
  api.register(contract.listContactMessages, ({ query }) => listMessages(deps, query))
  api.register(contract.answerContactMessage, (call) =>
    answerMessage(deps, actorOf(call), call.params.id, call.body),
  )
  api.register(contract.closeContactMessage, (call) => closeMessage(deps, actorOf(call), call.params.id))
  api.register(contract.reopenContactMessage, (call) => reopenMessage(deps, actorOf(call), call.params.id))
}
