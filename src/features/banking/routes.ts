import type { Api } from '../../platform/http/api.ts'
import type { BankingDeps } from './banking-deps.ts'
import * as contract from './contract.ts'
import { disconnectBank, removeBank } from './end/disconnect-bank.ts'
import { getBankConnection, getBanking, getSecurityReport } from './get-banking.ts'
import { connectDemoBank, expireDemoBank } from './link/connect-demo-bank.ts'
import { finishBankLink } from './link/finish-bank-link.ts'
import { startBankLink } from './link/start-bank-link.ts'
import { receiveBankWebhook } from './sync/receive-bank-webhook.ts'
import { syncBanks } from './sync/request-sync.ts'

export function registerBankingRoutes(api: Api, deps: BankingDeps): void {
  api.register(contract.getBanking, ({ identity }) => getBanking(deps, identity))
  api.register(contract.getSecurityReport, ({ identity }) => getSecurityReport(deps, identity))
  api.register(contract.syncBanks, ({ identity }) => syncBanks(deps, identity))

  api.register(contract.connectDemoBank, ({ identity, body, log }) =>
    connectDemoBank({ ...deps, log }, identity, body),
  )
  api.register(contract.startBankLink, ({ identity, body }) => startBankLink(deps, identity, body))
  api.register(contract.finishBankLink, ({ identity, params, log }) =>
    finishBankLink({ ...deps, log }, identity, params.id),
  )

  api.register(contract.getBankConnection, ({ identity, params }) =>
    getBankConnection(deps, identity, params.id),
  )
  api.register(contract.disconnectBank, ({ identity, params }) => disconnectBank(deps, identity, params.id))
  api.register(contract.removeBank, ({ identity, params }) => removeBank(deps, identity, params.id))
  api.register(contract.expireDemoBank, ({ identity, params }) => expireDemoBank(deps, identity, params.id))

  api.register(contract.receivePlaidEvent, async ({ file, context, ip, log }) => {
    const signature = context.req.header('plaid-verification')
    await receiveBankWebhook(deps, { body: file, signature, ip, log })
    return { received: true as const }
  })
}
