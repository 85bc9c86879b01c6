/** The reader has canceled the stream or has stopped reading. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone'
}

export interface PushStreamOptions {
  /** How long the reader may pause. */
  maxPauseMs: number
  /** A reader that is slower than this on average is cut off too, even if it never pauses. */
  minBytesPerSecond?: number | undefined
  /** How long the whole stream may take. */
  limitMs: number
}

/** A write waits until the reader asks for more, and fails once the reader has left, to end `produce`. */
export function pushStream(
  produce: (write: (chunk: Uint8Array) => Promise<void>) => Promise<void>,
  { maxPauseMs, minBytesPerSecond = 0, limitMs }: PushStreamOptions,
): ReadableStream<Uint8Array> {
  let demand = newDemand()
  let isOver = false
  // The remaining time for pauses. Waiting reduces it, and every chunk that is read adds to it.
  let leftMs = maxPauseMs
  const end = (why: string) => {
    isOver = true
    demand.reject(new ReaderGone(why))
  }

  async function writeTo(controller: ReadableStreamDefaultController<Uint8Array>, chunk: Uint8Array) {
    const began = performance.now()
    const late = setTimeout(() => end('the reader did not ask for more in time'), leftMs)
    try {
      await demand.promise
      if (isOver) throw new ReaderGone('no one is reading')
    } finally {
      clearTimeout(late)
    }
    const earnedMs = minBytesPerSecond > 0 ? (chunk.length / minBytesPerSecond) * 1000 : maxPauseMs
    leftMs = Math.min(maxPauseMs, Math.max(0, leftMs - (performance.now() - began)) + earnedMs)
    // Set first, because enqueue() can make the reader ask for the next chunk at once.
    demand = newDemand()
    controller.enqueue(chunk)
  }

  async function run(controller: ReadableStreamDefaultController<Uint8Array>) {
    const late = setTimeout(() => end('reading took too long'), limitMs)
    try {
      await produce((chunk) => writeTo(controller, chunk))
      controller.close()
    } catch (error) {
      // Has no effect on a stream that the reader has canceled.
      controller.error(error)
    } finally {
      clearTimeout(late)
    }
  }

  return new ReadableStream(
    {
      start: (controller) => void run(controller),
      pull: () => demand.resolve(),
      cancel: () => end('the reader has left'),
    },
    { highWaterMark: 0 },
  )
}

function newDemand(): PromiseWithResolvers<void> {
  const created = Promise.withResolvers<void>()
  // It may be rejected while no write waits for it.
  created.promise.catch(() => undefined)
  return created
}
