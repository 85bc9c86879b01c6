/** Whoever read the stream has gone, or reads no more. */
export class ReaderLeft extends Error {
  override readonly name = 'ReaderLeft'
}

interface PushStreamOptions {
  /** How long the reader may stand still. */
  patienceMs: number
  /** A reader that takes less than this over time is ended too, however steadily: it stands still bit by bit. */
  leastBytesPerSecond?: number | undefined
  /** How long all of it may take. */
  limitMs: number
}

/**
 * A stream of what `produce` writes. A write waits until the reader asks for more, so that nothing piles up, and fails
 * once nobody reads any more: `produce` then ends, and lets go of what it holds.
 */
export function pushStream(
  produce: (write: (chunk: Uint8Array) => Promise<void>) => Promise<void>,
  { patienceMs, leastBytesPerSecond = 0, limitMs }: PushStreamOptions,
): ReadableStream<Uint8Array> {
  let wanted = newDemand()
  let isOver = false
  // What is left of the patience: waiting uses it up, and what is taken earns it back.
  let leftMs = patienceMs
  const end = (why: string) => {
    isOver = true
    wanted.reject(new ReaderLeft(why))
  }

  async function writeTo(controller: ReadableStreamDefaultController<Uint8Array>, chunk: Uint8Array) {
    const began = performance.now()
    const late = setTimeout(() => end('the reader did not ask for more in time'), leftMs)
    try {
      await wanted.promise
      if (isOver) throw new ReaderLeft('nobody reads any more')
    } finally {
      clearTimeout(late)
    }
    const earnedMs = leastBytesPerSecond > 0 ? (chunk.length / leastBytesPerSecond) * 1000 : patienceMs
    leftMs = Math.min(patienceMs, Math.max(0, leftMs - (performance.now() - began)) + earnedMs)
    // First: to hand over a chunk can make the reader ask for the next one at once.
    wanted = newDemand()
    controller.enqueue(chunk)
  }

  async function run(controller: ReadableStreamDefaultController<Uint8Array>) {
    const late = setTimeout(() => end('reading took too long'), limitMs)
    try {
      await produce((chunk) => writeTo(controller, chunk))
      controller.close()
    } catch (error) {
      // Does nothing to a stream that its reader has left.
      controller.error(error)
    } finally {
      clearTimeout(late)
    }
  }

  return new ReadableStream(
    {
      start: (controller) => void run(controller),
      pull: () => wanted.resolve(),
      cancel: () => end('the reader has left'),
    },
    { highWaterMark: 0 },
  )
}

function newDemand(): PromiseWithResolvers<void> {
  const demand = Promise.withResolvers<void>()
  // It may fail while nobody waits for it.
  demand.promise.catch(() => undefined)
  return demand
}
