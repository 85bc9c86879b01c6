import { readFile } from 'node:fs/promises'
import { StartError } from '../config.ts'

const shortest = 12

/** What backups are encrypted with, as it is given: itself, or the name of a file that it is in. */
export async function readPassphrase(env: Record<string, string | undefined>): Promise<string> {
  const { BACKUP_PASSPHRASE: given, BACKUP_PASSPHRASE_FILE: file } = env
  if (given && file) throw new StartError('Set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE, not both.')
  if (!given && !file) {
    throw new StartError(
      'A passphrase is needed: set BACKUP_PASSPHRASE, or BACKUP_PASSPHRASE_FILE to the path of a file that has it.',
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
