import type { Deps } from '../../platform/deps.ts'
import { ReaderGone } from '../../platform/files/push-stream.ts'
import type { FileAnswer } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'

const minute = 60_000
/**
 * Limits for a slow download, which holds a database connection and one of the few export slots: a poor
 * mobile connection is fast enough, slower ones are cut off, and none can run forever.
 */
export const readerLimits = { maxPauseMs: minute, minBytesPerSecond: 16 * 1024, limitMs: 30 * minute }

/** An export holds a connection for as long as the download takes. Others need some too. */
const maxConcurrent = 4
const running = new Set<string>()

/** Takes one of this process's export slots. Returns a function that releases it. */
function takeExportSlot(businessId: string): () => void {
  if (running.has(businessId)) {
    throw new AppError('TOO_MANY_REQUESTS', 'An export is already running. Please wait for it to finish.', {
      retryAfterSeconds: 30,
    })
  }
  if (running.size >= maxConcurrent) {
    throw new AppError('UNAVAILABLE', 'Other exports are running right now. Please try again in a minute.', {
      retryAfterSeconds: 60,
    })
  }
  running.add(businessId)
  return () => running.delete(businessId)
}

/**
 * Holds an export slot until the file is written. `begin` answers with the stream; what the stream writes is written
 * inside `writing`.
 */
export async function withExportSlot(
  { log }: Deps<'log'>,
  businessId: string,
  begin: (writing: (write: () => Promise<void>) => Promise<void>) => Promise<FileAnswer>,
): Promise<FileAnswer> {
  const releaseSlot = takeExportSlot(businessId)
  try {
    return await begin(async (write) => {
      try {
        await write()
      } catch (error) {
        const isReaderGone = error instanceof ReaderGone
        log[isReaderGone ? 'info' : 'error']({ err: error, businessId }, 'an export came to no end')
        // The server logs a stream's error, and that of a failed query says too much.
        throw isReaderGone ? error : new Error('the export came to no end')
      } finally {
        releaseSlot()
      }
    })
  } catch (error) {
    releaseSlot()
    throw error
  }
}
