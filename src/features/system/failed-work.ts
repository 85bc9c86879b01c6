import { deliveryJobs } from '../../platform/mail/queue-mail.ts'

const deliveries = deliveryJobs.map(({ name }) => `'${name}'`).join(', ')

/**
 * Which jobs count as given up. Not the deliveries of mails: the mail itself has failed by then, and its job, run again,
 * would find nothing to do and seem to succeed. They are sent again from the outbox.
 */
export const isGivenUp = `state = 'failed' and completed_on > now() - interval '7 days' and name not in (${deliveries})`
