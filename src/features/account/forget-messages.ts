import type pg from 'pg'

/**
 * Deletes contact messages with their answers, and the notification mails to the operator. Call it before
 * deleting mails to these addresses: it waits for an answer that is being sent, so that the answer's mail is
 * deleted too.
 */
export async function forgetMessages(client: pg.PoolClient, emails: readonly string[]): Promise<void> {
  await client.query(
    `with gone as (delete from platform.contact_messages where email = any($1) returning mail_id)
     delete from mails where id in (select mail_id from gone)`,
    [emails],
  )
}
