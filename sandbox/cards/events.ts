import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { type Transaction, withCardSandbox } from '../../src/platform/db/transaction.ts'
import { defineJob } from '../../src/platform/jobs/job.ts'
import { withoutPrivateFields } from './answer.ts'
import { type CardSandbox, type SandboxRoute, newId, secondsOf } from './card-sandbox.ts'
import { listPage, pageInput } from './list-page.ts'
import { insertObject, readObject, saveObject } from './object-store.ts'
import { readInput } from './read-input.ts'
import { noSuch } from './sandbox-error.ts'
import type { ProviderEvent } from './sandbox-objects.ts'

/** The version of the provider's API that the sandbox implements. */
export const apiVersion = '2026-10-28.endive'

/** How many seconds a delivered event can still be read. */
const retentionSeconds = 7 * 86_400

/** Signs an event and sends it to the webhook URL, with retries until that responds with success. */
export const deliverCardEvent = defineJob('deliver-card-event', z.strictObject({ eventId: z.string() }), {
  retryLimit: 12,
  retryDelay: 2,
  retryDelayMax: 3600,
  expireInSeconds: 60,
})

/** Records an event and its delivery, in the transaction of the change. */
export async function emitEvent(
  sandbox: CardSandbox,
  tx: Transaction,
  account: string,
  type: string,
  object: object,
): Promise<void> {
  const event: ProviderEvent = {
    id: newId('evt'),
    object: 'event',
    created: secondsOf(sandbox.now()),
    livemode: false,
    api_version: apiVersion,
    type,
    data: { object: withoutPrivateFields(object) as object },
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
  }
  await insertObject(tx, { account }, event)
  await sandbox.jobs.enqueue(tx, deliverCardEvent, { eventId: event.id })
}

/** Delivers an event. Throws unless the receiver accepted it, so that the job is retried. */
export async function deliverEvent(sandbox: CardSandbox, eventId: string): Promise<void> {
  const stored = await withCardSandbox(sandbox.database, (tx) => readObject(tx, 'event', eventId))
  if (!stored || stored.body.pending_webhooks === 0) return
  const body = JSON.stringify(stored.body)
  // The receiver compares this with its own clock, so it is the real time even where the sandbox's time is
  // simulated.
  const time = secondsOf(new Date())
  const signature = createHmac('sha256', sandbox.webhookSecret).update(`${time}.${body}`).digest('hex')
  const response = await sandbox.send(sandbox.webhookUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': `t=${time},v1=${signature}`,
    },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(20_000),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`${stored.body.type} was answered with ${response.status}`)
  const delivered: ProviderEvent = { ...stored.body, pending_webhooks: 0 }
  const keptUntil = new Date((delivered.created + retentionSeconds) * 1000)
  await withCardSandbox(sandbox.database, (tx) => saveObject(tx, delivered, keptUntil))
}

export const eventRoutes: readonly SandboxRoute[] = [
  {
    method: 'GET',
    path: '/v1/events/:id',
    async handle({ tx, account, params: { id = '' }, input }) {
      readInput(input, {})
      const stored = await readObject(tx, 'event', id, { account })
      if (!stored) throw noSuch('event', id)
      return stored.body
    },
  },
  {
    method: 'GET',
    path: '/v1/events',
    async handle(call) {
      const { type, types, ...page } = readInput(call.input, {
        ...pageInput,
        type: z.string().optional(),
        types: z.array(z.string()).optional(),
      })
      return listPage(call, 'event', {
        ...page,
        url: '/v1/events',
        matching: { type },
        oneOf: types && { field: 'type', values: types },
      })
    },
  },
]
