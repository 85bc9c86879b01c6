import { randomUUID } from 'node:crypto'
import type { Caller } from '../../../src/features/auth/activity.ts'
import type { CardProvider } from '../../../src/platform/cards/card-provider.ts'
import { setPlan } from '../fixtures/invoices.ts'
import { saveOwnPaypal, saveOwnStripe } from '../providers/own-accounts.ts'
import type { TestApp } from '../test-app.ts'

export type Job = { name: 'close-checkout' | 'sync-refunds'; data: never }

export interface ChaosOwner {
  cookie: string
  identity: Caller
  webhookId: string
}

export const ownKeys = { secretKey: 'sk_test_own1', webhookSecret: 'whsec_own1' }

/**
 * Adds a step before and after each call to the provider, so that another actor may run in between and either
 * side may die.
 */
export function gateProvider<
  P extends Pick<CardProvider, 'checkouts' | 'refunds'> &
    Partial<Pick<CardProvider, 'disputes' | 'savedCards'>>,
>(provider: P, step: () => Promise<void>): P {
  const gated =
    <Args extends unknown[], T>(work: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      await step()
      const answer = await work(...args)
      await step()
      return answer
    }
  const { checkouts, refunds, disputes, savedCards } = provider
  return {
    ...provider,
    checkouts: {
      create: gated(checkouts.create),
      read: gated(checkouts.read),
      expire: gated(checkouts.expire),
    },
    ...(savedCards && {
      savedCards: {
        charge: gated(savedCards.charge),
        find: gated(savedCards.find),
        remove: gated(savedCards.remove),
      },
    }),
    refunds: { create: gated(refunds.create), list: gated(refunds.list) },
    ...(disputes && {
      disputes: { list: gated(disputes.list), listSince: gated(disputes.listSince) },
    }),
  }
}

export async function takeJobs(app: TestApp): Promise<Job[]> {
  const { rows } = await app.database.platform.query<Job>(
    `delete from pgboss.job where name in ('close-checkout', 'sync-refunds') and state = 'created' returning name, data`,
  )
  return rows
}

/** A business that may make and mail as much as it likes. */
export async function openChaosBusiness(app: TestApp): Promise<ChaosOwner> {
  const { cookie, session } = await app.signUpAndIn()
  await setPlan(app, session.business.id, 'enterprise')
  const webhookPath = await saveOwnStripe(app, cookie, ownKeys)
  await saveOwnPaypal(app, cookie)
  return { cookie, webhookId: webhookPath.split('/').at(-1) ?? '', identity: identityOf(session) }
}

/** Who calls a use case without a request. */
export function identityOf({
  business,
  user: { id: userId, ...person },
}: Awaited<ReturnType<TestApp['signUpAndIn']>>['session']): Caller {
  return {
    ...person,
    isConfirmed: true,
    memberRole: 'owner',
    owner: person,
    userId,
    sessionId: randomUUID(),
    businessId: business.id,
    business,
    device: '',
    ipAddress: '',
  }
}
