import type { LiveListener } from '../../platform/live/live.ts'
import { type Topic, isTopic } from './rules.ts'

export interface StreamPace {
  /** Between two things that are told. What comes meanwhile is told together. */
  gapMs: number
  /** How often it says that it is still there, and looks whether its reader still may listen. */
  beatMs: number
}

interface LiveStreamOptions {
  subscribe: (listener: LiveListener) => () => void
  mayListen: () => Promise<boolean>
  onEnd: () => void
  pace: StreamPace
}

// For readers other than our pages, which count the time themselves.
const retryMs = 3000
const encoder = new TextEncoder()

/**
 * What a business is told, as server-sent events. What was not told yet is kept as a set of names, so a reader that is
 * slow, or that is gone without a word, costs no more than one that is quick.
 */
export function createLiveStream({ subscribe, mayListen, onEnd, pace }: LiveStreamOptions) {
  const news = new Set<Topic>()
  let owesReady = false
  let isOver = false
  let wasFull = false
  let reportedAt = -Infinity
  let checkedAt = performance.now()
  let telling: NodeJS.Timeout | undefined
  let toReader: ReadableStreamDefaultController<Uint8Array> | undefined

  const bytes = new ReadableStream<Uint8Array>({
    start(controller) {
      toReader = controller
      say(`retry: ${retryMs}\n${event('ready')}`)
    },
    pull() {
      wasFull = false
      tellSoon()
    },
    cancel: finish,
  })
  const unsubscribe = subscribe({
    changed(topic) {
      if (isTopic(topic)) news.add(topic)
      tellSoon()
    },
    missed() {
      owesReady = true
      tellSoon()
    },
    closed: end,
  })
  const beating = setInterval(() => void beat(), pace.beatMs)
  return { bytes, end }

  function say(text: string) {
    if (!isOver) toReader?.enqueue(encoder.encode(text))
  }

  function hasRoom(): boolean {
    return (toReader?.desiredSize ?? 0) > 0
  }

  function tellSoon() {
    if (isOver || telling || !hasRoom() || (news.size === 0 && !owesReady)) return
    telling = setTimeout(() => void tell(), Math.max(0, reportedAt + pace.gapMs - performance.now()))
  }

  async function tell() {
    const isAllowed = performance.now() - checkedAt <= pace.beatMs || (await check())
    telling = undefined
    if (!isAllowed || !hasRoom()) return
    reportedAt = performance.now()
    // Whoever hears that something was missed looks at everything.
    const words = owesReady ? event('ready') : event('change', [...news].join(' '))
    // First: a reader that waits asks for more at once.
    owesReady = false
    news.clear()
    say(words)
  }

  async function beat() {
    if (hasRoom()) {
      if (await check()) say(event('beat'))
    } else if (wasFull) {
      // Nothing was taken for a whole beat: nobody is there, or nobody who reads.
      end()
    } else {
      wasFull = true
    }
  }

  /** A session that cannot be looked up is treated as one that is over: its page comes again. */
  async function check(): Promise<boolean> {
    const isAllowed = await mayListen().catch(() => false)
    if (!isAllowed) end()
    checkedAt = performance.now()
    return isAllowed && !isOver
  }

  function end() {
    if (isOver) return
    finish()
    toReader?.close()
  }

  function finish() {
    if (isOver) return
    isOver = true
    clearInterval(beating)
    clearTimeout(telling)
    unsubscribe()
    onEnd()
  }
}

function event(name: 'ready' | 'change' | 'beat', data = ''): string {
  return `event: ${name}\ndata: ${data}\n\n`
}
