import type { AccountDeps } from './account-deps.ts'

/**
 * Deletes mails from the built-in mailbox, which stores each mail as a file. Call it before deleting the
 * rows: if a run is interrupted in between, the next one finds the row again, and with it the file name.
 * `which` selects the ids of the mails.
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
