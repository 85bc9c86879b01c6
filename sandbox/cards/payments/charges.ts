import { z } from 'zod'
import type { SandboxRoute } from '../card-sandbox.ts'
import { listPage, pageInput } from '../list-page.ts'
import { readObject } from '../object-store.ts'
import { readInput } from '../read-input.ts'
import { noSuch } from '../sandbox-error.ts'
import { getCustomer } from './customers.ts'

export const chargeRoutes: readonly SandboxRoute[] = [
  {
    method: 'GET',
    path: '/v1/charges/:id',
    async handle({ tx, account, input, params: { id = '' } }) {
      readInput(input, {})
      const stored = await readObject(tx, 'charge', id, { account })
      if (!stored) throw noSuch('charge', id)
      return stored.body
    },
  },
  {
    method: 'GET',
    path: '/v1/charges',
    async handle(call) {
      const {
        payment_intent: parent,
        customer,
        ...page
      } = readInput(call.input, {
        ...pageInput,
        payment_intent: z.string().optional(),
        customer: z.string().optional(),
      })
      if (customer !== undefined) await getCustomer(call, customer, { param: 'customer' })
      return listPage(call, 'charge', { ...page, url: '/v1/charges', parent, matching: { customer } })
    },
  },
]
