import { z } from 'zod'
import { createdInput } from '../list-page.ts'
import { getObject } from '../object-store.ts'
import { type SandboxRoute, listRoute, readRoute } from '../sandbox-routes.ts'

export const payoutRoutes: readonly SandboxRoute[] = [
  listRoute('/v1/payouts', 'payout', { created: createdInput.optional() }, ({ created }) => ({ created })),
  readRoute('/v1/payouts', 'payout'),
  listRoute(
    '/v1/balance_transactions',
    'balance_transaction',
    { payout: z.string().optional(), created: createdInput.optional() },
    async ({ payout, created }, call) => {
      if (payout !== undefined) await getObject(call, 'payout', payout, { param: 'payout' })
      return { parent: payout, created }
    },
  ),
  readRoute('/v1/balance_transactions', 'balance_transaction'),
]
