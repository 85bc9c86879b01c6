import pg from 'pg'

/**
 * The tables in which a refused request may leave something, and why. Everywhere else, a refusal must leave
 * nothing. The sandboxes are not part of the product: they store the data of external services.
 */
export const mayBeWritten: Record<string, string> = {
  'platform.rate_limits': 'an attempt counts before it is known how it ends',
}

const ofOthers = new Set(['card_sandbox', 'paypal_sandbox', 'bank_sandbox'])

/** Tables that the job queue maintains by the clock. The jobs themselves are watched. */
const upkeep = /^pgboss\.(?!job)/

export interface Write {
  table: string
  act: string
  row: string
}

/**
 * Records every row that a committed transaction added, changed or deleted, in any table. So the changes of a
 * request are known exactly, without what was rolled back. That is cheaper than comparing all tables, and it
 * also sees changes that were reverted.
 */
export async function watchWrites(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `create schema fuzz;
     create unlogged table fuzz.writes (table_name text, act text, row text);
     create function fuzz.record_write() returns trigger language plpgsql security definer set search_path = '' as $$
     begin
       insert into fuzz.writes values
         (tg_table_schema || '.' || tg_table_name, tg_op, left(coalesce(new::text, old::text), 400));
       return null;
     end $$`,
  )
  const { rows: tables } = await client.query<{ name: string; schema: string }>(
    `select c.oid::regclass::text as name, n.nspname as schema
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'fuzz') order by 1`,
  )
  for (const { name, schema } of tables) {
    if (ofOthers.has(schema) || mayBeWritten[name] || upkeep.test(name)) continue
    await client.query(
      `create trigger fuzz_adds after insert or delete on ${name} for each row execute function fuzz.record_write();
       create trigger fuzz_changes after update on ${name} for each row
         when (old.* is distinct from new.*) execute function fuzz.record_write()`,
    )
  }
  return {
    client,
    tables: tables.length,
    /** Returns what was written since the last call. */
    async take(): Promise<Write[]> {
      const { rows } = await client.query<Write>(
        'delete from fuzz.writes returning table_name as "table", act, row',
      )
      return rows
    },
    /** Resets the rate limits, which would hide what is tested. */
    forgetLimits: () => client.query('delete from platform.rate_limits'),
    close: () => client.end(),
  }
}

export type Watch = Awaited<ReturnType<typeof watchWrites>>
