import pg from 'pg'
import { jobsSchema } from '../platform/jobs/install-jobs.ts'
import type { BackedUpTable, BackupManifest } from './manifest.ts'

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

/** Every table with rows. The record of rules is left out: it describes functions, and a backup has none. */
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

export async function readSequences(client: pg.Client): Promise<BackupManifest['sequences']> {
  const { rows: found } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'S' and ${isOurs} order by 1, 2`,
  )
  const sequences: BackupManifest['sequences'] = []
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

/** What stands in the way of rows that are put back as they were: how to put it aside, and how to put it back. */
export async function readGuards(client: pg.Client): Promise<{ aside: string; back: string }[]> {
  // References are in the order they were made, which is the order they act in.
  const { rows } = await client.query<{ aside: string; back: string }>(
    `select format('alter table %s %s', c.oid::regclass, aside) as aside,
       format('alter table %s %s', c.oid::regclass, back) as back
     from (select 1 as kind, oid, conrelid as of_table, format('drop constraint %I', conname) as aside,
         format('add constraint %I %s', conname, pg_get_constraintdef(oid)) as back
         from pg_constraint where contype = 'f' and conparentid = 0
       union all select 2, oid, tgrelid, format('disable trigger %I', tgname), format('enable trigger %I', tgname)
         from pg_trigger where not tgisinternal and tgenabled = 'O' and tgparentid = 0
       union all select 3, oid, oid, 'no force row level security', 'force row level security'
         from pg_class where relforcerowsecurity) as guard
     join pg_class c on c.oid = of_table join pg_namespace n on n.oid = c.relnamespace
     where ${isOurs} order by kind, guard.oid`,
  )
  return rows
}
