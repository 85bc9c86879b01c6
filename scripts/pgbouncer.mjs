import { findProgram, installPackage } from './system-program.mjs'

/** Returns the path of pgbouncer, or undefined if it is not installed. */
export function findPgbouncer() {
  // Debian installs it in a folder that only root has in its PATH.
  return (
    findProgram(['pgbouncer'], process.env.PGBOUNCER_PATH) ??
    findProgram(['pgbouncer'], '/usr/sbin/pgbouncer')
  )
}

/**
 * Returns the path of pgbouncer and installs it through the system's package manager if necessary. If that
 * fails, prints a message and returns undefined.
 */
export async function ensurePgbouncer() {
  const found = findPgbouncer() ?? (await installPgbouncer())
  if (!found)
    console.error(
      'The tests behind a pooler need pgbouncer. Install it, or set PGBOUNCER_PATH to where it is.',
    )
  return found
}

async function installPgbouncer() {
  console.log('Installing pgbouncer…')
  return (await installPackage(['pgbouncer'])) ? findPgbouncer() : undefined
}
