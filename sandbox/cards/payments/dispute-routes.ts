import { z } from 'zod'
import type { SandboxRoute } from '../card-sandbox.ts'
import { createdInput, listPage, pageInput } from '../list-page.ts'
import { readObject } from '../object-store.ts'
import { boolean, readInput } from '../read-input.ts'
import { noSuch } from '../sandbox-error.ts'
import { closeDispute, lockDispute, sendEvidence } from './disputes.ts'

const evidence = z.strictObject({ uncategorized_text: z.string().max(20_000).optional() })

export const disputeRoutes: readonly SandboxRoute[] = [
  {
    method: 'GET',
    path: '/v1/disputes',
    async handle(call) {
      const {
        payment_intent: parent,
        charge,
        ...page
      } = readInput(call.input, {
        ...pageInput,
        payment_intent: z.string().optional(),
        charge: z.string().optional(),
        created: createdInput.optional(),
      })
      const { tx, account } = call
      if (parent !== undefined && !(await readObject(tx, 'payment_intent', parent, { account }))) {
        throw noSuch('payment_intent', parent, 'payment_intent')
      }
      return listPage(call, 'dispute', { ...page, url: '/v1/disputes', parent, matching: { charge } })
    },
  },
  {
    method: 'GET',
    path: '/v1/disputes/:id',
    async handle({ tx, account, input, params: { id = '' } }) {
      readInput(input, {})
      const stored = await readObject(tx, 'dispute', id, { account })
      if (!stored) throw noSuch('dispute', id)
      return stored.body
    },
  },
  {
    method: 'POST',
    path: '/v1/disputes/:id',
    async handle(call) {
      const request = readInput(call.input, { evidence: evidence.optional(), submit: boolean.optional() })
      const dispute = await lockDispute(call, call.params['id'] ?? '')
      const text = request.evidence?.uncategorized_text
      if (text === undefined) return dispute
      return sendEvidence(call, dispute, { text, isSubmitted: request.submit ?? true })
    },
  },
  {
    method: 'POST',
    path: '/v1/disputes/:id/close',
    async handle(call) {
      readInput(call.input, {})
      return closeDispute(call, await lockDispute(call, call.params['id'] ?? ''))
    },
  },
]
