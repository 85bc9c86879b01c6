import { endpoint } from '../../shared/endpoint.ts'

/**
 * Server-sent events. `change` names what is out of date, separated by spaces: nothing of the business itself travels.
 * `ready` comes first, and again whenever something may have been missed. `beat` says that the connection still stands.
 */
export const getLive = endpoint({
  method: 'get',
  path: '/api/v1/live',
  access: 'user',
  tag: 'Live',
  summary: 'Tells while it is open what has changed in the business',
  givesFile: ['text/event-stream'],
})
