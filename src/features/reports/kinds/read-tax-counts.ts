import type { Transaction } from '../../../platform/db/transaction.ts'
import type { TaxTreatment } from '../../categories/rules.ts'
import { expenseAccount, partOf } from '../../journal/posting-rules.ts'
import type { ReportContext } from '../report-context.ts'

interface Row {
  name: string
  treatment: TaxTreatment
}

// A category of expenses decides where one of transactions has the same name. A name that a closed period kept counts like
// the present one.
const statement = `
  select distinct on (names.name) names.name, c.tax_treatment as treatment
  from categories c
  cross join lateral (
    select c.name as name, 0 as place
    union all
    select f.former, 1 from former_category_names f where f.business_id = $1 and f.category_id = c.id
  ) names
  where c.business_id = $1
  order by names.name, c.kind, names.place`

const halves: Record<TaxTreatment, number> = { full: 2, half: 1, none: 0 }

/** How much of what was spent on an account counts for income tax. Null if all of everything does. */
export async function readTaxCounts(
  { client }: Transaction,
  { businessId }: ReportContext,
): Promise<((account: string, minor: number) => number) | null> {
  const { rows } = await client.query<Row>({
    name: 'tax-treatments',
    text: statement,
    values: [businessId],
  })
  if (rows.every(({ treatment }) => treatment === 'full')) return null
  const treatments = new Map(rows.map(({ name, treatment }) => [expenseAccount(name), treatment]))
  return (account, minor) => partOf(minor, halves[treatments.get(account) ?? 'full'], 2)
}
