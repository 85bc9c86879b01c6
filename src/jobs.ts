import { forgetExpired, sendPasswordReset } from './features/auth/jobs.ts'
import type { Job } from './platform/jobs/job.ts'
import { releaseMails } from './platform/mail/held-mails.ts'
import { failLostMails } from './platform/mail/mail-jobs.ts'
import { deliverMail } from './platform/mail/queue-mail.ts'

/** Every kind of background work, so that the queues exist before anything is added to them. */
export const allJobs: readonly Job[] = [
  deliverMail,
  releaseMails,
  failLostMails,
  sendPasswordReset,
  forgetExpired,
]
