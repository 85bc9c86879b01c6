/** The built-in mailbox: what it wrote, file by file. */
export interface Mailbox {
  /** Newest first; `after` is the name that the last page ended with. */
  list(after: string | undefined, limit: number): Promise<MailboxFile[]>
  /** Undefined when there is no message of this id (any more). */
  read(id: string, maxBytes: number): Promise<MailboxMessage | undefined>
  /** Those of these mails that are (still) there. */
  remove(ids: readonly string[]): Promise<void>
}

interface Written {
  /** Sorts by time. */
  name: string
  /** Of the mail. */
  id: string
  writtenAt: Date
}

export interface MailboxFile extends Written {
  /** The beginning of the message: all of its header, some of its body. */
  head: Buffer
}

export interface MailboxMessage extends Written {
  /** The message as it was written; null when it is larger than asked for. */
  bytes: Buffer | null
}
