import type { LiveListener } from '../../platform/live/live.ts'
import { type Topic, isTopic } from './rules.ts'

export interface StreamPace {
  /** The minimum time between two events. Changes in between are sent together. */
  gapMs: number
  /** How often the stream sends a heartbeat and checks whether its reader is still allowed to listen. */
  beatMs: number
}

interface LiveStreamOptions {
  subscribe: (listener: LiveListener) => () => void
  mayListen: () => Promise<boolean>
  onEnd: () => void
  pace: StreamPace
}

// For clients other than our pages, which have their own retry delay.
const retryMs = 3000
const encoder = new TextEncoder()

/** Unsent changes are a set of topics, so a slow reader uses the same memory as a fast one. */
export function createLiveStream({ subscribe, mayListen, onEnd, pace }: LiveStreamOptions) {
  const pendingTopics = new Set<Topic>()
  let mustSendReady = false
  let isEnded = false
  let wasFull = false
  let sentAt = -Infinity
  let checkedAt = performance.now()
  let sessionChanges = 0
  let sendTimer: NodeJS.Timeout | undefined
  let output: ReadableStreamDefaultController<Uint8Array> | undefined

  const bytes = new ReadableStream<Uint8Array>({
    start(controller) {
      output = controller
      send(`retry: ${retryMs}\n${event('ready')}`)
    },
    pull() {
      wasFull = false
      scheduleSend()
    },
    cancel: finish,
  })
  const unsubscribe = subscribe({
    changed(topic) {
      if (isTopic(topic)) pendingTopics.add(topic)
      if (topic === 'session') recheck()
      scheduleSend()
    },
    missed() {
      mustSendReady = true
      scheduleSend()
    },
    closed: end,
  })
  const beatTimer = setInterval(() => void beat(), pace.beatMs)
  return { bytes, end }

  function send(text: string) {
    if (!isEnded) output?.enqueue(encoder.encode(text))
  }

  function hasRoom(): boolean {
    return (output?.desiredSize ?? 0) > 0
  }

  function scheduleSend() {
    if (isEnded || sendTimer || !hasRoom() || (pendingTopics.size === 0 && !mustSendReady)) return
    sendTimer = setTimeout(() => void sendPending(), Math.max(0, sentAt + pace.gapMs - performance.now()))
  }

  async function sendPending() {
    const isAllowed = performance.now() - checkedAt <= pace.beatMs || (await check())
    sendTimer = undefined
    if (!isAllowed || !hasRoom()) return
    sentAt = performance.now()
    // A reader that receives `ready` reloads everything, so the topics are not needed.
    const message = mustSendReady ? event('ready') : event('change', [...pendingTopics].join(' '))
    // Reset the state first: enqueueing makes a waiting reader pull immediately.
    mustSendReady = false
    pendingTopics.clear()
    send(message)
  }

  async function beat() {
    if (hasRoom()) {
      if (await check()) send(event('beat'))
    } else if (wasFull) {
      // The reader took nothing for a whole interval, so it is gone or no longer reads.
      end()
    } else {
      wasFull = true
    }
  }

  /** The reader may have been removed, so nothing is sent before another check. */
  function recheck() {
    sessionChanges += 1
    checkedAt = -Infinity
    void check()
  }

  /** If the session cannot be read, the stream ends and the page reconnects. */
  async function check(): Promise<boolean> {
    const asOf = sessionChanges
    const isAllowed = await mayListen().catch(() => false)
    // What was read may be older than the change.
    if (isAllowed && asOf !== sessionChanges) return check()
    if (!isAllowed) end()
    checkedAt = performance.now()
    return isAllowed && !isEnded
  }

  function end() {
    if (isEnded) return
    finish()
    output?.close()
  }

  function finish() {
    if (isEnded) return
    isEnded = true
    clearInterval(beatTimer)
    clearTimeout(sendTimer)
    unsubscribe()
    onEnd()
  }
}

function event(name: 'ready' | 'change' | 'beat', data = ''): string {
  return `event: ${name}\ndata: ${data}\n\n`
}
