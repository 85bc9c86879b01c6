import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import type { AdminMailDeps } from './admin-mail-deps.ts'
import type * as contract from './contract.ts'
import { getMailbox } from './mailbox-in-use.ts'
import { readEnvelope } from './read-envelope.ts'

const pageSize = 50
const fileName = /^[\w-]{1,100}\.eml$/

export async function listMailbox(
  deps: AdminMailDeps,
  { after }: QueryOf<typeof contract.listMailbox>,
): Promise<ResponseOf<typeof contract.listMailbox>> {
  const mailbox = getMailbox(deps)
  // One more than a page, to find out whether there is another page.
  const files = await mailbox.list(after === undefined ? undefined : readCursor(after), pageSize + 1)
  const shown = files.slice(0, pageSize)
  const last = files.length > pageSize ? shown.at(-1) : undefined
  const messages = shown.map(async ({ id, writtenAt, head }) => {
    const { from, to, subject } = await readEnvelope(head)
    return { id, from, to, subject, at: writtenAt.toISOString() }
  })
  return {
    messages: await Promise.all(messages),
    next: last ? Buffer.from(last.name).toString('base64url') : null,
  }
}

/** Reads a cursor. The file name in it is only compared; no file is opened by it. */
function readCursor(text: string): string {
  const name = Buffer.from(text, 'base64url').toString()
  if (fileName.test(name)) return name
  const message = 'This is no place in the list.'
  throw new AppError('VALIDATION_FAILED', message, { fields: { after: message } })
}
