import PostalMime from 'postal-mime'
import type { Address } from 'postal-mime'
import { toHeaderText } from '../../platform/mail/mail-address.ts'
import type { MailboxEntry } from './contract.ts'

/** More than the headers of any mail we write, and small enough to parse at once. */
const longestHeader = 16 * 1024

export type Envelope = Pick<MailboxEntry, 'from' | 'to' | 'subject'> & { replyTo: string | null }

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
