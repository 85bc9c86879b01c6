import type { Endpoint } from '../../../src/shared/endpoint.ts'

/** Whether an endpoint is for people who are signed in, in a business or for themselves. */
export function isForMembers({ access }: Pick<Endpoint, 'access'>): boolean {
  return access === 'user' || typeof access === 'object'
}
