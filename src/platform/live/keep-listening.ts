import type { Logger } from 'pino'
import { backoff } from '../../shared/backoff.ts'
import { createListeningClient } from '../db/listening-client.ts'
import { within } from '../within.ts'

export interface ListeningPace {
  /** How often an idle connection is checked, and how long it may take to respond. */
  pingEveryMs: number
  timeoutMs: number
  retry: { firstMs: number; maxMs: number }
}

interface ListeningOptions {
  url: string
  channel: string
  log: Logger
  pace: ListeningPace
  /** Called when listening starts. Notifications before that may have been missed, later ones are not. */
  onListening: () => void
  onMessage: (payload: string) => void
}

/** How long closing a connection may take. */
const closeTimeoutMs = 1000

/** Listens on a channel until stopped. A lost connection is opened again. */
export function keepListening(options: ListeningOptions): { stop(): Promise<void> } {
  const { url, channel, log, pace, onListening, onMessage } = options
  let failures = 0
  let disconnect: () => Promise<void>
  let retry: NodeJS.Timeout | undefined

  function open() {
    const client = createListeningClient(url, pace.timeoutMs)
    let isOver = false
    let pingTimer: NodeJS.Timeout | undefined
    disconnect = async () => {
      isOver = true
      clearTimeout(pingTimer)
      await within(closeTimeoutMs, client.end()).catch(() => undefined)
    }
    const handleLoss = (err: unknown) => {
      if (isOver) return
      void disconnect()
      failures += 1
      const inMs = Math.round(backoff(failures, pace.retry))
      log.warn({ err, inMs }, 'lost the connection that listens for changes')
      retry = setTimeout(open, inMs).unref()
    }
    const ping = async () => {
      await client.query('select 1')
      failures = 0
      schedulePing()
    }
    const schedulePing = () => {
      if (!isOver) pingTimer = setTimeout(() => void ping().catch(handleLoss), pace.pingEveryMs).unref()
    }
    // Without a listener an error would end the process, even after the connection was given up.
    client.on('error', handleLoss)
    client.on('end', () => handleLoss(new Error('the connection was closed')))
    client.on('notification', ({ payload = '' }) => {
      if (!isOver) onMessage(payload)
    })
    const start = async () => {
      await client.connect()
      await client.query(`listen ${channel}`)
      if (isOver) return
      schedulePing()
      onListening()
    }
    start().catch(handleLoss)
  }

  open()
  return {
    async stop() {
      clearTimeout(retry)
      await disconnect()
    },
  }
}
