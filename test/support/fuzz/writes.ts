import pg from 'pg'

/**
 * Where a refused request may leave something, and why. Of everything else, a refusal leaves nothing.
 * The sandboxes are no part of the product: they are the books of those who were asked.
 */
export const mayBeWritten: Record<string, string> = {
  'platform.rate_limits': 'an attempt counts before it is known how it ends',
}

const ofOthers = new Set(['card_sandbox', 'paypal_sandbox', 'bank_sandbox'])

/** What the job queue notes about itself, by the clock; the jobs are watched. */
const upkeep = /^pgboss\.(?!job)/

export interface Write {
  place: string
  act: string
  row: string
}

/**
 * Notes every row that a committed transaction has added, changed or removed, in any table: what a request has changed is
 * known exactly, and what was rolled back is not there. Cheaper than to compare all tables, and it sees what was
 * changed back as well.
 */
export async function watchWrites(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `create schema fuzz;
     create unlogged table fuzz.writes (place text, act text, row text);
     create function fuzz.note() returns trigger language plpgsql security definer set search_path = '' as $$
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
      `create trigger fuzz_adds after insert or delete on ${name} for each row execute function fuzz.note();
       create trigger fuzz_changes after update on ${name} for each row
         when (old.* is distinct from new.*) execute function fuzz.note()`,
    )
  }
  return {
    client,
    tables: tables.length,
    /** What was written since the last time. */
    async take(): Promise<Write[]> {
      const { rows } = await client.query<Write>('delete from fuzz.writes returning place, act, row')
      return rows
    },
    /** Limits would hide what is behind them. */
    forgetLimits: () => client.query('delete from platform.rate_limits'),
    close: () => client.end(),
  }
}

export type Watch = Awaited<ReturnType<typeof watchWrites>>
