import { createWorkerPool, workerUrl } from '../../platform/workers/worker-pool.ts'
import { AppError } from '../../shared/errors.ts'
import type { MessageBody } from './parse-message.ts'

/** Limits for a crafted message, which can exhaust a parser's memory and time. */
const pool = createWorkerPool<Uint8Array, MessageBody>({
  script: workerUrl(import.meta.url, 'message-worker'),
  threads: 1,
  deadlineMs: 10_000,
  maxHeapMb: 256,
  maxWaiting: 10,
  messages: {
    late: 'This message takes too long to read. Open its file in the mailbox folder with a mail program.',
    busy: 'Many messages are being read right now. Please try again in a moment.',
  },
})

/** Reads the body of a message. If the bytes are not a message, returns them as text. */
export async function readBody(bytes: Buffer): Promise<MessageBody> {
  const body = await pool.run(bytes).catch((error: unknown) => {
    if (error instanceof AppError) throw error
    return null
  })
  if (body && (body.html !== null || body.text !== null || body.attachments.length > 0)) return body
  return { html: null, text: bytes.toString(), attachments: [] }
}
