import type { Facts } from '../../../src/features/data-imports/reading/data-file.ts'

/** What reading a file knows about a business in the United States without tax rates. */
export const facts: Facts = {
  currency: 'USD',
  locale: 'en-US',
  today: '2026-05-01',
  taxRates: [],
  reclaimsTax: false,
  categories: [],
}
