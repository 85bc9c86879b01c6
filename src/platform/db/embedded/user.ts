import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseError } from '../database-error.ts'

export interface SystemUser {
  readonly uid: number
  readonly gid: number
}

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** Postgres refuses to run as root, so root runs it as an account without other rights. */
export async function findServiceUser(): Promise<SystemUser> {
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const account = accounts.find((fields) => fields[0] === name)
    if (account) return { uid: Number(account[2]), gid: Number(account[3]) }
  }
  throw new DatabaseError(
    'Postgres does not run as root, and this machine has neither a postgres nor a nobody user to run it. Start Millrace as an ordinary user or set DATABASE_URL.',
  )
}

/** Whether the user may enter a folder, or read and run a file, and enter every folder above it. */
export async function canUse(path: string, user: SystemUser): Promise<boolean> {
  const real = await realpath(path).catch(() => undefined)
  if (real === undefined || !(await hasRights(real, user, 0o5))) return false
  return canEnter(dirname(real), user)
}

export async function canEnter(folder: string, user: SystemUser): Promise<boolean> {
  const real = await realpath(folder)
  if (!(await hasRights(real, user, 0o1))) return false
  return dirname(real) === real || canEnter(dirname(real), user)
}

async function hasRights(path: string, user: SystemUser, wanted: number): Promise<boolean> {
  const { mode, uid, gid } = await stat(path)
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0
  return ((mode >> shift) & wanted) === wanted
}
