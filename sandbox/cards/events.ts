import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { withCardSandbox } from '../../src/platform/db/transaction.ts'
import { defineJob } from '../../src/platform/jobs/job.ts'
import { withoutPrivateFields } from './answer.ts'
import { type CardSandbox, type SandboxScope, newId, newObject, secondsOf } from './card-sandbox.ts'
import { insertObject, readObject, saveObject } from './object-store.ts'
import type { ProviderEvent } from './sandbox-objects.ts'
import { type SandboxRoute, listRoute, readRoute } from './sandbox-routes.ts'

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
export async function emitEvent(scope: SandboxScope, type: string, object: object): Promise<void> {
  const event: ProviderEvent = {
    ...newObject(scope, 'event', newId('evt')),
    api_version: apiVersion,
    type,
    data: { object: withoutPrivateFields(object) as object },
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
  }
  await insertObject(scope, event)
  await scope.sandbox.jobs.enqueue(scope.tx, deliverCardEvent, { eventId: event.id })
}

/** Delivers an event. Throws unless the receiver accepted it, so that the job is retried. */
export async function deliverEvent(sandbox: CardSandbox, eventId: string): Promise<void> {
  const stored = await withCardSandbox(sandbox.database, (tx) => readObject(tx, 'event', eventId))
  if (!stored || stored.body.pending_webhooks === 0) return
  const body = JSON.stringify(stored.body)
  // The real time even where the sandbox's is simulated, because the receiver compares it with its own clock.
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
  await withCardSandbox(sandbox.database, (tx) => saveObject({ tx }, delivered, keptUntil))
}

export const eventRoutes: readonly SandboxRoute[] = [
  readRoute('/v1/events', 'event'),
  listRoute(
    '/v1/events',
    'event',
    { type: z.string().optional(), types: z.array(z.string()).optional() },
    ({ type, types }) => ({ matching: { type }, oneOf: types && { field: 'type', values: types } }),
  ),
]
