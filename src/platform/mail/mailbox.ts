/** The built-in mailbox, one file per mail. */
export interface Mailbox {
  /** Newest first. `after` is the name of the last file of the previous page. */
  list(after: string | undefined, limit: number): Promise<MailboxFile[]>
  read(id: string, maxBytes: number): Promise<MailboxMessage | undefined>
  /** Removes these mails, as far as they exist. */
  remove(ids: readonly string[]): Promise<void>
}

interface WrittenMail {
  /** Names sort by time. */
  name: string
  id: string
  writtenAt: Date
}

export interface MailboxFile extends WrittenMail {
  /** The start of the message: the whole header and some of the body. */
  head: Buffer
}

export interface MailboxMessage extends WrittenMail {
  /** The whole message; null if it is larger than `maxBytes`. */
  bytes: Buffer | null
}
