import { syncConnection } from '../../../src/features/banking/sync/sync-connection.ts'
import type { TransactionFacts } from '../../../src/platform/banks/bank-provider.ts'
import type { TestApp } from '../test-app.ts'
import { addOwner, connectBank } from './connected-bank.ts'
import { createFakeBank, fakeTransaction } from './fake-bank.ts'

/** Creates a business with a bank that was just connected, with a test clock. */
export async function openBank(app: TestApp, now: () => Date) {
  const bank = createFakeBank({ pageSize: 3 })
  const deps = () => ({ ...app.deps, demoBank: bank.provider, now })
  const identity = await addOwner(app.database)
  const connected = await connectBank(deps(), identity)
  return {
    bank,
    deps,
    identity,
    connected,
    item: bank.lastItem(),
    sync: (options?: { maxPages: number }) => syncConnection(deps(), connected.ref, options),
    /** Adds transactions to the first account of the current item. */
    add(count: number, changes: Partial<TransactionFacts> = {}) {
      const item = bank.lastItem()
      for (let n = 0; n < count; n++) {
        bank.change(item, { kind: 'added', facts: fakeTransaction(item.accounts[0]!.providerId, changes) })
      }
    },
  }
}

export type OpenBank = Awaited<ReturnType<typeof openBank>>
