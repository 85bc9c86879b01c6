import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { recallMs } from './rules.ts'

/**
 * Server-sent events. `change` lists the outdated topics, separated by spaces; it contains no data of the
 * business. `ready` comes first, and again whenever changes may have been missed. `beat` is the heartbeat.
 */
export const getLive = endpoint({
  method: 'get',
  path: '/api/v1/live',
  access: { permission: 'business.read' },
  tag: 'Live',
  summary: 'A stream of what changes in the business',
  query: z.strictObject({
    /** For how many milliseconds the page has been reading data. What has changed since then is told first. */
    since: z.coerce.number().int().min(0).max(recallMs).default(0),
  }),
  givesFile: ['text/event-stream'],
})
