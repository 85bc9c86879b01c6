import type { Client } from 'pg'
import type { Logger } from 'pino'
import { backoff } from '../../shared/backoff.ts'
import { createListeningClient } from '../db/listening-client.ts'

export interface ListeningPace {
  /** How often a connection that says nothing is asked whether it is still there, and how long it may take to answer. */
  askEveryMs: number
  answerWithinMs: number
  retry: { firstMs: number; maxMs: number }
}

interface ListeningOptions {
  url: string
  channel: string
  log: Logger
  pace: ListeningPace
  /** From here on nothing is missed; before, something may have been. */
  onListening: () => void
  onMessage: (payload: string) => void
}

/** How long a connection may take to say goodbye. */
const goodbyeMs = 1000

/** Listens on a channel until stopped, over a connection that is opened again whenever it is lost. */
export function keepListening(options: ListeningOptions): { stop(): Promise<void> } {
  const { url, channel, log, pace, onListening, onMessage } = options
  let failures = 0
  let hangUp: () => Promise<void>
  let retry: NodeJS.Timeout | undefined

  function open() {
    const client = createListeningClient(url, pace.answerWithinMs)
    let isOver = false
    let asking: NodeJS.Timeout | undefined
    hangUp = async () => {
      isOver = true
      clearTimeout(asking)
      await end(client)
    }
    const lose = (err: unknown) => {
      if (isOver) return
      void hangUp()
      failures += 1
      const inMs = Math.round(backoff(failures, pace.retry))
      log.warn({ err, inMs }, 'lost the connection that listens for changes')
      retry = setTimeout(open, inMs).unref()
    }
    const ask = async () => {
      await client.query('select 1')
      failures = 0
      askLater()
    }
    const askLater = () => {
      if (!isOver) asking = setTimeout(() => void ask().catch(lose), pace.askEveryMs).unref()
    }
    // An error that nobody hears would end the process, also one that comes after its connection was given up.
    client.on('error', lose)
    client.on('end', () => lose(new Error('the connection was closed')))
    client.on('notification', ({ payload = '' }) => {
      if (!isOver) onMessage(payload)
    })
    const begin = async () => {
      await client.connect()
      await client.query(`listen ${channel}`)
      if (isOver) return
      askLater()
      onListening()
    }
    begin().catch(lose)
  }

  open()
  return {
    async stop() {
      clearTimeout(retry)
      await hangUp()
    },
  }
}

async function end(client: Client): Promise<void> {
  const { promise: waited, resolve } = Promise.withResolvers<void>()
  const late = setTimeout(resolve, goodbyeMs)
  await Promise.race([client.end().catch(() => undefined), waited])
  clearTimeout(late)
}
