import { serveTasks } from '../workers/serve-tasks.ts'
import { parseMessage } from './parse-message.ts'

serveTasks(async (bytes: Uint8Array) => {
  const output = await parseMessage(bytes)
  return { output, handOver: output.attachments.map((attachment) => attachment.bytes.buffer) }
})
