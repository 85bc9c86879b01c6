import type pg from 'pg'

/**
 * What people wrote through the contact form: the messages with their answers, and the mails that told whoever runs this.
 * To be called before mails to these people are deleted: it waits for an answer that is being sent, and its mail then
 * goes with the others.
 */
export async function forgetMessages(client: pg.PoolClient, emails: readonly string[]): Promise<void> {
  await client.query(
    `with gone as (delete from platform.contact_messages where email = any($1) returning mail_id)
     delete from mails where id in (select mail_id from gone)`,
    [emails],
  )
}
