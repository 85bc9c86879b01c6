import type { Logger } from 'pino'
import { type ListeningPace, keepListening } from './keep-listening.ts'

export interface LiveListener {
  /** Data of this topic in the business has changed. */
  changed(topic: string): void
  /** Changes may have been missed. */
  missed(): void
  /** Notifications have ended. */
  closed(): void
}

/** Reports changes in businesses, whichever process made them. */
export interface Live {
  /** Subscribes until the returned function is called. Begins with what changed in the milliseconds before, up to `recallMs`. */
  subscribe(businessId: string, listener: LiveListener, sinceMs?: number): () => void
  count(): number
  close(): Promise<void>
}

export interface LivePace extends ListeningPace {
  /** How long the connection stays open without subscribers. */
  idleMs: number
  /** How long changes are remembered for those who subscribe after them. */
  recallMs: number
}

interface LiveOptions {
  /** The database's address without a pooler, because notifications belong to a connection. */
  url: string
  log: Logger
  pace?: LivePace
}

const channel = 'millrace'
const defaultPace: LivePace = {
  pingEveryMs: 30_000,
  timeoutMs: 10_000,
  retry: { firstMs: 500, maxMs: 30_000 },
  idleMs: 60_000,
  recallMs: 30_000,
}
const messagePattern = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}) ([a-z-]+)$/

/** Uses one connection for the whole process, which is open only while there are subscribers. */
export function createLive({ url, log, pace = defaultPace }: LiveOptions): Live {
  const listeners = new Map<string, Set<LiveListener>>()
  /** The moment of each recent change, by message, the latest last. */
  const recent = new Map<string, number>()
  let listening: ReturnType<typeof keepListening> | undefined
  let idle: NodeJS.Timeout | undefined
  let isClosed = false

  const all = () => [...listeners.values()].flatMap((subscribers) => [...subscribers])

  function notify(payload: string) {
    const [, businessId, topic] = messagePattern.exec(payload) ?? []
    if (businessId === undefined || topic === undefined) return
    forgetOld()
    recent.delete(payload)
    recent.set(payload, performance.now())
    for (const listener of listeners.get(businessId) ?? []) listener.changed(topic)
  }

  function forgetOld() {
    for (const [payload, at] of recent) {
      if (performance.now() - at < pace.recallMs) break
      recent.delete(payload)
    }
  }

  function recall(businessId: string, listener: LiveListener, sinceMs: number) {
    forgetOld()
    for (const [payload, at] of recent) {
      const [ofBusiness, topic = ''] = payload.split(' ')
      if (ofBusiness === businessId && performance.now() - at < sinceMs) listener.changed(topic)
    }
  }

  async function disconnect() {
    const before = listening
    listening = undefined
    await before?.stop()
  }

  return {
    subscribe(businessId, listener, sinceMs = 0) {
      if (isClosed) {
        queueMicrotask(() => listener.closed())
        return () => undefined
      }
      clearTimeout(idle)
      const subscribers = listeners.get(businessId) ?? new Set()
      listeners.set(businessId, subscribers.add(listener))
      listening ??= keepListening({
        url,
        channel,
        log,
        pace,
        onListening: () => {
          for (const each of all()) each.missed()
        },
        onMessage: notify,
      })
      recall(businessId, listener, sinceMs)
      return () => {
        if (!subscribers.delete(listener) || subscribers.size > 0) return
        // Another set may have replaced this one.
        if (listeners.get(businessId) === subscribers) listeners.delete(businessId)
        if (listeners.size > 0 || isClosed) return
        clearTimeout(idle)
        idle = setTimeout(() => void disconnect(), pace.idleMs).unref()
      }
    },
    count: () => all().length,
    async close() {
      isClosed = true
      clearTimeout(idle)
      for (const each of all()) each.closed()
      listeners.clear()
      await disconnect()
    },
  }
}
