import pg from 'pg'
import { jobsSchema } from '../platform/jobs/install-jobs.ts'
import type { BackedUpTable, Sequence } from './format.ts'

/** Everything but what belongs to Postgres itself or to an extension. */
const isOurs = `n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

export type Table = Omit<BackedUpTable, 'rows'>

export function quoted({ schema, name }: { schema: string; name: string }): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
}

export function quotedColumns({ columns }: Table): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(', ')
}

/**
 * Every table that holds rows, with the columns that can be written. Not the record of rules: it says which text the
 * functions of this very database have, and a backup holds no functions.
 */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
         order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and ${isOurs} and (n.nspname, c.relname) <> ('migrations', 'repeatable') order by 1, 2`,
  )
  return rows
}

export async function countRows(client: pg.Client, table: Table): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::float8 as count from ${quoted(table)}`,
  )
  return rows[0]?.count ?? 0
}

export async function readSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows: found } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'S' and ${isOurs} order by 1, 2`,
  )
  const sequences: Sequence[] = []
  for (const sequence of found) {
    const { rows } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${quoted(sequence)}`,
    )
    if (rows[0]) sequences.push({ ...sequence, ...rows[0] })
  }
  return sequences
}

/** Null where there is no job queue yet. */
export async function readJobsVersion(client: pg.Client): Promise<number | null> {
  const name = `${jobsSchema}.version`
  const { rows: found } = await client.query<{ isThere: boolean }>(
    'select to_regclass($1) is not null as "isThere"',
    [name],
  )
  if (!found[0]?.isThere) return null
  const { rows } = await client.query<{ version: number }>(`select version from ${name}`)
  return rows[0]?.version ?? null
}

export interface Guards {
  forced: string[]
  triggers: { table: string; name: string }[]
  references: { table: string; name: string; definition: string }[]
}

/** What stands in the way of rows that are put back as they were. */
export async function readGuards(client: pg.Client): Promise<Guards> {
  const { rows: forced } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relforcerowsecurity and ${isOurs} order by 1`,
  )
  const { rows: triggers } = await client.query<Guards['triggers'][number]>(
    `select c.oid::regclass::text as table, t.tgname as name
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
     where not t.tgisinternal and t.tgenabled = 'O' and t.tgparentid = 0 and ${isOurs} order by t.oid`,
  )
  // In the order they were made, which is the order they act in.
  const { rows: references } = await client.query<Guards['references'][number]>(
    `select c.oid::regclass::text as table, f.conname as name, pg_get_constraintdef(f.oid) as definition
     from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_namespace n on n.oid = c.relnamespace
     where f.contype = 'f' and f.conparentid = 0 and ${isOurs} order by f.oid`,
  )
  return { forced: forced.map(({ name }) => name), triggers, references }
}
