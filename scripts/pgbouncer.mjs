import { findProgram, installPackage } from './system-program.mjs'

/** Where pgbouncer is, if it is there. */
export function findPgbouncer() {
  // Debian puts it where only root looks.
  return (
    findProgram(['pgbouncer'], process.env.PGBOUNCER_PATH) ??
    findProgram(['pgbouncer'], '/usr/sbin/pgbouncer')
  )
}

/** Installed through the system's packages if there is none. Undefined, after saying so, without. */
export async function ensurePgbouncer() {
  const found = findPgbouncer() ?? (await installPgbouncer())
  if (!found)
    console.error(
      'The tests behind a pooler need pgbouncer: install it, or set PGBOUNCER_PATH to where it is.',
    )
  return found
}

async function installPgbouncer() {
  console.log('Installing pgbouncer…')
  return (await installPackage(['pgbouncer'])) ? findPgbouncer() : undefined
}
