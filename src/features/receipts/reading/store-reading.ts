import { and, eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { type Reading, receipts } from '../../../platform/db/tables/receipts.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { addStoredFile, removeStoredFiles } from '../../../platform/files/stored-files.ts'
import { digitsOf, isCurrency, maxMinorOf } from '../../../shared/currencies.ts'
import { matchReceipt } from '../filing/match-receipt.ts'
import type { ClaimedReceipt } from './claim-receipt.ts'
import type { ReadReceipt } from './read-receipt-file.ts'
import type { ReceiptReading } from './reading.ts'

type StoreDeps = Deps<'database' | 'jobs' | 'files' | 'now'>

/** Stores what was read, with the pictures, and files the receipt. Does nothing if another reader has claimed it since. */
export async function storeReading(
  deps: StoreDeps,
  claimed: ClaimedReceipt,
  read: ReadReceipt,
): Promise<void> {
  const { businessId, id } = claimed
  const add = async (bytes: Uint8Array) => {
    const key = { businessId, id: randomUUID() }
    await deps.files.put(key, bytes)
    return { ...key, contentType: 'image/jpeg', bytes }
  }
  const thumbnail = await add(read.thumbnail)
  const pages = await Promise.all(read.pages.map(async (page) => ({ ...page, file: await add(page.bytes) })))
  const stored = [thumbnail, ...pages.map(({ file }) => file)]
  const isStored = await withTenant(deps.database, businessId, async (tx) => {
    const [row] = await tx.db.select().from(receipts).where(isClaimed(claimed)).for('update')
    if (!row) return false
    for (const file of stored) await addStoredFile(tx, file)
    await tx.db
      .update(receipts)
      .set({
        ...(row.checkedAt === null && fieldsOf(read.reading, claimed.homeCurrency)),
        state: read.reading ? 'read' : 'unreadable',
        problem: read.reading ? read.note : noText,
        reading: readingOf(read.reading),
        text: read.reading?.text ?? '',
        pages: pages.map(({ width, height, file }) => ({ id: file.id, width, height })),
        thumbnailId: thumbnail.id,
        taken: claimed.keepsLocation ? read.taken : null,
        look: BigInt.asIntN(64, BigInt(`0x${read.look}`)),
        ...settled(deps),
      })
      .where(isClaimed(claimed))
    const former = [...row.pages.map((page) => page.id), ...(row.thumbnailId ? [row.thumbnailId] : [])]
    await removeStoredFiles(tx, deps.jobs, businessId, former)
    await matchReceipt(tx, businessId, id)
    return true
  })
  if (!isStored) for (const file of stored) await deps.files.remove(file)
}

const noText = 'No text was found on it. Enter the fields yourself, or take another photo with more light.'

/** Keeps the receipt with the reason why it cannot be read. */
export function storeProblem(deps: StoreDeps, claimed: ClaimedReceipt, problem: string): Promise<void> {
  return withTenant(deps.database, claimed.businessId, async (tx) => {
    await tx.db
      .update(receipts)
      .set({ state: 'unreadable', problem, ...settled(deps) })
      .where(isClaimed(claimed))
  })
}

/** Gives the receipt back, to be read again after a while. */
export function releaseReceipt(
  { database }: StoreDeps,
  claimed: ClaimedReceipt,
  { tries, until }: { tries: number; until: Date | null },
): Promise<void> {
  return withTenant(database, claimed.businessId, async (tx) => {
    await tx.db.update(receipts).set({ claim: null, claimedUntil: until, tries }).where(isClaimed(claimed))
  })
}

function isClaimed({ businessId, id, claim }: ClaimedReceipt) {
  return and(
    eq(receipts.businessId, businessId),
    eq(receipts.id, id),
    eq(receipts.claim, claim),
    eq(receipts.state, 'waiting'),
  )
}

const settled = ({ now }: StoreDeps) => ({
  claim: null,
  claimedUntil: null,
  version: sql`${receipts.version} + 1`,
  updatedAt: now(),
})

/** Currencies that are written with a plain dollar sign. */
const dollars = new Set(['AUD', 'CAD', 'HKD', 'MXN', 'NZD', 'SGD', 'TWD', 'CLP', 'COP', 'ARS'])

/** The columns of what was read. A receipt that does not show its currency is taken to be in the home currency. */
function fieldsOf(reading: ReceiptReading | null, homeCurrency: string) {
  if (!reading) return {}
  const read = reading.currency
  const isPlainDollar = read?.value === 'USD' && read.confidence < 0.95 && dollars.has(homeCurrency)
  const currency = read && !isPlainDollar && isCurrency(read.value) ? read.value : homeCurrency
  const minor = (value: string | undefined) => (value === undefined ? null : toMinor(value, currency))
  return {
    merchant: reading.merchant?.value ?? null,
    date: reading.date?.value ?? null,
    currency,
    totalMinor: minor(reading.total?.value),
    taxMinor: minor(reading.tax?.value),
    cardLast4: reading.cardLast4?.value ?? null,
    items: reading.items.flatMap(({ description, amount }) => {
      const amountMinor = toMinor(amount, currency)
      return amountMinor === null ? [] : [{ description, amountMinor }]
    }),
  }
}

/** Null if the currency does not have such amounts. */
function toMinor(value: string, currency: string): number | null {
  const minor = Math.round(Number(value) * 10 ** (digitsOf(currency) + 3)) / 1000
  return Number.isInteger(minor) && minor <= maxMinorOf(currency) ? minor : null
}

function readingOf(reading: ReceiptReading | null): Reading {
  if (!reading) return {}
  const names = ['merchant', 'date', 'total', 'tax', 'currency', 'cardLast4'] as const
  return Object.fromEntries(
    names.flatMap((name) => {
      const found = reading[name]
      return found
        ? [[name, { confidence: Math.round(found.confidence * 1000) / 1000, area: found.area }]]
        : []
    }),
  )
}
