/** What can be out of date. The database tells by these names. `session`: who is signed in, and what they may do. */
export const topics = ['invoices', 'expenses', 'banks', 'mails', 'session'] as const
export type Topic = (typeof topics)[number]

export function isTopic(name: string): name is Topic {
  return (topics as readonly string[]).includes(name)
}

/** How often a stream says that it is still there. Twice of it without a word means that it is not. */
export const beatMs = 20_000
