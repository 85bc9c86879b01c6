import { and, eq } from 'drizzle-orm'
import { timeEntries } from '../../platform/db/tables/time-entries.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import { isUniqueViolation } from '../../platform/db/violations.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import { assertVersion } from '../../shared/assert-version.ts'
import { maxMinorOf } from '../../shared/currencies.ts'
import { dateIn } from '../../shared/dates.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { AppError, fieldError } from '../../shared/errors.ts'
import { type Money, formatMoney } from '../../shared/money.ts'
import type * as contract from './contract.ts'
import { findTimeByRequest, findTimer, lockTime, timeColumns, timeNotFound, toTimeEntry } from './queries.ts'
import { secondsSince } from './rules.ts'

type TimeDeps = Deps<'database' | 'now'>

/** Adds typed time. A repeated request returns the entry that it made the first time. */
export async function addTime(
  deps: TimeDeps,
  { businessId, userId }: Identity,
  { date, ...body }: BodyOf<typeof contract.addTime>,
): Promise<contract.TimeEntry> {
  assertWithinLimit({ minor: body.rateMinor, currency: body.currency })
  const insert = async (tx: Transaction) => {
    const found = await findTimeByRequest(tx, businessId, body.requestId)
    if (found) return found
    await assertClientExists(tx, businessId, body.clientId)
    return insertTime(tx, { ...body, businessId, createdBy: userId, onDate: date })
  }
  return toTimeEntry(
    await withTenant(deps.database, businessId, insert).catch((error: unknown) => {
      // The same request arrived twice at once. The other transaction won, and this one was rolled back.
      if (!isUniqueViolation(error, 'time_entries_request')) throw error
      return withTenant(deps.database, businessId, insert)
    }),
  )
}

/** Starts a timer. A person has one: where it runs for this client already, it goes on. */
export async function startTimer(
  deps: TimeDeps,
  { businessId, userId, business }: Identity,
  body: BodyOf<typeof contract.startTimer>,
): Promise<contract.TimeEntry> {
  assertWithinLimit({ minor: body.rateMinor, currency: body.currency })
  const now = deps.now()
  const start = async (tx: Transaction) => {
    const known = await findTimeByRequest(tx, businessId, body.requestId)
    if (known) return known
    const running = await findTimer(tx, businessId, userId)
    if (running?.clientId === body.clientId) return running
    if (running) {
      throw new AppError(
        'TIMER_RUNNING',
        `A timer is already running for ${running.clientName}. Stop it before you start another.`,
      )
    }
    await assertClientExists(tx, businessId, body.clientId)
    const onDate = dateIn(business.timeZone, now)
    return insertTime(tx, { ...body, businessId, createdBy: userId, onDate, startedAt: now })
  }
  return toTimeEntry(
    await withTenant(deps.database, businessId, start).catch((error: unknown) => {
      // Started twice at once: one of them runs.
      const isLate =
        isUniqueViolation(error, 'time_entries_running') || isUniqueViolation(error, 'time_entries_request')
      if (!isLate) throw error
      return withTenant(deps.database, businessId, start)
    }),
  )
}

export async function stopTimer(
  deps: TimeDeps,
  { businessId }: Identity,
  id: string,
): Promise<contract.TimeEntry> {
  return withTenant(deps.database, businessId, async (tx) => {
    const row = await lockTime(tx, businessId, id)
    if (row.seconds !== null || row.startedAt === null) return toTimeEntry(row)
    const now = deps.now()
    return changeTime(tx, row, {
      endedAt: now,
      // There is something to bill, however quickly it was stopped.
      seconds: Math.max(secondsSince(row.startedAt, now), 1),
      updatedAt: now,
    })
  })
}

export async function updateTime(
  deps: TimeDeps,
  { businessId }: Identity,
  id: string,
  { version, date, ...body }: BodyOf<typeof contract.updateTime>,
): Promise<contract.TimeEntry> {
  assertWithinLimit({ minor: body.rateMinor, currency: body.currency })
  return withTenant(deps.database, businessId, async (tx) => {
    const row = await lockTime(tx, businessId, id)
    assertUnbilled(row, 'changed')
    if (row.seconds === null) throw fieldError('seconds', 'Stop the timer before you change its time.')
    assertVersion('time entry', row.version, version)
    return changeTime(tx, row, { ...body, onDate: date, updatedAt: deps.now() })
  })
}

export async function deleteTime(deps: TimeDeps, { businessId }: Identity, id: string): Promise<void> {
  await withTenant(deps.database, businessId, async (tx) => {
    assertUnbilled(await lockTime(tx, businessId, id), 'deleted')
    await tx.db.delete(timeEntries).where(and(eq(timeEntries.businessId, businessId), eq(timeEntries.id, id)))
  })
}

async function insertTime({ db }: Transaction, values: typeof timeEntries.$inferInsert) {
  const [row] = await db.insert(timeEntries).values(values).returning(timeColumns)
  if (!row) throw new Error('no row came back for the new time entry')
  return row
}

async function changeTime(
  { db }: Transaction,
  { businessId, id, version }: Pick<typeof timeEntries.$inferSelect, 'businessId' | 'id' | 'version'>,
  change: Partial<typeof timeEntries.$inferInsert>,
): Promise<contract.TimeEntry> {
  const [row] = await db
    .update(timeEntries)
    .set({ ...change, version: version + 1 })
    .where(and(eq(timeEntries.businessId, businessId), eq(timeEntries.id, id)))
    .returning(timeColumns)
  if (!row) throw timeNotFound()
  return toTimeEntry(row)
}

function assertUnbilled({ invoiceNumber }: { invoiceNumber: string | null }, what: string): void {
  if (invoiceNumber === null) return
  throw new AppError(
    'ALREADY_BILLED',
    `Invoice ${invoiceNumber} bills this time, so it can’t be ${what}. Remove its line from the invoice first.`,
  )
}

function assertWithinLimit({ minor, currency }: Money): void {
  const max = maxMinorOf(currency)
  if (minor > max) throw fieldError('rateMinor', `The rate can be at most ${formatMoney(max, { currency })}.`)
}

async function assertClientExists(
  { client }: Transaction,
  businessId: string,
  clientId: string,
): Promise<void> {
  const { rowCount } = await client.query('select from clients where business_id = $1 and id = $2', [
    businessId,
    clientId,
  ])
  if (rowCount === 0) throw fieldError('clientId', 'This client no longer exists.')
}
