import type { Logger } from 'pino'

/** Told what is out of date in a business; `null` when something may have been missed. */
export type LiveListener = (topic: string | null) => void

export interface Live {
  /** Until the function that comes back is called. */
  subscribe(businessId: string, listener: LiveListener): () => void
  close(): Promise<void>
}

interface LiveOptions {
  /** Of the database, without a pooler in between: notifications belong to a connection. */
  url: string
  log: Logger
}

export function createLive(_options: LiveOptions): Live {
  return { subscribe: () => () => undefined, close: async () => undefined }
}
