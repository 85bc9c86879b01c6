import { deliveryJobs } from '../../platform/mail/queue-mail.ts'

const deliveries = deliveryJobs.map(({ name }) => `'${name}'`).join(', ')

/**
 * The condition for failed jobs. Mail deliveries are excluded: the mail itself is marked as failed, so
 * retrying the job would find nothing to do and appear to succeed. Failed mails are sent again from the
 * outbox.
 */
export const isGivenUp = `state = 'failed' and completed_on > now() - interval '7 days' and name not in (${deliveries})`
