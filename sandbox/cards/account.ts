import type { SandboxRoute } from './card-sandbox.ts'
import { readInput } from './read-input.ts'

export const accountRoutes: readonly SandboxRoute[] = [
  {
    method: 'GET',
    path: '/v1/account',
    async handle({ input, account }) {
      readInput(input, {})
      return {
        id: account,
        object: 'account',
        charges_enabled: true,
        payouts_enabled: true,
        details_submitted: true,
        country: 'US',
        default_currency: 'usd',
        metadata: {},
      }
    },
  },
]
