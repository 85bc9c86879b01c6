import type { AccountDeps } from './account-deps.ts'

/**
 * The built-in mailbox keeps each mail as a file. It goes before the mail does: a run that is cut short in between finds
 * the mail again, and with it the file's name. `which` selects the ids of the mails.
 */
export async function forgetMailFiles(
  { database, mailbox }: Pick<AccountDeps, 'database' | 'mailbox'>,
  which: string,
  values: readonly unknown[],
): Promise<void> {
  if (!mailbox) return
  const { rows } = await database.platform.query<{ id: string }>(which, [...values])
  await mailbox.remove(rows.map(({ id }) => id))
}
