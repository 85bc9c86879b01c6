import type { Deps } from '../../platform/deps.ts'

/** What the mail pages of the admin area need. */
export type AdminMailDeps = Deps<
  'database' | 'jobs' | 'appUrl' | 'mailFrom' | 'platformMail' | 'mailbox' | 'dns'
>
