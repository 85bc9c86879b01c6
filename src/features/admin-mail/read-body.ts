import { createWorkerPool, workerBeside } from '../../platform/workers/worker-pool.ts'
import { AppError } from '../../shared/errors.ts'
import type { MessageBody } from './parse-message.ts'

/** A message can be made to take all memory and time that a parser gets: it gets those of a thread. */
const pool = createWorkerPool<Uint8Array, MessageBody>({
  script: workerBeside(import.meta.url, 'message-worker'),
  threads: 1,
  deadlineMs: 10_000,
  maxHeapMb: 256,
  maxWaiting: 10,
  messages: {
    late: 'This message takes too long to read. Open its file in the mailbox folder with a mail program.',
    busy: 'Many messages are being read right now. Please try again in a moment.',
  },
})

/** Whatever the bytes are, there is something to be read: where they are no message, the bytes themselves. */
export async function readBody(bytes: Buffer): Promise<MessageBody> {
  const body = await pool.run(bytes).catch((error: unknown) => {
    if (error instanceof AppError) throw error
    return null
  })
  if (body && (body.html !== null || body.text !== null || body.attachments.length > 0)) return body
  return { html: null, text: bytes.toString(), attachments: [] }
}
