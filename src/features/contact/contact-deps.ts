import type { AdminMailDeps } from '../admin-mail/admin-mail-deps.ts'

export type ContactDeps = Pick<
  AdminMailDeps,
  'database' | 'jobs' | 'log' | 'appUrl' | 'mailFrom' | 'platformMail'
>
