import { type SQL, and, count, desc, eq, getTableName, gte, isNull, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '../../platform/db/connect.ts'
import { readMomentCursor, writeMomentCursor } from '../../platform/db/moment-cursor.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import { type DueRef, processDueRows } from '../../platform/jobs/process-due-rows.ts'
import { AppError, type FieldErrors } from '../../shared/errors.ts'

const pageSize = 50

interface ScheduleRow extends DueRef {
  nextOn: string | null
  nextRunAt: Date | null
}

/** A query of drizzle that has its columns and its table, but no condition yet. */
interface ScheduleQuery<Row> {
  where: (condition: SQL | undefined) => PromiseLike<Row[]> & {
    for: (strength: 'update') => PromiseLike<Row[]>
    orderBy: (...order: SQL[]) => { limit: (rows: number) => PromiseLike<Row[]> }
  }
}

type Change<Insert> = Partial<Omit<Insert, 'businessId' | 'id'>> & { updatedAt: Date }

interface ScheduleTables<Row, Insert> {
  table: PgTable & Record<'businessId' | 'id' | 'createdAt' | 'endedAt', AnyPgColumn>
  periods: PgTable & Record<'businessId' | 'seriesId' | 'period' | 'state', AnyPgColumn>
  /** What a row is, such as "recurring invoice"; used within messages. */
  what: string
  /** The most that one business can have. */
  max: number
  select: (tx: Transaction) => ScheduleQuery<Row>
  update: (tx: Transaction, change: Change<Insert>, which: SQL | undefined) => PromiseLike<Row[]>
}

/** Reads, locks and changes the schedules of one table, and does what is due of them. */
export function createScheduleStore<Row extends ScheduleRow, Insert>(tables: ScheduleTables<Row, Insert>) {
  const { table, periods, what, max, select, update } = tables

  /** A schedule that the owner ended for good counts as deleted. */
  const isPresent = isNull(table.endedAt)

  function orNotFound<Found>([row]: Found[]): Found {
    if (!row) throw new AppError('NOT_FOUND', `This ${what} could not be found.`)
    return row
  }

  /** Reads a schedule with the columns of the query. */
  async function get<Found>(query: ScheduleQuery<Found>, id: string): Promise<Found> {
    return orNotFound(await query.where(and(eq(table.id, id), isPresent)))
  }

  /** Locks a schedule until the transaction ends, also against the job that does what is due of it. */
  async function lock(tx: Transaction, id: string): Promise<Row> {
    return orNotFound(
      await select(tx)
        .where(and(eq(table.id, id), isPresent))
        .for('update'),
    )
  }

  /** Locks a schedule if its next period is due; otherwise returns undefined. */
  async function lockDue(
    tx: Transaction,
    id: string,
    now: Date,
  ): Promise<(Row & { nextOn: string }) | undefined> {
    // Read with the lock: another process may have just done what was due.
    const [row] = await select(tx).where(eq(table.id, id)).for('update')
    if (!row?.nextRunAt || row.nextOn === null || row.nextRunAt > now) return undefined
    return { ...row, nextOn: row.nextOn }
  }

  async function change(tx: Transaction, { businessId, id }: DueRef, columns: Change<Insert>): Promise<Row> {
    return orNotFound(await update(tx, columns, and(eq(table.businessId, businessId), eq(table.id, id))))
  }

  /** Reads one page of the list, newest first. */
  async function readPage<Listed extends { id: string; createdAt: Date }>(
    database: Database,
    businessId: string,
    after: string | undefined,
    listed: (tx: Transaction) => ScheduleQuery<Listed>,
  ): Promise<{ rows: Listed[]; next: string | null }> {
    const cursor = after === undefined ? undefined : readMomentCursor(after)
    const { createdAt, id } = table
    const isAfter =
      cursor && sql`(${createdAt}, ${id}) < (${cursor.createdAt}::timestamptz, ${cursor.id}::uuid)`
    const found = await withTenant(database, businessId, async (tx) =>
      listed(tx)
        .where(and(isPresent, isAfter))
        .orderBy(desc(createdAt), desc(id))
        // One extra row shows whether there is another page.
        .limit(pageSize + 1),
    )
    const rows = found.slice(0, pageSize)
    const last = found.length > pageSize ? rows.at(-1) : undefined
    return {
      rows,
      next: last ? writeMomentCursor({ ...last, createdAt: last.createdAt.toISOString() }) : null,
    }
  }

  async function assertRoom({ db }: Transaction, businessId: string): Promise<void> {
    const [row] = await db
      .select({ present: count() })
      .from(table)
      .where(and(eq(table.businessId, businessId), isPresent))
    if ((row?.present ?? 0) < max) return
    throw new AppError(
      'VALIDATION_FAILED',
      `You have ${max} ${what}s, which is the maximum. Delete one you no longer need.`,
    )
  }

  /** Lists the periods from `from` on that were made or skipped. The caller holds the lock on the schedule. */
  async function listSettled(
    { db }: Transaction,
    { businessId, id }: DueRef,
    from: number,
  ): Promise<Map<number, 'made' | 'skipped'>> {
    const rows = await db
      .select({
        period: sql<number>`${periods.period}`,
        state: sql<'made' | 'skipped'>`${periods.state}`,
      })
      .from(periods)
      .where(and(eq(periods.businessId, businessId), eq(periods.seriesId, id), gte(periods.period, from)))
    return new Map(rows.map(({ period, state }) => [period, state]))
  }

  /** Does the work for every schedule that is due. Several processes may run it at once: the work locks. */
  async function processDue(
    deps: Parameters<typeof processDueRows>[0],
    work: (schedule: DueRef) => Promise<void>,
  ): Promise<void> {
    await processDueRows(deps, { table: getTableName(table), work, failed: `a ${what} could not be made` })
  }

  return { get, lock, lockDue, change, readPage, assertRoom, listSettled, processDue }
}

/** Throws if a schedule has problems, with their messages by field. */
export function assertNoProblems(fields: FieldErrors): void {
  const [message] = Object.values(fields)
  if (message !== undefined) throw new AppError('VALIDATION_FAILED', message, { fields })
}
