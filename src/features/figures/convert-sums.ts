import type { Database } from '../../platform/db/connect.ts'
import { type Transaction, queryTenant } from '../../platform/db/transaction.ts'
import type { Currency } from '../../shared/currencies.ts'
import type { Sum } from './contract.ts'
import { type CurrencySum, type Rate, toSum } from './sum-rules.ts'

interface RatesRequest {
  businessId: string
  /** The home currency. */
  home: Currency
  /** The current date of the business. */
  today: string
}

/**
 * Reads the latest rates of currencies, on a connection of its own or in a transaction. Asks nothing if all are the home
 * currency. A currency without a rate is missing in the answer.
 */
export async function readLatestRates(
  source: Database | Transaction,
  { businessId, home, today }: RatesRequest,
  currencies: Iterable<Currency>,
): Promise<Rate[]> {
  const others = [...new Set(currencies)].filter((currency) => currency !== home)
  if (others.length === 0) return []
  const statement = {
    name: 'latest-rates',
    text: `select c.currency, r.rate::text, r.rated_on::text as "ratedOn", r.source
      from unnest($2::text[]) c(currency) cross join lateral platform.rate_on($1::uuid, c.currency, $3, $4::date) r`,
    values: [businessId, others, home, today],
  }
  if (!('client' in source)) return queryTenant<Rate & Record<string, unknown>>(source, businessId, statement)
  return (await source.client.query<Rate>(statement)).rows
}

/** Turns sums by currency into sums in the home currency, with the latest rates. */
export async function convertSums<Name extends string>(
  source: Database | Transaction,
  request: RatesRequest,
  sums: Readonly<Record<Name, readonly CurrencySum[]>>,
): Promise<Record<Name, Sum>> {
  const entries = Object.entries<readonly CurrencySum[]>(sums)
  const rates = await readLatestRates(
    source,
    request,
    entries.flatMap(([, ofName]) => ofName.map(({ currency }) => currency)),
  )
  return Object.fromEntries(
    entries.map(([name, ofName]) => [name, toSum(request.home, ofName, rates)]),
  ) as Record<Name, Sum>
}
