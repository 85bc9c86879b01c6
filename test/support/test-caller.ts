import { randomUUID } from 'node:crypto'
import type { Caller } from '../../src/features/auth/activity.ts'

/** Returns the owner of a business whose rows a test has added, as a request would identify them. */
export function testCaller(businessId: string): Caller {
  return {
    userId: randomUUID(),
    sessionId: randomUUID(),
    name: 'Test Owner',
    email: 'owner@example.com',
    emailVerified: true,
    role: 'user',
    mustChangePassword: false,
    isConfirmed: true,
    memberRole: 'owner',
    owner: { name: 'Test Owner', email: 'owner@example.com' },
    businessId,
    business: { name: 'Test Business', timeZone: 'UTC', currency: 'USD', locale: 'en-US', deleteAfter: null },
    device: 'Firefox on Linux',
    ipAddress: '192.0.2.1',
  }
}
