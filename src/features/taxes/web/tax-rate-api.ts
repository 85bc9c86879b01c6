import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import { type TaxRate, createTaxRate, deleteTaxRate, listTaxRates, updateTaxRate } from '../contract.ts'

export const taxRatesQuery = queryOptions({
  queryKey: ['tax-rates'],
  queryFn: () => call(listTaxRates),
})

/** Returns the default rate for new invoices; null without a default or if the rates fail to load. */
export async function defaultTaxRate(client: QueryClient): Promise<TaxRate | null> {
  const { taxRates } = await client.ensureQueryData(taxRatesQuery).catch(() => ({ taxRates: [] }))
  return taxRates.find((rate) => rate.isDefault) ?? null
}

export async function saveTaxRate(
  client: QueryClient,
  id: string | null,
  body: Omit<TaxRate, 'id'>,
): Promise<TaxRate> {
  const saved = await (id === null
    ? call(createTaxRate, { body })
    : call(updateTaxRate, { params: { id }, body }))
  await client.invalidateQueries(taxRatesQuery)
  return saved
}

export async function removeTaxRate(client: QueryClient, id: string): Promise<void> {
  await call(deleteTaxRate, { params: { id } })
  await client.invalidateQueries(taxRatesQuery)
}
