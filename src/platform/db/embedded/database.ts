import type { Client } from 'pg'
import { DatabaseError } from '../database-error.ts'
import { askServer } from './socket.ts'

export const ownerRole = 'millrace_owner'
export const databaseName = 'millrace'

/** The only task of the superuser. Everything else runs as a role that row-level security applies to. */
export async function ensureDatabase(superuser: Client, socketDir: string): Promise<void> {
  await superuser.query(`select pg_advisory_lock(hashtext('millrace: make the database'))`)
  const role = await superuser.query(`select from pg_roles where rolname = $1`, [ownerRole])
  if (role.rowCount === 0) await superuser.query(`create role ${ownerRole}`)
  await superuser.query(
    `alter role ${ownerRole} with login createrole createdb nosuperuser nobypassrls noreplication`,
  )
  const database = await superuser.query(`select from pg_database where datname = $1`, [databaseName])
  if (database.rowCount === 0) await superuser.query(`create database ${databaseName} owner ${ownerRole}`)
  await ownPublicSchema(socketDir)
}

async function ownPublicSchema(socketDir: string): Promise<void> {
  const answer = await askServer(socketDir, databaseName)
  if (typeof answer === 'string')
    throw new DatabaseError('The database stopped answering while Millrace was starting.')
  await answer.client.query(`
    do $$ begin
      if exists (select from pg_namespace where nspname = 'public' and nspowner <> '${ownerRole}'::regrole) then
        alter schema public owner to ${ownerRole};
      end if;
    end $$`)
  await answer.client.end()
}
