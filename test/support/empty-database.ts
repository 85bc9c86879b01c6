import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export interface EmptyDatabase {
  url: string
  /** Connected as the owner. */
  client: pg.Client
  drop(): Promise<void>
}

/** A database without any tables, on the server that the tests share. */
export async function createEmptyDatabase(): Promise<EmptyDatabase> {
  const name = `millrace_empty_${randomBytes(6).toString('hex')}`
  const server = new pg.Client({ connectionString: inject('serverUrl') })
  await server.connect()
  await server.query(`create database ${name}`)
  const url = new URL(inject('serverUrl'))
  url.pathname = `/${name}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  return {
    url: url.href,
    client,
    async drop() {
      await client.end()
      await server.query(`drop database ${name} with (force)`)
      await server.end()
    },
  }
}
