import type { InvoiceChangeDeps } from '../../../src/features/invoices/invoice-deps.ts'
import type { Database } from '../../../src/platform/db/connect.ts'
import type { Identity } from '../../../src/platform/http/api.ts'
import { createLog } from '../../../src/platform/log.ts'
import { randomFrom } from '../random.ts'
import type { ReminderRow } from './books.ts'
import { type ModelBusiness, createModel } from './model.ts'

/** The source of all random values: the same seed gives the same years. */
export function createDraws(seed: number) {
  let generator = randomFrom(seed)
  const random = () => generator()
  const upTo = (max: number) => Math.floor(random() * (max + 1))
  let ids = 0
  return {
    random,
    /** Each moment has its own random sequence, so that a change at one moment does not affect later ones. */
    beginMoment(now: number): void {
      generator = randomFrom(Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(now % 2 ** 32, 0x85ebca6b))
    },
    chance: (likelihood: number) => random() < likelihood,
    /** Returns a number from 0 up to and including this. */
    upTo,
    between: (min: number, max: number) => min + upTo(max - min),
    pick: <T>(choices: readonly T[]): T => choices[upTo(choices.length - 1)]!,
    /** Counted up, because two moments may draw the same number. */
    uuid: () =>
      `${(ids += 1).toString(16).padStart(8, '0')}-0000-4000-a000-${seed.toString(16).padStart(12, '0')}`,
  }
}

type Draws = ReturnType<typeof createDraws>

/** Creates a simulated world: the product with a simulated clock, and the model of what should happen. */
export function createChaseContext({
  database,
  url,
  seed,
}: {
  database: Database
  url: string
  seed: number
}) {
  const clock = { now: Date.UTC(2024, 1, 1) }
  const counts = new Map<string, number>()
  const warnings: string[] = []
  const problems: string[] = []
  const deps: InvoiceChangeDeps = {
    database,
    // Mails are read from the outbox, which is written in the same transaction.
    jobs: {
      enqueue: async ({ client }) => void (await client.query('select 1')),
      retry: async () => false,
      work: async () => undefined,
      schedule: async () => undefined,
      unschedule: async () => undefined,
      check: async () => undefined,
      stop: async () => undefined,
    },
    log: createLog('warn', { write: (line: string) => void warnings.push(line) }),
    appUrl: 'http://localhost:3000',
    mailFrom: 'Millrace <no-reply@millrace.example>',
    mailWaitsForVerification: true,
    now: () => new Date(clock.now),
    closeCheckouts: async () => undefined,
    matchTransactions: async () => undefined,
    canPayOnline: async () => true,
  }
  return {
    database,
    url,
    deps,
    clock,
    draws: createDraws(seed) satisfies Draws,
    model: createModel(),
    counts,
    count: (what: string, by = 1) => void counts.set(what, (counts.get(what) ?? 0) + by),
    /** Reminders of deleted invoices, read right before the deletion. */
    archive: [] as ReminderRow[],
    /** The first moments after outages. */
    lateTicks: new Set<number>(),
    /** The warnings that the product logged. */
    warnings,
    problems,
    complain: (problem: string) => void problems.push(`${new Date(clock.now).toISOString()} ${problem}`),
  }
}

export type ChaseContext = ReturnType<typeof createChaseContext>

export function ownerOf({ id, zone }: ModelBusiness): Identity {
  return {
    userId: id,
    sessionId: id,
    name: 'Test Owner',
    email: `owner-${id}@example.com`,
    emailVerified: true,
    role: 'user',
    mustChangePassword: false,
    isConfirmed: true,
    memberRole: 'owner',
    owner: { name: 'Test Owner', email: `owner-${id}@example.com` },
    businessId: id,
    business: { name: 'Test Business', timeZone: zone, currency: 'USD', locale: 'en-US', deleteAfter: null },
  }
}
