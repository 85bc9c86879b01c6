import { randomUUID } from 'node:crypto'
import * as contract from '../../../src/features/banking/contract.ts'
import type { DemoInstitution } from '../../../src/features/banking/rules.ts'
import { saveBanking } from '../../../src/features/integrations/contract.ts'
import { bankAccounts, bankConnections } from '../../../src/platform/db/tables/banking.ts'
import { transactions } from '../../../src/platform/db/tables/transactions.ts'
import { withTenant } from '../../../src/platform/db/transaction.ts'
import { answerOf } from '../test-app.ts'
import type { TestApp } from '../test-app.ts'

/** A new account, with what the tests of bank connections do as its owner. */
export async function signUpForBanks(app: TestApp) {
  const { cookie, session } = await app.signUpAndIn({ timeZone: 'UTC' })
  const businessId = session.business.id
  const connect = (institution: DemoInstitution = 'chase', requestId: string = randomUUID()) =>
    app.send(contract.connectDemoBank, { body: { institution, requestId } }, { cookie })
  const start = (connectionId: string | null = null) =>
    app.send(contract.startBankLink, { body: { connectionId } }, { cookie })
  const finish = (id: string) => app.send(contract.finishBankLink, { params: { id } }, { cookie })
  const inTenant = <T>(work: Parameters<typeof withTenant<T>>[2]) =>
    withTenant(app.database, businessId, work)
  return {
    cookie,
    businessId,
    userId: session.user.id,
    connect,
    connected: async (institution?: DemoInstitution) =>
      answerOf(contract.connectDemoBank, await connect(institution)),
    start,
    started: async (connectionId?: string) =>
      answerOf(contract.startBankLink, await start(connectionId ?? null)),
    finish,
    finished: async (id: string) => answerOf(contract.finishBankLink, await finish(id)),
    disconnect: async (id: string) =>
      answerOf(
        contract.disconnectBank,
        await app.send(contract.disconnectBank, { params: { id } }, { cookie }),
      ),
    remove: (id: string) => app.send(contract.removeBank, { params: { id } }, { cookie }),
    banking: async () => answerOf(contract.getBanking, await app.send(contract.getBanking, {}, { cookie })),
    report: async () =>
      answerOf(contract.getSecurityReport, await app.send(contract.getSecurityReport, {}, { cookie })),
    inTenant,
    connectionRows: () => inTenant(({ db }) => db.select().from(bankConnections)),
    accountRows: () => inTenant(({ db }) => db.select().from(bankAccounts)),
    transactionRows: () => inTenant(({ db }) => db.select().from(transactions)),
    async saveKeys(environment: 'production' | 'sandbox' = 'sandbox') {
      const body = { clientId: 'plaid-client', secret: 'plaid-secret', environment }
      await answerOf(saveBanking, await app.send(saveBanking, { body }, { cookie }))
    },
  }
}
export type BankOwner = Awaited<ReturnType<typeof signUpForBanks>>

/** Adds transactions to an account, as if they had been fetched. */
export async function addTransactions(
  { inTenant, businessId }: BankOwner,
  accountId: string,
  { count = 1, status = 'posted' }: { count?: number; status?: 'posted' | 'pending' } = {},
): Promise<void> {
  await inTenant(({ client }) =>
    client.query(
      `insert into transactions (business_id, account_id, provider_id, date, description, merchant_key, amount_cents,
         is_income, status, created_at, updated_at)
       select $1, $2, 'tx_' || gen_random_uuid(), date '2026-11-10' - n % 30, 'Shop ' || n, 'shop', n, false, $4, now(), now()
       from generate_series(1, $3::int) n`,
      [businessId, accountId, count, status],
    ),
  )
}
