import { endpoint } from '../../shared/endpoint.ts'

/**
 * Server-sent events. `change` lists the outdated topics, separated by spaces; it contains no data of the
 * business. `ready` comes first, and again whenever changes may have been missed. `beat` is the heartbeat.
 */
export const getLive = endpoint({
  method: 'get',
  path: '/api/v1/live',
  access: 'user',
  tag: 'Live',
  summary: 'A stream of what changes in the business',
  givesFile: ['text/event-stream'],
})
