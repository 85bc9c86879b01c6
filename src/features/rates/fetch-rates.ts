import { type Transaction, withPlatform } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { FetchFailed, fetchFile } from '../../platform/net/fetch-file.ts'
import { addDays } from '../../shared/dates.ts'
import { WrongRatesFile, parseReferenceRates } from './parse-reference-rates.ts'
import { maxFileBytes, readRatesFile } from './read-rates-file.ts'
import { describeStored, storeReferenceRates } from './store-reference-rates.ts'

/** Where reference rates come from, from the settings. */
export interface RatesSource {
  /** Undefined if nothing is fetched. */
  url: string | undefined
  /** The publisher, as pages name it. */
  name: string
}

export interface FetchRatesDeps extends Deps<'database' | 'jobs' | 'log' | 'now'> {
  ratesSource: RatesSource
  allowPrivateAddresses: boolean
}

const timeoutMs = 60_000

/** Fetches the file and stores all of it or nothing. The operator's page shows why the last try failed. */
export async function fetchRates(deps: FetchRatesDeps): Promise<void> {
  const { database, log, now, ratesSource, allowPrivateAddresses } = deps
  if (ratesSource.url === undefined) return
  try {
    const file = await fetchFile(ratesSource.url, {
      allowPrivate: allowPrivateAddresses,
      maxBytes: maxFileBytes,
      timeoutMs,
    })
    const read = parseReferenceRates(readRatesFile(file), now().toISOString().slice(0, 10))
    await storeReferenceRates(deps, read.rates, ratesSource.name)
    log.info({}, describeStored(read))
  } catch (error) {
    const reason = reasonOf(error)
    if (reason !== null) await withPlatform(database, (tx) => keepError(tx, reason))
    throw error
  }
  await forgetError(deps)
}

function reasonOf(error: unknown): string | null {
  if (error instanceof FetchFailed) return error.message
  return error instanceof WrongRatesFile ? `The file is wrong: ${error.message}.` : null
}

const errorName = 'rates-error'

function keepError({ client }: Transaction, reason: string) {
  return client.query(
    `insert into platform.installation (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value`,
    [errorName, reason],
  )
}

/** Also for an address that is no longer set. */
export function forgetError({ database }: Deps<'database'>) {
  return withPlatform(database, ({ client }) =>
    client.query('delete from platform.installation where name = $1', [errorName]),
  )
}

/** What the operator sees of the reference rates. */
export interface RatesState {
  /** The newest day with rates; null before the first. */
  newestDay: string | null
  source: string | null
  /** Why they could not be fetched the last time; null if they were. */
  error: string | null
}

export async function readRatesState({ client }: Transaction): Promise<RatesState> {
  const { rows } = await client.query<RatesState>(
    `select newest.day::text as "newestDay", newest.source,
       (select value from platform.installation where name = $1) as error
     from (values (1)) one
     left join (select day, source from platform.reference_rates order by day desc limit 1) newest on true`,
    [errorName],
  )
  const [state] = rows
  if (!state) throw new Error('the state of the rates is one row')
  return state
}

/** Whether the newest rates are older than a day. */
export async function areRatesOld({ database, now }: Deps<'database' | 'now'>): Promise<boolean> {
  const { newestDay } = await withPlatform(database, readRatesState)
  return newestDay === null || newestDay < addDays(now().toISOString().slice(0, 10), -1)
}
