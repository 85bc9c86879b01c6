import PostalMime from 'postal-mime'
import type { Address } from 'postal-mime'
import { toHeaderText } from '../../platform/mail/mail-address.ts'
import { createMessagePool } from '../../platform/mail/message-pool.ts'
import type { Message } from '../../platform/mail/parse-message.ts'
import { AppError } from '../../shared/errors.ts'
import type { MailboxEntry } from './contract.ts'

/** More than the headers of any mail we write, and small enough to parse at once. */
const longestHeader = 16 * 1024

type Envelope = Pick<MailboxEntry, 'from' | 'to' | 'subject'> & { replyTo: string | null }

/** Reads sender, recipients and subject from the start of a message, without its body. */
export async function readEnvelope(head: Buffer): Promise<Envelope> {
  const email = await PostalMime.parse(headerOf(head)).catch(() => null)
  return {
    from: namesOf(email?.from ? [email.from] : []),
    to: namesOf(email?.to ?? []),
    replyTo: email?.replyTo ? namesOf(email.replyTo) : null,
    subject: toHeaderText(email?.subject ?? ''),
  }
}

function headerOf(bytes: Buffer): Buffer {
  const head = bytes.subarray(0, longestHeader)
  const ends = ['\r\n\r\n', '\n\n'].map((end) => head.indexOf(end)).filter((end) => end >= 0)
  return ends.length > 0 ? head.subarray(0, Math.min(...ends)) : head
}

function namesOf(addresses: readonly Address[]): string {
  const mailboxes = addresses.flatMap((one) => one.group ?? [one])
  return mailboxes
    .map(({ name, address }) => toHeaderText(name && name !== address ? `${name} <${address}>` : address))
    .join(', ')
}

type MessageBody = Pick<Message, 'html' | 'text' | 'attachments'>

const pool = createMessagePool({
  deadlineMs: 10_000,
  maxWaiting: 10,
  messages: {
    late: 'This message takes too long to read. Open its file in the mailbox folder with an email app.',
    busy: 'Many messages are being read right now. Please try again in a moment.',
  },
})

/** Reads the body of a message. If the bytes are not a message, returns them as text. */
export async function readBody(bytes: Buffer): Promise<MessageBody> {
  const body = await pool.run(bytes).catch((error: unknown) => {
    if (error instanceof AppError) throw error
    return null
  })
  if (body && (body.html !== null || body.text !== null || body.attachments.length > 0)) {
    const { html, text, attachments } = body
    return { html, text, attachments }
  }
  return { html: null, text: bytes.toString(), attachments: [] }
}
