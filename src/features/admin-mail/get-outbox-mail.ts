import type { Database } from '../../platform/db/connect.ts'
import { AppError } from '../../shared/errors.ts'
import type { OutboxMail } from './contract.ts'
import { type OutboxRow, outboxColumns, toOutboxMails } from './outbox-rows.ts'

export function noSuchMail(): AppError {
  return new AppError('NOT_FOUND', 'This mail is not in the outbox (any more).')
}

export async function getOutboxMail(database: Database, id: string): Promise<OutboxMail> {
  const text = `select ${outboxColumns} from mails where id = $1`
  const { rows } = await database.platform.query<OutboxRow>(text, [id])
  const [mail] = await toOutboxMails(database, rows)
  if (!mail) throw noSuchMail()
  return mail
}
