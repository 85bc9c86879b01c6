import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import pg from 'pg'
import { StartError } from '../config.ts'
import { DatabaseError } from '../platform/db/database-error.ts'
import { isDatabaseUnavailable } from '../platform/db/unavailable.ts'

/** A file, and where the command takes it, --encrypt. */
export function parseArguments(
  args: readonly string[],
  flags: readonly string[],
): { file: string | undefined; encrypts: boolean } {
  const unknown = args.find((arg) => arg.startsWith('-') && !flags.includes(arg))
  if (unknown !== undefined) throw new StartError(`${unknown} is not a known option.`)
  const [file, another] = args.filter((arg) => !arg.startsWith('-'))
  if (another !== undefined) throw new StartError(`Give only one file. ${another} is one too many.`)
  return {
    file: file === undefined ? undefined : resolve(process.env['INIT_CWD'] ?? '.', file),
    encrypts: args.includes('--encrypt'),
  }
}

const shortest = 12

/** What backups are encrypted with, as it is given: itself, or the name of a file that it is in. */
export async function readPassphrase(env: Record<string, string | undefined>): Promise<string> {
  const { BACKUP_PASSPHRASE: given, BACKUP_PASSPHRASE_FILE: file } = env
  if (given && file) throw new StartError('Set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE, not both.')
  if (!given && !file) {
    throw new StartError(
      'A passphrase is required. Set BACKUP_PASSPHRASE, or BACKUP_PASSPHRASE_FILE to the path of a file that has it.',
    )
  }
  const passphrase = given ?? (file ? await readFrom(file) : '')
  if (passphrase.length < shortest) {
    throw new StartError(`The passphrase for backups must have at least ${shortest} characters.`)
  }
  return passphrase
}

async function readFrom(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    throw new StartError(`The file in BACKUP_PASSPHRASE_FILE cannot be read: ${(error as Error).message}.`)
  }
}

const some = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`

/** What is in a backup, for the line that both commands print. */
export function describeContent(content: { tables: number; rows: number; files: number }): string {
  return [some(content.tables, 'table'), some(content.rows, 'row'), some(content.files, 'file')].join(', ')
}

/** One sentence where the disk, the database or the operator is the reason, else the whole story. */
export function describeFailure(what: string, error: unknown): string {
  if (error instanceof StartError || error instanceof DatabaseError) return error.message
  if (!(error instanceof Error)) return `${what}: ${String(error)}`
  if (isDatabaseUnavailable(error)) return `${what}: the connection to the database was lost.`
  const isKnown = error instanceof pg.DatabaseError || 'syscall' in error
  return `${what}: ${isKnown ? `${error.message}.` : (error.stack ?? error.message)}`
}
