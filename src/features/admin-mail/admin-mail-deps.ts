import type { Mailbox } from '../../platform/mail/mailbox.ts'
import type { DnsRecords } from '../../platform/net/dns-records.ts'
import type { AuthDeps } from '../auth/auth-deps.ts'

/** How the platform's own mail is sent. */
export interface PlatformMail {
  /** The domain of the sender, which the platform's addresses use too. */
  domain: string
  /** Null if mails are written into the built-in mailbox. */
  smtp: { host: string; port: number } | null
}

export interface AdminMailDeps extends Pick<AuthDeps, 'database' | 'jobs' | 'log' | 'appUrl' | 'mailFrom'> {
  platformMail: PlatformMail
  /** Null if mails leave through a real mail server. */
  mailbox: Mailbox | null
  dns: DnsRecords
}
