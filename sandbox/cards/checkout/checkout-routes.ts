import { z } from 'zod'
import type { SandboxCall, SandboxRoute } from '../card-sandbox.ts'
import { listPage, pageInput } from '../list-page.ts'
import { readInput } from '../read-input.ts'
import { invalidRequest, noSuch } from '../sandbox-error.ts'
import type { CheckoutSession } from '../sandbox-objects.ts'
import { expireSession, lockSession } from './checkout-sessions.ts'
import { createSession } from './create-checkout-session.ts'

const path = '/v1/checkout/sessions'

async function getSession(call: SandboxCall): Promise<CheckoutSession> {
  readInput(call.input, {})
  const id = call.params['id'] ?? ''
  const found = await lockSession(call, id)
  if (!found) throw noSuch('checkout.session', id)
  return found.session
}

export const checkoutRoutes: readonly SandboxRoute[] = [
  { method: 'POST', path, handle: (call) => createSession(call, call.input) },
  { method: 'GET', path: `${path}/:id`, handle: getSession },
  {
    method: 'POST',
    path: `${path}/:id/expire`,
    async handle(call) {
      const session = await getSession(call)
      if (session.status === 'open') return expireSession(call, session)
      const message =
        'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ' +
        `\`${session.status}\`.`
      throw invalidRequest(message)
    },
  },
  {
    method: 'GET',
    path,
    async handle(call) {
      const { customer, status, subscription, payment_intent, ...page } = readInput(call.input, {
        ...pageInput,
        customer: z.string().optional(),
        subscription: z.string().optional(),
        payment_intent: z.string().optional(),
        status: z.enum(['open', 'complete', 'expired']).optional(),
      })
      const matching = { customer, status, subscription, payment_intent }
      return listPage(call, 'checkout.session', { ...page, url: path, matching })
    },
  },
]
