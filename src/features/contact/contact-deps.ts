import type { MailroomDeps } from '../mailroom/mailroom-deps.ts'

export type ContactDeps = Pick<
  MailroomDeps,
  'database' | 'jobs' | 'log' | 'appUrl' | 'mailFrom' | 'platformMail'
>
