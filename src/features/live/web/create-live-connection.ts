import { backoff } from '../../../shared/backoff.ts'
import { type Topic, beatMs, isTopic } from '../rules.ts'

interface Source {
  readonly readyState: number
  addEventListener(name: string, listener: (event: MessageEvent<unknown>) => void): void
  close(): void
}

interface LiveConnectionOptions {
  open: () => Source
  /** Whether this page has listened before, so that its data may be out of date. */
  isAgain: boolean
  onChange: (topics: Topic[]) => void
  /** Changes may have happened without an event. */
  onMissed: () => void
  /** The server responded, but not with a stream: the session may have ended. */
  onRefused: () => void
  random?: () => number
}

const backoffLimits = { firstMs: 1000, maxMs: 60_000 }
/** A connection that lasts this long counts as stable and resets the backoff. */
const stableAfterMs = 10_000
/** Over HTTP/1.1 a browser opens at most six connections per host, shared by all tabs. */
const closeHiddenAfterMs = 30_000
const silenceMs = 2.5 * beatMs
/** EventSource.CLOSED: the browser does not reconnect. */
const closed = 2

/** Keeps one connection open while the page is visible, and reconnects with a backoff when it is lost. */
export function createLiveConnection(options: LiveConnectionOptions) {
  const { open, isAgain, onChange, onMissed, onRefused, random = Math.random } = options
  let source: Source | undefined
  let failures = 0
  let isReconnect = isAgain
  let hideTimer: ReturnType<typeof setTimeout> | undefined
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let stableTimer: ReturnType<typeof setTimeout> | undefined
  let silenceTimer: ReturnType<typeof setTimeout> | undefined

  function connect() {
    retryTimer = undefined
    const opened = open()
    source = opened
    const fail = () => {
      if (source !== opened) return
      const isRefused = opened.readyState === closed
      disconnect()
      failures += 1
      retryTimer = setTimeout(connect, backoff(failures, backoffLimits, random))
      if (isRefused) onRefused()
    }
    // A connection can die silently, for example when a laptop sleeps.
    const restartSilenceTimer = () => {
      clearTimeout(silenceTimer)
      silenceTimer = setTimeout(fail, silenceMs)
    }
    const listen = (name: string, handle: (data: string) => void) => {
      opened.addEventListener(name, (event) => {
        if (source !== opened) return
        restartSilenceTimer()
        handle(String(event.data))
      })
    }
    restartSilenceTimer()
    listen('beat', () => undefined)
    listen('ready', () => {
      if (isReconnect) onMissed()
      isReconnect = true
      clearTimeout(stableTimer)
      stableTimer = setTimeout(() => (failures = 0), stableAfterMs)
    })
    listen('change', (data) => onChange(data.split(' ').filter(isTopic)))
    opened.addEventListener('error', fail)
  }

  function disconnect() {
    for (const timer of [retryTimer, stableTimer, silenceTimer]) clearTimeout(timer)
    retryTimer = undefined
    source?.close()
    source = undefined
    isReconnect = true
  }

  return {
    show() {
      clearTimeout(hideTimer)
      if (!source && !retryTimer) connect()
    },
    hide() {
      clearTimeout(hideTimer)
      hideTimer = setTimeout(disconnect, closeHiddenAfterMs)
    },
    /** The network is back, and is probably a different one, so the open connection cannot be trusted. */
    renew() {
      if (!source && !retryTimer) return
      disconnect()
      connect()
    },
    stop() {
      clearTimeout(hideTimer)
      disconnect()
    },
  }
}
