/** Names in notifications of the database. `session`: who is signed in and what they may do. */
export const topics = [
  'invoices',
  'expenses',
  'banks',
  'mails',
  'receipts',
  'clients',
  'comments',
  'session',
] as const
export type Topic = (typeof topics)[number]

export function isTopic(name: string): name is Topic {
  return (topics as readonly string[]).includes(name)
}

/** How often a stream sends a heartbeat. The client reconnects after 2.5 times this long without an event. */
export const beatMs = 20_000

/** How long changes are remembered for a page that reads its data before it listens. */
export const recallMs = 30_000
