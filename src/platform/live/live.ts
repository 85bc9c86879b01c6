import type { Logger } from 'pino'
import { type ListeningPace, keepListening } from './keep-listening.ts'

export interface LiveListener {
  /** Something about this in the business is out of date. */
  changed(topic: string): void
  /** Something may have changed without being told. */
  missed(): void
  /** Nothing will be told any more. */
  closed(): void
}

/** Tells what changes in businesses, whichever process changed it. */
export interface Live {
  /** Until the function that comes back is called. */
  subscribe(businessId: string, listener: LiveListener): () => void
  /** How many listen now. */
  count(): number
  close(): Promise<void>
}

export interface LivePace extends ListeningPace {
  /** How long the connection is kept for the next who listens, once nobody does. */
  keepForMs: number
}

interface LiveOptions {
  /** Of the database, without a pooler in between: notifications belong to a connection. */
  url: string
  log: Logger
  pace?: LivePace
}

const channel = 'millrace'
const defaultPace: LivePace = {
  askEveryMs: 30_000,
  answerWithinMs: 10_000,
  retry: { firstMs: 500, maxMs: 30_000 },
  keepForMs: 60_000,
}
const messageForm = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}) ([a-z-]+)$/

/** Over one connection for all of the process, which is there only while somebody listens. */
export function createLive({ url, log, pace = defaultPace }: LiveOptions): Live {
  const listeners = new Map<string, Set<LiveListener>>()
  let listening: ReturnType<typeof keepListening> | undefined
  let idle: NodeJS.Timeout | undefined
  let isClosed = false

  const all = () => [...listeners.values()].flatMap((some) => [...some])

  function tell(payload: string) {
    const [, businessId = '', topic = ''] = messageForm.exec(payload) ?? []
    for (const listener of listeners.get(businessId) ?? []) listener.changed(topic)
  }

  async function hangUp() {
    const before = listening
    listening = undefined
    await before?.stop()
  }

  return {
    subscribe(businessId, listener) {
      if (isClosed) {
        queueMicrotask(() => listener.closed())
        return () => undefined
      }
      clearTimeout(idle)
      const some = listeners.get(businessId) ?? new Set()
      listeners.set(businessId, some.add(listener))
      listening ??= keepListening({
        url,
        channel,
        log,
        pace,
        onListening: () => {
          for (const each of all()) each.missed()
        },
        onMessage: tell,
      })
      return () => {
        if (!some.delete(listener) || some.size > 0) return
        // Another set may have taken its place since.
        if (listeners.get(businessId) === some) listeners.delete(businessId)
        if (listeners.size > 0 || isClosed) return
        clearTimeout(idle)
        idle = setTimeout(() => void hangUp(), pace.keepForMs).unref()
      }
    },
    count: () => all().length,
    async close() {
      isClosed = true
      clearTimeout(idle)
      for (const each of all()) each.closed()
      listeners.clear()
      await hangUp()
    },
  }
}
