import { createHash } from 'node:crypto'
import type { Deps } from '../../../platform/deps.ts'
import { kindOf } from '../../../platform/files/file-kind.ts'
import { countUse } from '../../../platform/limits/limit.ts'
import { createMessagePool } from '../../../platform/mail/message-pool.ts'
import type { Message, MessagePart } from '../../../platform/mail/parse-message.ts'
import { AppError } from '../../../shared/errors.ts'
import { maxFileBytes, tooLargeText } from '../rules.ts'
import { keepReceipt } from '../upload-receipt.ts'
import { type ReceiptMailbox, maySend, notAllowed } from './find-mailbox.ts'
import { SmtpRefusal } from './smtp-refusal.ts'

export type ReceiptMailDeps = Parameters<typeof keepReceipt>[0] & Deps<'database' | 'log'>

/** How many receipts one message may carry. */
const maxFiles = 10
/** Smaller pictures inside the text are logos and signatures. */
const minInlineBytes = 10 * 1024

const pool = createMessagePool({
  deadlineMs: 60_000,
  maxWaiting: 10,
  messages: {
    late: 'This message takes too long to read.',
    busy: 'Many messages are arriving right now.',
  },
})
let underWay = 0

/** Keeps the receipts of a message. Returns when all are stored for good; throws SmtpRefusal for a wrong one. */
export async function receiveMessage(
  deps: ReceiptMailDeps,
  mailbox: ReceiptMailbox,
  bytes: Uint8Array,
): Promise<number> {
  const { businessId } = mailbox
  const refusal = 'Too many messages have come to this address.'
  await countUse(deps.database, [
    { key: `receipt-mail:business:${businessId}`, max: 120, windowSeconds: 3600, refusal },
  ])
  const message = await parse(bytes)
  const [sender, ...others] = message.from
  if (sender === undefined || others.length > 0 || !maySend(mailbox, sender)) throw notAllowed()
  const files = chooseFiles(message.attachments)
  for (const [index, file] of files.entries()) {
    await keepReceipt(deps, {
      businessId,
      bytes: file.bytes,
      fileName: file.name ?? '',
      source: 'email',
      sender,
      requestId: requestIdOf(message, businessId, file, index),
    })
  }
  return files.length
}

async function parse(bytes: Uint8Array): Promise<Message> {
  underWay += 1
  try {
    return await pool.run(bytes)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new SmtpRefusal(554, 'This message cannot be read.')
  } finally {
    underWay -= 1
    // An idle thread keeps the memory that a large message took.
    if (underWay === 0) await pool.end()
  }
}

function chooseFiles(attachments: readonly MessagePart[]): MessagePart[] {
  const files = attachments.filter(
    ({ type, bytes, isInline }) =>
      // A message that was forwarded as a file may look like the PDF in it.
      type !== 'message/rfc822' && kindOf(bytes) && (!isInline || bytes.length >= minInlineBytes),
  )
  if (files.length === 0) throw new SmtpRefusal(554, 'This message has no picture or PDF.')
  if (files.length > maxFiles) {
    throw new SmtpRefusal(
      554,
      `This message has more than ${maxFiles} pictures and PDFs. Please send several messages.`,
    )
  }
  if (files.some(({ bytes }) => bytes.length > maxFileBytes)) throw new SmtpRefusal(552, tooLargeText)
  return files
}

/** The same for each delivery of a message. The content counts too: some devices use one Message-ID for all. */
function requestIdOf(
  { messageId, date }: Message,
  businessId: string,
  { bytes }: MessagePart,
  index: number,
): string {
  const content = createHash('sha256').update(bytes).digest('hex')
  const hash = createHash('sha256')
    .update(JSON.stringify([businessId, messageId ?? date, content, index]))
    .digest()
  // Version 8 of a UUID is for ids that a program makes in its own way.
  hash[6] = (hash[6]! & 0x0f) | 0x80
  hash[8] = (hash[8]! & 0x3f) | 0x80
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
