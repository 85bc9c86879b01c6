import { backoff } from '../../../shared/backoff.ts'
import { type Topic, beatMs, isTopic } from '../rules.ts'

/** What is used of an EventSource. */
interface Source {
  readonly readyState: number
  addEventListener(name: string, listener: (event: MessageEvent<unknown>) => void): void
  close(): void
}

interface LiveConnectionOptions {
  open: () => Source
  /** Whether this page has listened before: what it shows may then be old. */
  isAgain: boolean
  onChange: (topics: Topic[]) => void
  /** Something may have changed without being told. */
  onMissed: () => void
  /** The server answered, but not with a stream: perhaps because the session is over. */
  onRefused: () => void
  random?: () => number
}

const growth = { firstMs: 1000, maxMs: 60_000 }
/** A connection that lasts this long is a good one: the next failure is the first again. */
const lastsMs = 10_000
/** Hidden pages let go of theirs: over HTTP/1.1 a browser opens six to one host, for all of its tabs together. */
const hiddenForMs = 30_000
const silenceMs = 2.5 * beatMs
/** EventSource.CLOSED: the browser will not try again by itself. */
const closed = 2

/** One connection while the page is looked at, opened again after growing delays whenever it is lost. */
export function createLiveConnection(options: LiveConnectionOptions) {
  const { open, isAgain, onChange, onMissed, onRefused, random = Math.random } = options
  let source: Source | undefined
  let failures = 0
  let readyMeansMissed = isAgain
  let hiding: ReturnType<typeof setTimeout> | undefined
  let waiting: ReturnType<typeof setTimeout> | undefined
  let lasting: ReturnType<typeof setTimeout> | undefined
  let silent: ReturnType<typeof setTimeout> | undefined

  function connect() {
    waiting = undefined
    const opened = open()
    source = opened
    const fail = () => {
      if (source !== opened) return
      const isRefused = opened.readyState === closed
      disconnect()
      failures += 1
      waiting = setTimeout(connect, backoff(failures, growth, random))
      if (isRefused) onRefused()
    }
    // A connection can die without a word, as when a laptop sleeps.
    const hear = () => {
      clearTimeout(silent)
      silent = setTimeout(fail, silenceMs)
    }
    const listen = (name: string, heard: (data: string) => void) => {
      opened.addEventListener(name, (event) => {
        if (source !== opened) return
        hear()
        heard(String(event.data))
      })
    }
    hear()
    listen('beat', () => undefined)
    listen('ready', () => {
      if (readyMeansMissed) onMissed()
      readyMeansMissed = true
      clearTimeout(lasting)
      lasting = setTimeout(() => (failures = 0), lastsMs)
    })
    listen('change', (data) => onChange(data.split(' ').filter(isTopic)))
    opened.addEventListener('error', fail)
  }

  function disconnect() {
    for (const timer of [waiting, lasting, silent]) clearTimeout(timer)
    waiting = undefined
    source?.close()
    source = undefined
    readyMeansMissed = true
  }

  return {
    /** Somebody looks at the page. */
    show() {
      clearTimeout(hiding)
      if (!source && !waiting) connect()
    },
    hide() {
      clearTimeout(hiding)
      hiding = setTimeout(disconnect, hiddenForMs)
    },
    /** The network is back, most likely another one: what was open is not to be trusted. */
    renew() {
      if (!source && !waiting) return
      disconnect()
      connect()
    },
    stop() {
      clearTimeout(hiding)
      disconnect()
    },
  }
}
