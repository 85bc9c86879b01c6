import type { Mailbox } from '../../platform/mail/mailbox.ts'
import type { DnsRecords } from '../../platform/net/dns-records.ts'
import type { AuthDeps } from '../auth/auth-deps.ts'

/** How the platform's own mail leaves. */
export interface PlatformMail {
  /** On which its addresses lie: that of the sender. */
  domain: string
  /** Null where mail is written into the built-in mailbox. */
  smtp: { host: string; port: number } | null
}

export interface AdminMailDeps extends Pick<AuthDeps, 'database' | 'jobs' | 'log' | 'appUrl' | 'mailFrom'> {
  platformMail: PlatformMail
  /** Null where mail really leaves. */
  mailbox: Mailbox | null
  dns: DnsRecords
}
